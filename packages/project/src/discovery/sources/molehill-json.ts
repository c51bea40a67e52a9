import { resolve } from 'node:path';
import { sqlConnectionSchema } from 'dbmole-mcp/config';
import { expandDsn } from 'dbmole-mcp/dsn';
import { CONNECTION_NAME } from '../finish.ts';
import type { FoundDatabase, Place } from '../found.ts';
import { parseJsonc } from '../literal/jsonc.ts';
import {
  at,
  isLiteralRecord,
  type Literal,
  type LiteralRecord,
  mapTexts,
  Unknown,
} from '../literal/literal.ts';
import { lineOf } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import type { SourceContext } from './source.ts';

const FILE = '.molehill.json';

/** What the developer decided; everything else is guessed from the project's other files. */
export interface ProjectSettings {
  readonly databases: readonly FoundDatabase[];
  /** Whether a database found elsewhere may be changed. */
  readonly readonly: boolean | undefined;
  /** The file whose database is meant, of several that name one. */
  readonly from: string | undefined;
}

const noSettings: ProjectSettings = { databases: [], readonly: undefined, from: undefined };

/** `{"database": "postgres://…"}`, or the fields of a connection, or only `readonly` and `from`. */
export async function readMolehillJson({ files, variables }: SourceContext): Promise<ProjectSettings> {
  const text = await files.read(FILE);
  if (text === undefined) return noSettings;
  const parsed = parseJsonc(text);
  if ('problem' in parsed) return broken({ file: FILE }, parsed.problem);
  const place = { file: FILE, line: lineOf(text, /"database"\s*:/), key: 'database' };
  const written = at(parsed.value, 'database');
  if (written === undefined) return noSettings;
  const fields = typeof written === 'string' ? { dsn: written } : written;
  if (!isLiteralRecord(fields)) return broken(place, 'it is neither an address nor an object');
  return settingsOf(fields, place, variables, files.root);
}

function broken(place: Place, problem: string): ProjectSettings {
  return { ...noSettings, databases: [unusable(place, problem)] };
}

function unusable(place: Place, problem: string): FoundDatabase {
  return { source: 'molehill', ...place, type: undefined, connection: undefined, problems: [problem] };
}

function settingsOf(
  written: LiteralRecord,
  place: Place,
  variables: Variables,
  root: string,
): ProjectSettings {
  const { from, readonly, ...fields } = written;
  if (from !== undefined && typeof from !== 'string') return broken(place, 'from is no path of a file');
  if (readonly !== undefined && typeof readonly !== 'boolean')
    return broken(place, 'readonly is neither true nor false');
  if (Object.keys(fields).length === 0) return { databases: [], readonly, from };
  if (from !== undefined) return broken(place, 'it names a database and also a file to take one from');
  const database = connectionOf({ ...fields, readonly }, place, variables, root);
  return { databases: [database], readonly, from };
}

function connectionOf(
  fields: LiteralRecord,
  place: Place,
  variables: Variables,
  root: string,
): FoundDatabase {
  const resolved = mapTexts(fields, (text) => resolveReference(text, variables));
  const unknown = firstUnknown(resolved);
  if (unknown || !isLiteralRecord(resolved)) return unusable(place, `it ${unknown?.why}`);
  const { value, problem } = expandDsn({ name: CONNECTION_NAME, ...placed(resolved, root) }, root);
  if (problem !== undefined) return unusable(place, `the dsn ${problem}`);
  const parsed = sqlConnectionSchema.safeParse(value);
  if (!parsed.success) return unusable(place, `not usable: ${describeIssues(parsed.error)}`);
  return { source: 'molehill', ...place, type: parsed.data.type, connection: parsed.data, problems: [] };
}

function describeIssues({
  issues,
}: {
  readonly issues: readonly { path: PropertyKey[]; message: string }[];
}): string {
  return issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ');
}

const REFERENCE = /^\$\{([A-Za-z]+):([^{}]+)\}$/;

function resolveReference(text: string, variables: Variables): Literal {
  const [, kind, name = ''] = REFERENCE.exec(text) ?? [];
  if (kind === undefined) return text;
  return kind === 'env'
    ? variables.get(name)
    : new Unknown(`holds a reference of the kind "${kind}"; use \${env:NAME}`);
}

function firstUnknown(value: Literal): Unknown | undefined {
  if (value instanceof Unknown) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = firstUnknown(inner);
    if (found) return found;
  }
  return undefined;
}

/** Relative paths count from the project. */
function placed(fields: LiteralRecord, root: string): LiteralRecord {
  const inRoot = (value: Literal) => (typeof value === 'string' ? resolve(root, value) : value);
  const change = (record: LiteralRecord, keys: readonly string[]) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [key, keys.includes(key) ? inRoot(value) : value]),
    );
  const { tls } = fields;
  const outer = change(fields, ['file']);
  return isLiteralRecord(tls) ? { ...outer, tls: change(tls, ['ca', 'cert', 'key']) } : outer;
}
