import { homedir } from 'node:os';
import { ConnectionFields } from '@molehill/connections/fields';
import { resolveFiles } from '@molehill/connections/files';
import { baseConnectionShape } from '@molehill/connections/shape';
import { isRecord } from '@molehill/core/record';
import * as z from 'zod';
import type { DsnFields, SqlConnection } from './engines/engine.ts';
import type { EngineRegistry } from './engines/registry.ts';

/** How connections are written, for the engines of a registry. */
export class ConnectionDefinitions {
  readonly engines: EngineRegistry;
  readonly schema: z.ZodType<SqlConnection>;
  readonly fields: ConnectionFields;

  constructor(engines: EngineRegistry) {
    const [first, ...others] = engines.engines;
    this.engines = engines;
    this.schema = z.discriminatedUnion('type', [first.schema, ...others.map(({ schema }) => schema)]);
    this.fields = new ConnectionFields(this.schema);
  }

  /**
   * Accepts a `dsn` in place of fields. Core resolves relative paths of fields but does not look into a DSN; one that is
   * still a DSN here was written in the config file's folder.
   */
  schemaIn(folder: string): z.ZodType<SqlConnection> {
    return z.preprocess((written, context) => {
      const { value, problem } = this.expandDsn(written, folder);
      if (problem !== undefined)
        context.issues.push({ code: 'custom', message: problem, path: ['dsn'], input: undefined });
      return value;
    }, this.schema);
  }

  /** Fields of all engines in one flat object, as tool arguments; the schema checks what a type needs. */
  get patchSchema() {
    const fields = this.engines.engines.flatMap(({ schema }) => Object.entries(schema.shape));
    const types = this.engines.engines.map(({ type }) => type);
    return z.strictObject({
      ...Object.fromEntries(fields.map(([name, field]) => [name, z.optional(field)])),
      name: baseConnectionShape.name,
      readonly: baseConnectionShape.readonly,
      type: z.enum(types).optional().describe('Not needed with a dsn'),
    });
  }

  get addSchema() {
    const description = `${this.engines.dsnForms}; instead of the fields in it`;
    return this.patchSchema.extend({ dsn: z.string().min(1).optional().describe(description) });
  }

  /** Replaces the `dsn` of a definition by the fields in it. Fields beside it win. */
  expandDsn(definition: unknown, folder?: string): { readonly value: unknown; readonly problem?: string } {
    if (!isRecord(definition) || typeof definition.dsn !== 'string') return { value: definition };
    const { dsn, ...beside } = definition;
    const parsed = this.engines.parseDsn(dsn);
    if ('problem' in parsed) return { value: beside, problem: parsed.problem };
    const given = Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== undefined));
    const fields = folder === undefined ? parsed.fields : this.resolvePaths(parsed.fields, folder);
    return { value: { ...fields, ...given } };
  }

  /** A DSN that cannot be parsed stays, so that the schema reports the problem. */
  expandOrKeep(definition: unknown): unknown {
    const { value, problem } = this.expandDsn(definition);
    return problem === undefined ? value : definition;
  }

  /** For a JSON array of definitions. Any other text is returned unchanged: its reader reports what is wrong. */
  expandJson(text: string | undefined): string | undefined {
    if (!text?.includes('"dsn"')) return text;
    try {
      const definitions: unknown = JSON.parse(text);
      if (!Array.isArray(definitions)) return text;
      return JSON.stringify(definitions.map((definition) => this.expandOrKeep(definition)));
    } catch {
      return text;
    }
  }

  resolvePaths(fields: DsnFields, folder: string): DsnFields {
    const resolved = resolveFiles(fields, this.fields, folder, homedir());
    return isRecord(resolved) ? resolved : fields;
  }
}
