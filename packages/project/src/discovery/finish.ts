import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { type SqlConnection, sqlConnectionSchema } from 'dbmole-mcp/config';
import type { EngineType } from 'dbmole-mcp/engines';
import { splitAddress } from './address.ts';
import { engineNamed, engineOnPort } from './engines.ts';
import type { Draft, FoundDatabase, SourceKind } from './found.ts';
import { type Literal, Unknown } from './literal/literal.ts';

/** The name its messages call the connection by. */
export const CONNECTION_NAME = 'project';

const FIELDS = ['engine', 'address', 'host', 'port', 'user', 'password', 'database', 'sqliteFile'] as const;
const CALLED: Readonly<Record<(typeof FIELDS)[number], string>> = {
  engine: 'the engine',
  address: 'the address',
  host: 'the host',
  port: 'the port',
  user: 'the user',
  password: 'the password',
  database: 'the name of the database',
  sqliteFile: 'the path of the file',
};

/** Makes a connection of what a file says, or says why it is none. */
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
      problems: [problem ?? 'it does not say which engine it is'],
    };
  const engine = engineNamed(type);
  if (engine === undefined)
    return { ...place, type, connection: undefined, problems: [`${type} is not spoken here`] };
  return { ...place, type: engine, ...connect(engine, fields, draft, root) };
}

function unknownsOf(draft: Draft): string[] {
  return FIELDS.flatMap((field) => {
    const value = draft[field];
    return value instanceof Unknown ? [`${CALLED[field]} ${value.why}`] : [];
  });
}

function typeOf({ engine }: Draft): string | undefined {
  return typeof engine === 'string' ? (engineNamed(engine) ?? engine) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

interface Reading {
  readonly type: string | undefined;
  readonly fields: Fields;
  readonly problem?: string;
}

/** What is written beside an address fills what the address leaves out. */
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
  if (address === ':memory:') return { type: named ?? 'sqlite', fields: { file: address } };
  const split = splitAddress(address);
  if ('problem' in split)
    return { type: split.engine ?? named, fields, problem: `the address ${split.problem}` };
  const { type, ...given } = split.fields;
  return { type: String(type), fields: { ...fields, ...given } };
}

function guessed({ port, file }: Fields): EngineType | undefined {
  return file === undefined ? engineOnPort(port) : 'sqlite';
}

function connect(
  type: EngineType,
  fields: Fields,
  draft: Draft,
  root: string,
): Pick<FoundDatabase, 'connection' | 'problems'> {
  const { file, ...networked } = fields;
  const readonly = draft.readonly ?? false;
  if (type === 'sqlite')
    return openable(file ?? networked.database, readonly, resolve(root, draft.folder ?? ''));
  const usual = { host: '127.0.0.1', user: type === 'mysql' ? 'root' : userInfo().username };
  return checked({ name: CONNECTION_NAME, type, ...usual, ...networked, readonly });
}

function openable(
  written: unknown,
  readonly: boolean,
  folder: string,
): Pick<FoundDatabase, 'connection' | 'problems'> {
  if (typeof written !== 'string') return { connection: undefined, problems: ['it names no file'] };
  if (written.includes(':memory:'))
    return { connection: undefined, problems: ['the database lives in the memory of the program'] };
  const file = whereItIs(written, folder);
  const { connection, problems } = checked({ name: CONNECTION_NAME, type: 'sqlite', file, readonly });
  return { connection, problems: isFile(file) ? problems : [...problems, `there is no file ${file} (yet)`] };
}

/** `sqlite:///a.db` means /a.db to some and a.db beside the settings to others: the one that is there is meant. */
function whereItIs(written: string, folder: string): string {
  const path = resolve(folder, written);
  if (!isAbsolute(written) || isFile(path)) return path;
  const beside = resolve(folder, `.${written}`);
  return isFile(beside) ? beside : path;
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function checked(definition: object): Pick<FoundDatabase, 'connection' | 'problems'> {
  const parsed = sqlConnectionSchema.safeParse(definition);
  if (parsed.success) return { connection: parsed.data, problems: [] };
  const fields = [...new Set(parsed.error.issues.map(({ path }) => path.map(String).join('.')))];
  return { connection: undefined, problems: [`not usable: ${fields.join(', ')}`] };
}

/** Empty is what templates write for "not set". */
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

/** The same database reached in another way. */
export function readdressed(connection: SqlConnection, host: string, port: number): SqlConnection {
  return connection.type === 'sqlite' ? connection : { ...connection, host, port };
}
