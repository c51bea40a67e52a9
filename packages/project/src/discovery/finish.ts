import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Engine } from 'dbmole-mcp/engines';
import { parseAddress } from './address.ts';
import { definitions, engineNamed, engineOnPort, fileEngine, isFileEngine } from './engines.ts';
import type { Draft, FoundDatabase, SourceKind } from './found.ts';
import { type Literal, Unknown } from './literal/literal.ts';

/** The connection's name in messages. */
export const CONNECTION_NAME = 'project';

const LABELS = {
  engine: 'the engine',
  address: 'the address',
  host: 'the host',
  port: 'the port',
  user: 'the user',
  password: 'the password',
  database: 'the database name',
  sqliteFile: 'the file path',
} as const;

type Outcome = Pick<FoundDatabase, 'connection' | 'problems'>;

/** Validates a draft: a connection, or the problems that prevent one. */
export function finish(source: SourceKind, draft: Draft, root: string): FoundDatabase {
  const { file, line, key, engine: named } = draft;
  const place = { source, file, line, key };
  const known = typeof named === 'string' ? engineNamed(named) : undefined;
  const problems = [...(draft.problems ?? []), ...unknownsOf(draft, known)];
  const type = known?.type ?? (typeof named === 'string' ? named : undefined);
  if (problems.length > 0) return { ...place, type, ...unusable(...problems) };
  const reading = read(draft);
  const engine = reading.type === undefined ? undefined : engineNamed(reading.type);
  if (engine && reading.problem === undefined)
    return { ...place, type: engine.type, ...connect(engine, reading.fields, draft, root) };
  const problem =
    reading.type === undefined ? 'it does not name an engine' : `${reading.type} is not supported`;
  return { ...place, type: reading.type, ...unusable(reading.problem ?? problem) };
}

function unusable(...problems: readonly string[]): Outcome {
  return { connection: undefined, problems };
}

function unknownsOf(draft: Draft, engine: Engine | undefined): string[] {
  const isFile = engine !== undefined && isFileEngine(engine);
  const labels = isFile ? { ...LABELS, database: LABELS.sqliteFile } : LABELS;
  return Object.entries(labels).flatMap(([field, label]) => {
    const value = draft[field as keyof typeof LABELS];
    return value instanceof Unknown ? [`${label} ${value.why}`] : [];
  });
}

type Fields = Readonly<Record<string, unknown>>;

interface Reading {
  readonly type: string | undefined;
  readonly fields: Fields;
  readonly problem?: string;
}

/** Fields of the address win over fields next to it. */
function read(draft: Draft): Reading {
  const fields: Fields = withoutEmpty({
    host: text(draft.host),
    port: portOf(draft.port),
    user: text(draft.user),
    password: text(draft.password),
    database: text(draft.database),
    file: text(draft.sqliteFile),
  });
  const named = text(draft.engine);
  const address = text(draft.address);
  if (address === undefined) return { type: named ?? guessed(fields), fields };
  if (address === ':memory:') return { type: named ?? fileEngine()?.type, fields: { file: address } };
  const parsed = parseAddress(address);
  if ('problem' in parsed)
    return { type: parsed.engine ?? named, fields, problem: `the address ${parsed.problem}` };
  const { type, ...given } = parsed.fields;
  return { type: String(type), fields: { ...fields, ...given } };
}

function guessed({ port, file }: Fields): string | undefined {
  return (file === undefined ? engineOnPort(port) : fileEngine())?.type;
}

function connect(engine: Engine, fields: Fields, draft: Draft, root: string): Outcome {
  const { file, ...networked } = fields;
  const { type, defaultUser } = engine;
  const definition = { name: CONNECTION_NAME, type, readonly: draft.readonly ?? false };
  if (!isFileEngine(engine))
    return validated({ ...definition, host: '127.0.0.1', user: defaultUser?.(), ...networked });
  const written = file ?? networked.database;
  if (typeof written !== 'string') return unusable('it names no file');
  if (written.includes(':memory:')) return unusable('the database exists only in memory');
  const path = existingPath(written, resolve(root, draft.folder ?? ''));
  const { connection, problems } = validated({ ...definition, file: path });
  return { connection, problems: isFile(path) ? problems : [...problems, `there is no file ${path}`] };
}

/** `sqlite:///a.db` is /a.db in some tools and a.db relative to the settings in others: the existing file is used. */
function existingPath(written: string, folder: string): string {
  const path = resolve(folder, written);
  if (!isAbsolute(written) || isFile(path)) return path;
  const relative = resolve(folder, `.${written}`);
  return isFile(relative) ? relative : path;
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function validated(definition: object): Outcome {
  const parsed = definitions.schema.safeParse(definition);
  if (parsed.success) return { connection: parsed.data, problems: [] };
  const fields = [...new Set(parsed.error.issues.map(({ path }) => path.map(String).join('.')))];
  return unusable(`not usable: ${fields.join(', ')}`);
}

/** Templates write an empty value for "not set". */
function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function text(value: Literal): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function portOf(value: Literal): unknown {
  const written = text(value);
  return written === undefined ? undefined : Number(written);
}
