import type { Draft } from '../found.ts';
import { type Literal, Unknown } from '../literal/literal.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { Variable, Variables } from '../variables.ts';
import type { SourceContext } from './source.ts';

const ADDRESSES = ['DATABASE_URL', 'DB_URL'] as const;
const ENGINES = [
  'DB_CONNECTION',
  'DB_ENGINE',
  'DB_TYPE',
  'DB_DIALECT',
  'DB_CLIENT',
  'DB_DRIVER',
  'DB_ADAPTER',
];
const HOSTS = ['DB_HOST', 'DB_HOSTNAME', 'DB_SERVER'];
const PORTS = ['DB_PORT'];
const USERS = ['DB_USERNAME', 'DB_USER'];
const PASSWORDS = ['DB_PASSWORD', 'DB_PASS', 'DB_PASSWD'];
const DATABASES = ['DB_DATABASE', 'DB_NAME', 'DB_DATABASE_NAME'];
const SQLITE_FILES = ['DB_FILE', 'DB_PATH', 'DB_FILENAME', 'DB_STORAGE'];

/** Where Laravel keeps its file unless it is told otherwise. */
const LARAVEL_FILE = 'database/database.sqlite';

/** `DATABASE_URL` and `DB_*` in the project's `.env*` files. */
export async function readEnvFiles({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const addresses = ADDRESSES.flatMap((name) => addressDraft(variables.inFile(name), files.root) ?? []);
  const fields = await fieldsDraft(files, variables);
  return [...addresses, ...(fields ? [fields] : [])];
}

function addressDraft(variable: Variable | undefined, root: string): Draft | undefined {
  if (variable === undefined || variable.value === '') return undefined;
  return { ...placeOf(variable), address: inSymfony(variable.value, root) };
}

function placeOf({ file = '', line, name }: Variable) {
  return { file, line, key: name };
}

/** Symfony fills these in itself. */
function inSymfony(value: Literal, root: string): Literal {
  if (typeof value !== 'string') return value;
  return value.replaceAll('%kernel.project_dir%', root).replaceAll('%kernel.environment%', 'dev');
}

/** Said by at least the engine, or by host and name together. */
async function fieldsDraft(files: ProjectFiles, variables: Variables): Promise<Draft | undefined> {
  const first = (names: readonly string[]) =>
    names
      .map((name) => variables.inFile(name))
      .find((variable) => variable !== undefined && variable.value !== '');
  const engine = first(ENGINES);
  const host = first(HOSTS);
  const database = first(DATABASES);
  const sqliteFile = first(SQLITE_FILES);
  const anchor = engine ?? (database ? host : undefined) ?? (host ? undefined : sqliteFile);
  if (anchor === undefined) return undefined;
  const fields = {
    host: host?.value,
    port: first(PORTS)?.value,
    user: first(USERS)?.value,
    password: first(PASSWORDS)?.value,
    database: database?.value,
    sqliteFile: sqliteFile?.value,
  };
  const named = { ...placeOf(anchor), engine: engine?.value };
  return isSqlite(engine?.value)
    ? { ...named, sqliteFile: await sqliteFileOf(fields, files) }
    : { ...named, ...withoutFile(fields) };
}

function isSqlite(engine: Literal): boolean {
  return typeof engine === 'string' && /sqlite/i.test(engine);
}

type Fields = Pick<Draft, 'host' | 'port' | 'user' | 'password' | 'database' | 'sqliteFile'>;

/** A file beside a host is the file of something else. */
function withoutFile({ sqliteFile, ...networked }: Fields): Fields {
  return networked.host === undefined && networked.database === undefined
    ? { ...networked, sqliteFile }
    : networked;
}

/** With SQLite in Laravel the name of the other engine's database often stays behind, as a bare word. */
async function sqliteFileOf({ sqliteFile, database }: Fields, files: ProjectFiles): Promise<Literal> {
  const written = sqliteFile ?? database;
  if (written instanceof Unknown) return written;
  const isPath =
    typeof written === 'string' && (/[\\/.]/.test(written) || (await files.size(written)) !== undefined);
  return isPath ? written : LARAVEL_FILE;
}
