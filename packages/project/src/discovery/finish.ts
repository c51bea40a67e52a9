import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Engine } from 'dbmole-mcp/engines';
import { definitions, engineNamed, engineOnPort, fileEngine, isFileEngine, parseAddress } from './engines.ts';
import type { Draft, FoundDatabase } from './found.ts';
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

export type Outcome = Pick<FoundDatabase, 'type' | 'connection' | 'problems'>;

/** Validates a draft: a connection, or the problems that prevent one. */
export function finish(draft: Draft, root: string, readonly: boolean | undefined): Outcome {
  const name = typeof draft.engine === 'string' ? draft.engine : undefined;
  const known = name === undefined ? undefined : engineNamed(name);
  const problems = [...(draft.problems ?? []), ...unknownsOf(draft, known)];
  if (problems.length > 0) return { type: known?.type ?? name, connection: undefined, problems };
  const { type, fields, problem } = read(draft);
  const engine = type === undefined ? undefined : engineNamed(type);
  if (problem !== undefined) return unusable(problem, type);
  if (!engine)
    return unusable(type === undefined ? 'it does not name an engine' : `${type} is not supported`, type);
  return connect(engine, { ...fields, readonly: readonly ?? false }, resolve(root, draft.folder ?? ''));
}

export function unusable(problem: string, type?: string): Outcome {
  return { type, connection: undefined, problems: [problem] };
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

/** Fields of the address win over fields next to it. Templates write an empty value for "not set". */
function read(draft: Draft): Reading {
  const port = text(draft.port);
  const written = {
    host: text(draft.host),
    port: port === undefined ? undefined : Number(port),
    user: text(draft.user),
    password: text(draft.password),
    database: text(draft.database),
    file: text(draft.sqliteFile),
  };
  const fields = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  const named = text(draft.engine);
  const address = text(draft.address);
  if (address === undefined) {
    const guessed = written.file === undefined ? engineOnPort(port) : fileEngine();
    return { type: named ?? guessed?.type, fields };
  }
  if (address === ':memory:') return { type: named ?? fileEngine()?.type, fields: { file: address } };
  const parsed = parseAddress(address);
  if ('problem' in parsed)
    return { type: parsed.engine ?? named, fields, problem: `the address ${parsed.problem}` };
  const { type, ...given } = parsed.fields;
  return { type: String(type), fields: { ...fields, ...given } };
}

function connect(engine: Engine, fields: Fields, folder: string): Outcome {
  const { file, ...networked } = fields;
  const { type, defaultUser } = engine;
  const definition = { name: CONNECTION_NAME, type };
  if (!isFileEngine(engine))
    return validate({ ...definition, host: '127.0.0.1', user: defaultUser?.(), ...networked }, type);
  const written = file ?? networked.database;
  if (typeof written !== 'string') return unusable('it names no file', type);
  if (written.includes(':memory:')) return unusable('the database exists only in memory', type);
  const path = existingPath(written, folder);
  const outcome = validate({ ...definition, readonly: fields.readonly, file: path }, type);
  return isFile(path) ? outcome : { ...outcome, problems: [...outcome.problems, `there is no file ${path}`] };
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

/** A connection, or the fields that are not valid. */
export function validate(definition: unknown, type?: string): Outcome {
  const parsed = definitions.schema.safeParse(definition);
  if (parsed.success) return { type: parsed.data.type, connection: parsed.data, problems: [] };
  const issues = parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  return unusable(`not usable: ${issues.join('; ')}`, type);
}

function text(value: Literal): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
