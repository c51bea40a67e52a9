import type { SqlConnection } from 'dbmole-mcp/config';
import type { Literal } from './literal/literal.ts';

/** Where databases are looked for, in this order. */
export type SourceKind =
  | 'molehill'
  | 'devdbrc'
  | 'env'
  | 'prisma'
  | 'rails'
  | 'django'
  | 'drizzle'
  | 'knex'
  | 'typeorm'
  | 'compose'
  | 'spring'
  | 'sqlite';

/** Where in the project something was read. */
export interface Place {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly line?: number | undefined;
  /** The variable, setting or service. */
  readonly key?: string | undefined;
}

/** A database as a file describes it, before anybody looked whether that makes sense. */
export interface Draft extends Place {
  /** What the file calls the engine; an address says it by itself. */
  readonly engine?: Literal;
  /** `postgres://…`, `jdbc:…` or the path of a SQLite file. */
  readonly address?: Literal;
  readonly host?: Literal;
  readonly port?: Literal;
  readonly user?: Literal;
  readonly password?: Literal;
  readonly database?: Literal;
  /** SQLite; relative to `folder`. */
  readonly sqliteFile?: Literal;
  /** Where relative paths of SQLite files count from; the project without it. */
  readonly folder?: string | undefined;
  readonly readonly?: boolean | undefined;
  readonly problems?: readonly string[];
}

export interface FoundDatabase extends Place {
  readonly source: SourceKind;
  /** `postgres`, `mysql`, `sqlite`, or the name of one that is not spoken here. */
  readonly type: string | undefined;
  /** Holds the password. Show `describeFound` instead. */
  readonly connection: SqlConnection | undefined;
  /** Why it cannot be used. */
  readonly problems: readonly string[];
}

export function isUsable(found: FoundDatabase): found is FoundDatabase & { connection: SqlConnection } {
  return found.connection !== undefined && found.problems.length === 0;
}

/** What may be shown: everything but the secrets. */
export interface FoundDescription {
  readonly source: SourceKind;
  readonly place: string;
  readonly type: string | undefined;
  readonly target: string | undefined;
  readonly problems: readonly string[];
}

export function describeFound({
  source,
  type,
  connection,
  problems,
  ...place
}: FoundDatabase): FoundDescription {
  return { source, place: describePlace(place), type, target: connection && targetOf(connection), problems };
}

function describePlace({ file, line, key }: Place): string {
  return `${file}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : ` (${key})`}`;
}

function targetOf(connection: SqlConnection): string {
  if (connection.type === 'sqlite') return connection.file;
  const { host, port, database = '' } = connection;
  return `${host}${port === undefined ? '' : `:${port}`}/${database}`;
}
