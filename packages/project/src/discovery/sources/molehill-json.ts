import { definitions } from '../engines.ts';
import { CONNECTION_NAME, type Outcome, unusable, validate } from '../finish.ts';
import type { FoundDatabase, Place } from '../found.ts';
import {
  at,
  isLiteralRecord,
  type Literal,
  type LiteralRecord,
  mapTexts,
  parseJsonc,
  Unknown,
} from '../literal/literal.ts';
import { lineOf } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import type { SourceContext } from './source.ts';

const FILE = '.molehill.json';

/** What the developer decided. All other sources are inferred. */
export interface ProjectSettings {
  readonly databases: readonly FoundDatabase[];
  /** Applies to a database that another source names. */
  readonly readonly?: boolean | undefined;
  /** The file whose database is used, of several that name one. */
  readonly from?: string | undefined;
}

/** `{"database": "postgres://…"}`, or the fields of a connection, or only `readonly` and `from`. */
export async function readMolehillJson({ files, variables }: SourceContext): Promise<ProjectSettings> {
  const text = await files.read(FILE);
  if (text === undefined) return { databases: [] };
  const parsed = parseJsonc(text);
  if ('problem' in parsed) return invalid({ file: FILE }, parsed.problem);
  const place = { file: FILE, line: lineOf(text, /"database"\s*:/), key: 'database' };
  const written = at(parsed.value, 'database');
  if (written === undefined) return { databases: [] };
  const settings = typeof written === 'string' ? { dsn: written } : written;
  if (!isLiteralRecord(settings)) return invalid(place, 'it is neither an address nor an object');
  const { from, readonly, ...fields } = settings;
  if (from !== undefined && typeof from !== 'string') return invalid(place, 'from is not a path');
  if (readonly !== undefined && typeof readonly !== 'boolean')
    return invalid(place, 'readonly is neither true nor false');
  if (Object.keys(fields).length === 0) return { databases: [], readonly, from };
  if (from !== undefined) return invalid(place, 'it names both a database and a file to take one from');
  const outcome = connect({ ...fields, readonly }, variables, files.root);
  return { databases: [{ source: 'molehill', ...place, ...outcome }], readonly };
}

function invalid(place: Place, problem: string): ProjectSettings {
  return { databases: [{ source: 'molehill', ...place, ...unusable(problem) }] };
}

function connect(fields: LiteralRecord, variables: Variables, root: string): Outcome {
  const resolved = mapTexts(fields, (text) => resolveReference(text, variables));
  const unknown = firstUnknown(resolved);
  if (unknown || !isLiteralRecord(resolved)) return unusable(`it ${unknown?.why}`);
  const { value, problem } = definitions.expandDsn(
    { name: CONNECTION_NAME, ...definitions.resolvePaths(resolved, root) },
    root,
  );
  return problem === undefined ? validate(value) : unusable(`the dsn ${problem}`);
}

const REFERENCE = /^\$\{([A-Za-z]+):([^{}]+)\}$/;

function resolveReference(text: string, variables: Variables): Literal {
  const [, kind, name = ''] = REFERENCE.exec(text) ?? [];
  if (kind === undefined) return text;
  return kind === 'env'
    ? variables.get(name)
    : new Unknown(`contains a reference of the kind "${kind}"; use \${env:NAME}`);
}

function firstUnknown(value: Literal): Unknown | undefined {
  if (value instanceof Unknown) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(firstUnknown)
    .find((found) => found !== undefined);
}
