import type { Draft } from '../found.ts';
import { at, isLiteralRecord, type Literal } from '../literal/literal.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { Variables } from '../variables.ts';

export interface SourceContext {
  readonly files: ProjectFiles;
  readonly variables: Variables;
}

/** One kind of file that may name a database. It is read, never executed. */
export type Source = (context: SourceContext) => Promise<readonly Draft[]>;

/** What frameworks call the fields of a connection. */
const KEYS = {
  engine: ['type', 'client', 'dialect', 'adapter', 'driver', 'ENGINE'],
  address: ['url', 'connectionString', 'uri', 'dsn', 'clientUrl', 'datasource', 'connection_string'],
  host: ['host', 'hostname', 'HOST', 'server', 'addr'],
  port: ['port', 'PORT'],
  user: ['username', 'user', 'USER'],
  password: ['password', 'pass', 'PASSWORD'],
  database: ['database', 'NAME', 'dbname', 'dbName', 'db_name', 'db', 'name'],
  sqliteFile: ['path', 'filename', 'storage'],
} satisfies Partial<Record<keyof Draft, readonly string[]>>;

/** The connection that an object describes; a field of `place` wins over the object's. */
export function draftOf(settings: Literal, place: Draft): Draft {
  if (!isLiteralRecord(settings)) return notLiteral(place);
  const fields = Object.entries(KEYS).map(([field, names]) => {
    const value = names.map((name) => at(settings, name)).find((found) => found !== undefined);
    return [field, isLiteralRecord(value) ? undefined : value] as const;
  });
  return { ...Object.fromEntries(fields), ...place };
}

export function notLiteral(place: Draft): Draft {
  return { ...place, problems: ['it is computed when the program runs'] };
}
