import { definitions } from '../engines.ts';
import { CONNECTION_NAME, describeFound, type Outcome, unusable, validate } from '../finish.ts';
import type { FoundDatabase, Place } from '../found.ts';
import {
  at,
  entriesOf,
  isLiteralRecord,
  type Literal,
  type LiteralRecord,
  mapTexts,
  parseJsonc,
  Unknown,
  Withheld,
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
  const resolved = mapTexts(fields, (text) => resolveReference(text, variables));
  const outcome = connect({ ...withTemplates(resolved), readonly }, files.root);
  const found = describeFound(
    { source: 'molehill', ...place },
    outcome,
    variablesIn(resolved),
    files.projectRoot,
  );
  return { databases: [found], readonly };
}

function invalid(place: Place, problem: string): ProjectSettings {
  return { databases: [describeFound({ source: 'molehill', ...place }, unusable(problem), [], '')] };
}

function connect(resolved: LiteralRecord, root: string): Outcome {
  const unknown = firstUnknown(resolved);
  if (unknown) return unusable(`it ${unknown.why}`);
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

function variablesIn(value: Literal): readonly string[] {
  if (value instanceof Withheld) return value.variables;
  return value instanceof Unknown || typeof value !== 'object' || value === null
    ? []
    : [...new Set(Object.values(value).flatMap(variablesIn))];
}

/** The name of a variable that is not approved stands for its value. */
function withTemplates(value: Literal): LiteralRecord {
  const entries = entriesOf(value).map(([key, inner]): [string, Literal] => {
    if (inner instanceof Withheld) return [key, inner.template];
    return [key, isLiteralRecord(inner) ? withTemplates(inner) : inner];
  });
  return Object.fromEntries(entries);
}

function firstUnknown(value: Literal): Unknown | undefined {
  if (value instanceof Unknown) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(firstUnknown)
    .find((found) => found !== undefined);
}
