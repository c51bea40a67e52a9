import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Engine } from 'dbmole-mcp/src/engines/engine.ts';
import { parseAddress } from './address.ts';
import { definitions, engineNamed, engineOnPort, fileEngine, isFileEngine } from './engines.ts';
import type { Draft, FoundDatabase, SourceKind } from './found.ts';
import { type Literal, Unknown } from './literal/literal.ts';

/** The connection's name in messages. */
export const CONNECTION_NAME = 'project';

const FIELDS = ['engine', 'address', 'host', 'port', 'user', 'password', 'database', 'sqliteFile'] as const;
const LABELS: Readonly<Record<(typeof FIELDS)[number], string>> = {
  engine: 'the engine',
  address: 'the address',
  host: 'the host',
  port: 'the port',
  user: 'the user',
  password: 'the password',
  database: 'the database name',
  sqliteFile: 'the file path',
};

/** Validates a draft: a connection, or the problems that prevent one. */
export function finish(source: SourceKind, draft: Draft, root: string): FoundDatabase {
  const { file, line, key } = draft;
  const place = { source, file, line, key };
  const problems = [...(draft.problems ?? []), ...unknownsOf(draft)];
  if (problems.length > 0) return { ...place, type: typeOf(draft), connection: undefined, problems };
  const { type, fields, problem } = read(draft);
  if (problem !== undefined || type === undefined)
    return {
      ...place,
      type,
      connection: undefined,
      problems: [problem ?? 'it does not name an engine'],
    };
  const engine = engineNamed(type);
  if (engine === undefined)
    return { ...place, type, connection: undefined, problems: [`${type} is not supported`] };
  return { ...place, type: engine.type, ...connect(engine, fields, draft, root) };
}

function unknownsOf(draft: Draft): string[] {
  return FIELDS.flatMap((field) => {
    const value = draft[field];
    const isFile = field === 'database' && typeOf(draft) === 'sqlite';
    return value instanceof Unknown ? [`${LABELS[isFile ? 'sqliteFile' : field]} ${value.why}`] : [];
  });
}

function typeOf({ engine }: Draft): string | undefined {
  return typeof engine === 'string' ? (engineNamed(engine)?.type ?? engine) : undefined;
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
  const split = parseAddress(address);
  if ('problem' in split)
    return { type: split.engine ?? named, fields, problem: `the address ${split.problem}` };
  const { type, ...given } = split.fields;
  return { type: String(type), fields: { ...fields, ...given } };
}

function guessed({ port, file }: Fields): string | undefined {
  return (file === undefined ? engineOnPort(port) : fileEngine())?.type;
}

function connect(
  engine: Engine,
  fields: Fields,
  draft: Draft,
  root: string,
): Pick<FoundDatabase, 'connection' | 'problems'> {
  const { file, ...networked } = fields;
  const readonly = draft.readonly ?? false;
  const { type, defaultUser } = engine;
  if (isFileEngine(engine))
    return openable(type, file ?? networked.database, readonly, resolve(root, draft.folder ?? ''));
  const usual = { host: '127.0.0.1', user: defaultUser?.() };
  return checked({ name: CONNECTION_NAME, type, ...usual, ...networked, readonly });
}

function openable(
  type: string,
  written: unknown,
  readonly: boolean,
  folder: string,
): Pick<FoundDatabase, 'connection' | 'problems'> {
  if (typeof written !== 'string') return { connection: undefined, problems: ['it names no file'] };
  if (written.includes(':memory:'))
    return { connection: undefined, problems: ['the database exists only in memory'] };
  const file = existingPath(written, folder);
  const { connection, problems } = checked({ name: CONNECTION_NAME, type, file, readonly });
  return { connection, problems: isFile(file) ? problems : [...problems, `there is no file ${file}`] };
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

function checked(definition: object): Pick<FoundDatabase, 'connection' | 'problems'> {
  const parsed = definitions.schema.safeParse(definition);
  if (parsed.success) return { connection: parsed.data, problems: [] };
  const fields = [...new Set(parsed.error.issues.map(({ path }) => path.map(String).join('.')))];
  return { connection: undefined, problems: [`not usable: ${fields.join(', ')}`] };
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
