import type { Draft } from '../found.ts';
import { ScriptLoader } from '../literal/javascript.ts';
import { at, isLiteralRecord, type Literal, Unknown } from '../literal/literal.ts';
import { phpAsJavascript } from '../literal/php.ts';
import { readJson } from './config-file.ts';
import { draftOf, type SourceContext } from './source.ts';

const FILES = ['config/database.php', 'app/Config/database.php', 'app/config/database.php'];
const FILE_OF_SQLITE = 'database/database.sqlite';
/** The version that changed the defaults of a connection that nobody configured. */
const SQLITE_BY_DEFAULT = 11;

/** The default connection of `config/database.php`, or what Laravel assumes without that file. */
export async function readLaravel(context: SourceContext): Promise<readonly Draft[]> {
  const version = await laravelVersion(context);
  if (version === undefined) return [];
  const { files, variables } = context;
  const config = await files.readFirst(FILES);
  if (!config) return [assumed(context, version)];
  const { exports } = await new ScriptLoader(files, variables).evaluate(
    config.path,
    phpAsJavascript(config.text),
  );
  const { value, line } = exports.default ?? { value: undefined, line: undefined };
  const name = at(value, 'default');
  const place = { file: config.path, line };
  if (name instanceof Unknown) return [{ ...place, key: 'default', engine: name }];
  const connection = typeof name === 'string' ? at(value, 'connections', name) : undefined;
  if (!isLiteralRecord(connection)) return [assumed(context, version, name)];
  return [laravelDraft(connection, { ...place, key: `connections.${String(name)}` })];
}

function laravelDraft(connection: Literal, place: Draft): Draft {
  const draft = draftOf(connection, { ...place, engine: at(connection, 'driver') });
  // A bare word is the database name of an engine that the project used before SQLite.
  const isFile = draft.engine === 'sqlite' && typeof draft.database === 'string';
  const database = isFile && !/[\\/.]/.test(String(draft.database)) ? FILE_OF_SQLITE : draft.database;
  return { ...draft, database, address: draft.address instanceof Unknown ? undefined : draft.address };
}

async function laravelVersion(context: SourceContext): Promise<number | undefined> {
  const required = at(await readJson(context, 'composer.json'), 'require', 'laravel/framework');
  if (typeof required === 'string') return Number(/\d+/.exec(required)?.[0] ?? SQLITE_BY_DEFAULT);
  return (await context.files.exists('artisan')) ? SQLITE_BY_DEFAULT : undefined;
}

function assumed({ variables }: SourceContext, version: number, configured?: Literal): Draft {
  const name =
    configured ?? variables.find('DB_CONNECTION') ?? (version < SQLITE_BY_DEFAULT ? 'mysql' : 'sqlite');
  const place = { file: 'composer.json', key: 'laravel/framework', engine: name };
  if (name === 'sqlite') return { ...place, sqliteFile: variables.find('DB_DATABASE') ?? FILE_OF_SQLITE };
  const isOld = version < SQLITE_BY_DEFAULT;
  return {
    ...place,
    host: variables.find('DB_HOST') ?? '127.0.0.1',
    port: variables.find('DB_PORT'),
    user: variables.find('DB_USERNAME') ?? (isOld ? 'forge' : 'root'),
    password: variables.find('DB_PASSWORD'),
    database: variables.find('DB_DATABASE') ?? (isOld ? 'forge' : 'laravel'),
  };
}
