import type { Draft } from '../found.ts';
import { type Literal, Unknown } from '../literal/literal.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { Variable } from '../variables.ts';
import type { SourceContext } from './source.ts';

const ADDRESSES = ['DATABASE_URL', 'DB_URL'] as const;
const NAMES = {
  engine: ['CONNECTION', 'ENGINE', 'TYPE', 'DIALECT', 'CLIENT', 'DRIVER', 'ADAPTER'],
  host: ['HOST', 'HOSTNAME', 'SERVER'],
  port: ['PORT'],
  user: ['USERNAME', 'USER'],
  password: ['PASSWORD', 'PASS', 'PASSWD'],
  database: ['DATABASE', 'NAME', 'DATABASE_NAME'],
  sqliteFile: ['FILE', 'PATH', 'FILENAME', 'STORAGE'],
} as const;

const LARAVEL_DEFAULT_FILE = 'database/database.sqlite';

/** `DATABASE_URL` and `DB_*` in the project's `.env*` files. */
export async function readEnvFiles(context: SourceContext): Promise<readonly Draft[]> {
  const { files, variables } = context;
  const addresses = ADDRESSES.map((name) => variables.inFile(name)).filter(isSet);
  const fields = await fieldsDraft(context);
  return [
    ...addresses.map((variable) => ({
      ...placeOf(variable),
      address: withSymfonyParameters(variable.value, files.root),
    })),
    ...(fields ? [fields] : []),
  ];
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

/** Requires the engine, or host and database name, or a SQLite file without a host. */
async function fieldsDraft({ files, variables }: SourceContext): Promise<Draft | undefined> {
  const first = (field: keyof typeof NAMES) =>
    NAMES[field].map((name) => variables.inFile(`DB_${name}`)).find(isSet);
  const [engine, host, database, file] = (['engine', 'host', 'database', 'sqliteFile'] as const).map(first);
  const anchor = engine ?? (database ? host : undefined) ?? (host ? undefined : file);
  if (anchor === undefined) return undefined;
  const draft = { ...placeOf(anchor), engine: engine?.value };
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
  const isPath = typeof written === 'string' && (/[\\/.]/.test(written) || (await files.exists(written)));
  return isPath ? written : LARAVEL_DEFAULT_FILE;
}
