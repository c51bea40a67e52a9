import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import type * as z from 'zod';
import {
  commonSchema,
  errorsSchema,
  type FieldSource,
  type ParamSource,
  type ToolSource,
  toolSchema,
  typesSchema,
} from './source-schema.ts';

/** A tool of the catalogue: its file with everything derived from it. */
export interface ToolEntry extends ToolSource {
  readonly name: string;
  /** Accepted names, never listed. */
  readonly aliases: readonly string[];
  /** Relative to the folder of the package. */
  readonly file: string;
  /** Relative to `src/`, without extension. */
  readonly handler: string;
  /** Own and common parameters, in the order in which they are listed. */
  readonly parameters: Readonly<Record<string, ParamSource>>;
}

export interface CatalogueSource {
  readonly tools: readonly ToolEntry[];
  readonly types: Readonly<Record<string, FieldSource>>;
  readonly errors: z.output<typeof errorsSchema>;
  readonly common: Readonly<Record<string, ParamSource>>;
}

/** Everything that is wrong with the catalogue, a line for each field. */
export class CatalogueError extends Error {
  constructor(problems: readonly string[]) {
    super(`The catalogue is incomplete.\n${problems.join('\n')}`);
    this.name = 'CatalogueError';
  }
}

/** Reads the catalogue of the package in `folder`. Throws CatalogueError, naming file and field. */
export function readCatalogue(folder: string): CatalogueSource {
  const problems: string[] = [];
  const read = <S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined => {
    const source = parsedYaml(folder, file, problems);
    if (source === undefined) return undefined;
    const parsed = schema.safeParse(source);
    if (parsed.success) return parsed.data;
    problems.push(...parsed.error.issues.map((issue) => problemOf(file, issue)));
    return undefined;
  };
  const errors = read('catalogue/errors.yaml', errorsSchema);
  const types = read('catalogue/types.yaml', typesSchema);
  const common = read('catalogue/common.yaml', commonSchema);
  const files = globSync('catalogue/*/*.meta.yaml', { cwd: folder }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const tools = files.sort().flatMap((file) => {
    const tool = read(file, toolSchema);
    if (!tool) return [];
    const result = extended(tool.result, types ?? {}, (name) =>
      problems.push(`${file}: result.extends: no type is named "${name}"`),
    );
    return [entryOf({ ...tool, result }, file, common ?? {})];
  });
  if (problems.length > 0 || !errors || !types || !common) throw new CatalogueError(problems);
  return { tools, types, errors, common };
}

function parsedYaml(folder: string, file: string, problems: string[]): unknown {
  try {
    return parse(readFileSync(join(folder, file), 'utf8')) ?? {};
  } catch (error) {
    problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** The type with the fields of the one it extends. */
function extended(
  type: FieldSource,
  types: Readonly<Record<string, FieldSource>>,
  onUnknown: (name: string) => void,
): FieldSource {
  const { extends: base, ...own } = type;
  if (base === undefined) return type;
  const fields = types[base]?.fields;
  if (!fields) onUnknown(base);
  return { ...own, fields: { ...fields, ...own.fields } };
}

function problemOf(file: string, issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return `${file}: ${path || 'the file'}: ${issue.message}`;
  return issue.keys
    .map((key) => `${file}: ${[path, key].filter(Boolean).join('.')}: unknown field`)
    .join('\n');
}

function entryOf(tool: ToolSource, file: string, common: CatalogueSource['common']): ToolEntry {
  const fromAlias = tool.alias.replaceAll(/[.-]/g, '_');
  const name = tool.mcp.tool ?? fromAlias;
  const shared = tool.common.flatMap((key) => (common[key] ? [[key, common[key]] as const] : []));
  return {
    ...tool,
    name,
    aliases: [...new Set([fromAlias, ...tool.mcp.aliases])].filter((alias) => alias !== name),
    file,
    handler: `handlers/${basename(dirname(file))}/${basename(file, '.meta.yaml')}`,
    parameters: { ...tool.params, ...Object.fromEntries(shared) },
  };
}
