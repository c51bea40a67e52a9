import { posix } from 'node:path';
import { isAddress } from '../address.ts';
import type { Draft } from '../found.ts';
import { type Literal, Unknown, Withheld } from '../literal/literal.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { Variable, Variables } from '../variables.ts';
import type { SourceContext } from './source.ts';

const ADDRESSES = ['DATABASE_URL', 'DB_URL'] as const;
const NAMES = {
  engine: ['CONNECTION', 'ENGINE', 'TYPE', 'DIALECT', 'CLIENT', 'DRIVER', 'ADAPTER'],
  host: ['HOST', 'HOSTNAME', 'SERVER'],
  port: ['PORT'],
  user: ['USERNAME', 'USER'],
  password: ['PASSWORD', 'PASS', 'PASSWD'],
  database: ['DATABASE', 'NAME', 'DATABASE_NAME', 'DB', 'DBNAME', 'DB_NAME'],
  sqliteFile: ['FILE', 'PATH', 'FILENAME', 'STORAGE'],
} as const;

/** Other prefixes of the same names, with the engine that they imply. */
const PREFIXES: readonly (readonly [string, string | undefined])[] = [
  ['DATABASE_', undefined],
  ['TYPEORM_', undefined],
  ['POSTGRES_', 'postgres'],
  ['POSTGRESQL_', 'postgres'],
  ['PG_', 'postgres'],
  ['PG', 'postgres'],
  ['MYSQL_', 'mysql'],
  ['MARIADB_', 'mysql'],
  ['DEV_DB_', undefined],
  ['DB_DEV_', undefined],
  ['APP_DB_', undefined],
  ['SQL_', undefined],
];
/** Variables of other environments, and of databases beside the program's own. */
const SECONDARY =
  /(^|_)(TEST|TESTING|SHADOW|PROD|PRODUCTION|STAGING|REPLICA|READ|READONLY|SLAVE|CACHE|QUEUE|LOG|DIRECT|CI)(_|$)/;
const LARAVEL_DEFAULT_FILE = 'database/database.sqlite';

/** `DATABASE_URL` and `DB_*` in the `.env*` files of a folder. */
export async function readEnvFiles({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const addresses = ADDRESSES.map((name) => variables.inFile(name)).filter(isSet);
  const fields = await fieldsDraft({ files, variables }, 'DB_');
  return [...addresses.map((variable) => addressDraft(variable, files)), ...(fields ? [fields] : [])];
}

/** Other variables whose values are addresses, and `POSTGRES_*`, `MYSQL_*` and their like. */
export async function readOtherVariables({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const own = variables.own.filter(({ name }) => !SECONDARY.test(name) && !isPrimary(name));
  const addresses = own.filter(({ value }) => isDatabaseAddress(value));
  const drafts = addresses.map((variable) => addressDraft(variable, files));
  for (const [prefix, engine] of PREFIXES) {
    const draft = await fieldsDraft({ files, variables }, prefix, engine);
    // Without a host or an engine they may be settings of a container.
    if (draft && draft.database !== undefined && (draft.host !== undefined || draft.engine !== engine))
      drafts.push(draft);
  }
  return drafts;
}

function isPrimary(name: string): boolean {
  return ADDRESSES.some((address) => address === name);
}

function isDatabaseAddress(value: Literal): boolean {
  const text = value instanceof Withheld ? value.template : value;
  return typeof text === 'string' && isAddress(text);
}

function addressDraft(variable: Variable, files: ProjectFiles): Draft {
  return { ...placeOf(variable), address: withSymfonyParameters(variable.value, files.root), folder: '' };
}

function isSet(variable: Variable | undefined): variable is Variable {
  return variable !== undefined && variable.value !== '';
}

function placeOf({ file, line, name }: Variable) {
  return { file, line, key: name };
}

function withSymfonyParameters(value: Literal, root: string): Literal {
  if (typeof value !== 'string') return value;
  return value.replaceAll('%kernel.project_dir%', root).replaceAll('%kernel.environment%', 'dev');
}

function finder(variables: Variables, prefix: string) {
  return (field: keyof typeof NAMES) =>
    NAMES[field].map((name) => variables.inFile(`${prefix}${name}`)).find(isSet);
}

/** Requires the engine, or host and database name, or a SQLite file without a host. */
async function fieldsDraft(
  { files, variables }: SourceContext,
  prefix: string,
  implied?: string,
): Promise<Draft | undefined> {
  const first = finder(variables, prefix);
  const [engine, host, database, file] = (['engine', 'host', 'database', 'sqliteFile'] as const).map(first);
  const isComplete = /sqlite/i.test(String(engine?.value)) || (host ?? database ?? file) !== undefined;
  const anchor =
    (isComplete ? engine : undefined) ?? (database ? host : undefined) ?? (host ? undefined : file);
  if (anchor === undefined) return undefined;
  const draft = { ...placeOf(anchor), engine: engine?.value ?? implied };
  if (/sqlite/i.test(String(engine?.value)))
    return { ...draft, sqliteFile: await sqliteFileOf((file ?? database)?.value, files) };
  return {
    ...draft,
    host: host?.value,
    port: first('port')?.value,
    user: first('user')?.value,
    password: first('password')?.value,
    database: database?.value,
    // Next to a host or a database name, the file belongs to something else.
    sqliteFile: host || database ? undefined : file?.value,
  };
}

/** In Laravel a bare word is often the database name of an engine that the project used before SQLite. */
async function sqliteFileOf(written: Literal, files: ProjectFiles): Promise<Literal> {
  if (written instanceof Unknown) return written;
  if (typeof written === 'string' && /[\\/.]/.test(written)) return written;
  if (typeof written === 'string' && written !== '' && (await files.exists(posix.normalize(written))))
    return written;
  return LARAVEL_DEFAULT_FILE;
}
