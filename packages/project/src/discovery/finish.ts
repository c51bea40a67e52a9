import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Engine, SqlConnection } from 'dbmole-mcp/engines';
import { parseAddress } from './address.ts';
import { fingerprintOf, reasonsFor } from './approval.ts';
import { definitions, engineNamed, engineOnPort, fileEngine, isFileEngine, titleOf } from './engines.ts';
import type { ApprovalReason, Draft, FoundDatabase, Place, Route } from './found.ts';
import { type Literal, Unknown, Unset, Withheld } from './literal/literal.ts';

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

type Field = keyof typeof LABELS;
const FIELDS = Object.keys(LABELS) as readonly Field[];

/** A validated definition, or the problems that prevent one. */
export interface Outcome {
  readonly type: string | undefined;
  readonly connection: SqlConnection | undefined;
  readonly problems: readonly string[];
}

export interface FinishOptions {
  /** The project's folder. */
  readonly root: string;
  /** The folder of the source, which relative paths of `draft.folder` count from. */
  readonly base: string;
  readonly readonly: boolean | undefined;
}

/** Validates a draft. With variables that are not approved, only where it would lead is known. */
export function finish(
  draft: Draft,
  options: FinishOptions,
): Outcome & { readonly variables: readonly string[] } {
  const known = withoutUnset(draft);
  const variables = [...new Set(FIELDS.flatMap((field) => variablesIn(known[field])))];
  const written = variables.length === 0 ? known : withTemplates(known);
  const outcome = resolveDraft(written, options);
  // What the variables would add is not known, so nothing is missing yet.
  const problems =
    variables.length > 0 && !outcome.connection ? unknownsOf(written, undefined) : outcome.problems;
  return { ...outcome, problems, variables };
}

/** Adds to a definition where it leads, and what a person must approve. */
export function describeFound(
  place: Place & { readonly source: string },
  { type, connection, problems }: Outcome,
  variables: readonly string[],
  root: string,
): FoundDatabase {
  const used = variables.map((detail): ApprovalReason => ({ kind: 'variable', detail }));
  const needsApproval = [...used, ...reasonsFor(connection, root)];
  const fingerprint = fingerprintOf(place, type, connection, needsApproval);
  const route = connection && routeOf(connection);
  const isComplete = variables.length === 0;
  return {
    ...place,
    type,
    route,
    connection: isComplete ? connection : undefined,
    problems,
    needsApproval,
    fingerprint,
  };
}

function routeOf(connection: SqlConnection): Route {
  const { host, port, user, database } = connection;
  const file = 'file' in connection && typeof connection.file === 'string' ? connection.file : undefined;
  return { host, port, user, database, file };
}

/** Drivers ignore a field whose variable is not set, as long as the database is named. */
function withoutUnset(draft: Draft): Draft {
  const isNamed = [draft.database, draft.sqliteFile, draft.address].some(
    (value) => (typeof value === 'string' && value !== '') || value instanceof Withheld,
  );
  if (!isNamed) return draft;
  const unset = FIELDS.filter((field) => field !== 'engine' && draft[field] instanceof Unset);
  return { ...draft, ...Object.fromEntries(unset.map((field) => [field, undefined])) };
}

function variablesIn(value: Literal): readonly string[] {
  return value instanceof Withheld ? value.variables : [];
}

/** A port is a number, so a variable in its place is left out. */
function withTemplates(draft: Draft): Draft {
  const filled = FIELDS.map((field) => {
    const value = draft[field];
    if (!(value instanceof Withheld)) return [field, value];
    if (field === 'port') return [field, undefined];
    return [field, field === 'address' ? addressTemplate(value.template) : value.template];
  });
  return { ...draft, ...Object.fromEntries(filled) };
}

/** Undefined when the variable is the whole address. */
function addressTemplate(template: string): string | undefined {
  const isWhole = /^\$\{[^}]*\}$/.test(template);
  return isWhole
    ? undefined
    : template.replace(/:\$\{\w+\}(?=[/?]|$)/, '').replace(/[{}$]/g, encodeURIComponent);
}

function resolveDraft(draft: Draft, options: FinishOptions): Outcome {
  const name = typeof draft.engine === 'string' ? draft.engine : undefined;
  const known = name === undefined ? undefined : engineNamed(name);
  if (name !== undefined && !known) return unusable(`${titleOf(name)} is not supported`, name);
  const problems = [...(draft.problems ?? []), ...unknownsOf(draft, known)];
  if (problems.length > 0) return { type: known?.type ?? name, connection: undefined, problems };
  const { type, fields, problem } = read(draft);
  const engine = type === undefined ? undefined : engineNamed(type);
  if (problem !== undefined) return unusable(problem, type);
  if (!engine)
    return unusable(
      type === undefined ? 'it does not name an engine' : `${titleOf(type)} is not supported`,
      type,
    );
  return connect(
    engine,
    { ...fields, readonly: options.readonly ?? false },
    resolve(options.base, draft.folder ?? ''),
  );
}

export function unusable(problem: string, type?: string): Outcome {
  return { type, connection: undefined, problems: [problem] };
}

function unknownsOf(draft: Draft, engine: Engine | undefined): string[] {
  const isFile = engine !== undefined && isFileEngine(engine);
  const labels = isFile ? { ...LABELS, database: LABELS.sqliteFile } : LABELS;
  return FIELDS.flatMap((field) => {
    const value = draft[field];
    return value instanceof Unknown ? [`${labels[field]} ${value.why}`] : [];
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
  const parsed = parseAddress(address, named);
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
  if (/:memory:|mode=memory/.test(written)) return unusable('the database exists only in memory', type);
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

const SECRET_REFERENCE = /^\$\{[A-Za-z]+:[^{}]+\}$/;

/** A connection, or the fields that are not valid. A reference would read a secret that is not the project's. */
export function validate(definition: unknown, type?: string): Outcome {
  const parsed = definitions.schema.safeParse(definition);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(
      ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
    );
    return unusable(`not usable: ${issues.join('; ')}`, type);
  }
  const { data } = parsed;
  return hasReference(data)
    ? unusable('it refers to a secret outside the project', data.type)
    : { type: data.type, connection: data, problems: [] };
}

function hasReference(value: unknown): boolean {
  if (typeof value === 'string') return SECRET_REFERENCE.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasReference);
}

function text(value: Literal): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
