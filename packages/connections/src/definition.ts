import { createHash } from 'node:crypto';
import { isRecord } from '@molehill/core/record';
import type { Redactor } from '@molehill/core/redact';
import type * as z from 'zod';
import type { ConnectionFields } from './fields.ts';
import { resolveFiles } from './files.ts';
import { hideSecrets, referenceProblem } from './secrets.ts';
import type { ConnectionBase } from './shape.ts';

export interface Source {
  readonly kind: 'environment' | 'config' | 'store';
  /** The variable or the file, as a person would look for it. */
  readonly label: string;
}

export interface Connection<TConfig> {
  readonly name: string;
  /** As it was written, with literal secrets and unresolved references. Remove the secrets before it is shown. */
  readonly config: TConfig;
  readonly source: Source;
  /** Whether the connection tools can change the definition. */
  readonly editable: boolean;
  /** A person set that this connection is changed without asking. Only the environment and the config file can. */
  readonly confirm?: 'never';
  /** A hash of the definition. */
  readonly revision: string;
}

export interface ConnectionProblem {
  /** Absent when the source as a whole is the problem. */
  readonly name?: string;
  readonly source: Source;
  readonly problem: string;
}

/** What one source defines. A name is either among the connections or among the problems. */
export interface SourceContent<TConfig> {
  readonly connections: ReadonlyMap<string, Connection<TConfig>>;
  readonly problems: readonly ConnectionProblem[];
}

export interface DefinitionRules<TConfig> {
  /** Must accept its own output as input: connections are stored as they were parsed. */
  readonly schema: z.ZodType<TConfig>;
  readonly redactor: Redactor;
  /** Of the schema. */
  readonly fields: ConnectionFields;
  readonly home: string;
}

type Checked<TConfig> =
  | { readonly ok: true; readonly config: TConfig }
  | { readonly ok: false; readonly problem: string };

/** Validates one definition that was written in `folder`, and registers its secrets for redaction, valid or not. */
export function checkDefinition<TConfig>(
  definition: unknown,
  folder: string,
  { schema, redactor, fields, home }: DefinitionRules<TConfig>,
): Checked<TConfig> {
  hideSecrets(definition, fields, redactor);
  if (isRecord(definition) && 'confirm' in definition)
    return { ok: false, problem: '"confirm" can only be "never", in the environment or the config file' };
  const parsed = schema.safeParse(resolveFiles(definition, fields, folder, home));
  if (!parsed.success) return { ok: false, problem: describeIssues(parsed.error) };
  // A schema may extract a password from a field that is not a secret itself, such as an address.
  hideSecrets(parsed.data, fields, redactor);
  const problem = referenceProblem(parsed.data, fields);
  return problem === undefined ? { ok: true, config: parsed.data } : { ok: false, problem };
}

/** Checks each definition by itself, so that a mistake affects that connection only. */
export function checkDefinitions<TConfig extends ConnectionBase>(
  definitions: readonly unknown[],
  source: Source,
  folder: string,
  rules: DefinitionRules<TConfig>,
): SourceContent<TConfig> {
  const connections = new Map<string, Connection<TConfig>>();
  const problems: ConnectionProblem[] = [];
  definitions.forEach((definition, index) => {
    const name = nameOf(definition) ?? `#${index + 1}`;
    const { fields, ...confirmation } = splitConfirm(definition, source);
    const checked = checkDefinition(fields, folder, rules);
    if (!checked.ok) problems.push({ name, source, problem: checked.problem });
    else if (connections.has(name)) problems.push({ name, source, problem: 'the name is used twice' });
    else connections.set(name, { ...connectionOf(checked.config, source), ...confirmation });
  });
  for (const { name } of problems) connections.delete(name ?? '');
  return { connections, problems };
}

/** Only a person can set `confirm`, so it is not accepted in the store, which the tools write. */
function splitConfirm(definition: unknown, { kind }: Source): { fields: unknown; confirm?: 'never' } {
  if (kind === 'store' || !isRecord(definition) || definition.confirm !== 'never')
    return { fields: definition };
  const { confirm, ...fields } = definition;
  return { fields, confirm };
}

function connectionOf<TConfig extends ConnectionBase>(config: TConfig, source: Source): Connection<TConfig> {
  return {
    name: config.name,
    config,
    source,
    editable: source.kind === 'store',
    revision: revisionOf(config),
  };
}

export function revisionOf(definition: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(definition) ?? '')
    .digest('base64url');
}

export function nameOf(definition: unknown): string | undefined {
  const name = isRecord(definition) ? definition.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

const MOST_ISSUES = 5;

/** Names fields and what is expected of them, never their values, which may be secrets. */
export function describeIssues(error: z.ZodError): string {
  const issues = error.issues.slice(0, MOST_ISSUES).map((issue) => {
    const path = issue.path.map(String).join('.');
    return path === '' ? issue.message : `${issue.message} (at ${path})`;
  });
  const more = error.issues.length - issues.length;
  return issues.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
