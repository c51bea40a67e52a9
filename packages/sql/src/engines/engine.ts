import type { SqlConnection } from '../config.ts';
import type { Guard } from '../guard/guard.ts';
import type { SqlLexer } from './shared/lexer.ts';

export type EngineType = SqlConnection['type'];

/** A value as it goes to the caller: JSON, with nothing rounded or shifted on the way. */
export type Cell = null | boolean | number | string | readonly Cell[] | { readonly [key: string]: Cell };

export interface Column {
  readonly name: string;
  /** The engine's own name of the type. */
  readonly type: string;
}

export interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export interface RunOptions {
  /** Under a read-only connection the engine itself is told to refuse changes, and nothing outlives the statement. */
  readonly readonly: boolean;
  /** An EXPLAIN that is proven to run nothing: what it plans may be a change, and some engines must be told. */
  readonly planOnly?: boolean;
  /** Aborting cancels the statement in the server; the connection is usable afterwards. */
  readonly signal: AbortSignal;
}

export interface Batch {
  /** Cells in the order of the columns. */
  readonly rows: readonly (readonly Cell[])[];
  /** True when these are the last. */
  readonly done: boolean;
}

/** A running statement. Rows come from the server as they are asked for; close it in any case. */
export interface ResultCursor {
  readonly columns: readonly Column[];
  /** How many rows a writing statement touched, where the engine tells. */
  readonly affected: number | undefined;
  fetch(count: number, signal: AbortSignal): Promise<Batch>;
  close(): Promise<void>;
}

export interface ScriptResult {
  readonly sql: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly affected: number | undefined;
}

export interface ServerDescription {
  readonly version: string;
  readonly user: string | undefined;
  readonly database: string | undefined;
  /** What the role could do to the data if nobody stopped it: told to the owner of a read-only connection. */
  readonly superuser: boolean;
  readonly canWrite: boolean;
}

export interface Plan {
  readonly text: string;
  readonly json: Cell;
}

/** One open database. Bounded: calls beyond the pool's size wait for a free connection, and none waits for another's database. */
export interface SqlBackend {
  describeServer(signal: AbortSignal): Promise<ServerDescription>;
  /** Starts one statement with bound parameters. */
  run(statement: Statement, options: RunOptions): Promise<ResultCursor>;
  /** Several statements in one transaction: all of them or none. Never called for a read-only connection. */
  script(sql: string, signal: AbortSignal): Promise<readonly ScriptResult[]>;
  explain(statement: Statement, options: RunOptions & { readonly analyze: boolean }): Promise<Plan>;
  readonly catalogue: SqlCatalogue;
  dispose(): Promise<void>;
}

export interface TableRef {
  readonly schema: string;
  readonly name: string;
}

export type RelationKind = 'table' | 'view' | 'matview';

export interface Relation extends TableRef {
  readonly kind: RelationKind;
  readonly rowEstimate: number | undefined;
  readonly comment: string | undefined;
}

export interface ColumnDescription {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default: string | undefined;
  readonly generated: string | undefined;
  readonly comment: string | undefined;
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly references: TableRef & { readonly columns: readonly string[] };
  readonly onDelete: string | undefined;
}

export interface TableDescription extends Relation {
  readonly columns: readonly ColumnDescription[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Keys of other tables that point here. */
  readonly referencedBy: readonly (TableRef & {
    readonly columns: readonly string[];
    readonly key: string;
  })[];
  readonly indexes: readonly {
    readonly name: string;
    readonly unique: boolean;
    readonly definition: string;
  }[];
  readonly checks: readonly { readonly name: string; readonly definition: string }[];
  readonly triggers: readonly { readonly name: string; readonly definition: string }[];
  readonly ddl: string;
  readonly bytes: number | undefined;
}

export type ObjectKind = 'table' | 'column' | 'index' | 'routine';

export interface FoundObject {
  readonly kind: ObjectKind;
  readonly schema: string;
  /** The table a column or index belongs to. */
  readonly table: string | undefined;
  readonly name: string;
  readonly detail: string | undefined;
}

export interface ListFilter {
  readonly schema?: string | undefined;
  /** SQL LIKE pattern, without regard to case. */
  readonly pattern?: string | undefined;
  readonly limit: number;
  /** How many to leave out from the start; lists are in a stable order. */
  readonly offset: number;
}

/** What the database says about itself. Read under the same protection as any query. */
export interface SqlCatalogue {
  databases(
    signal: AbortSignal,
  ): Promise<readonly { readonly name: string; readonly bytes: number | undefined }[]>;
  schemas(
    signal: AbortSignal,
  ): Promise<readonly { readonly name: string; readonly comment: string | undefined }[]>;
  relations(filter: ListFilter, signal: AbortSignal): Promise<readonly Relation[]>;
  /** Nothing when there is no such table. The schema may be left out: then the usual search path decides. */
  describe(
    table: { readonly schema?: string | undefined; readonly name: string },
    signal: AbortSignal,
  ): Promise<TableDescription | undefined>;
  search(
    kinds: readonly ObjectKind[],
    filter: ListFilter,
    signal: AbortSignal,
  ): Promise<readonly FoundObject[]>;
}

/** Where a backend connects to: the far end of a tunnel where there is one. */
export interface SqlTarget<T extends SqlConnection = SqlConnection> {
  readonly config: T;
  readonly connectHost: string;
  readonly connectPort: number;
  /** The real host name: TLS is verified against it even through a tunnel. */
  readonly serverName: string;
}

/** An engine is a folder of role files; this is what the folder shows. */
export interface Dialect extends SqlLexer {
  readonly type: EngineType;
  readonly defaultPort: number | undefined;
  readonly guard: Guard;
  /** A change waits until every cursor is closed. */
  readonly singleWriter?: true;
  /** An identifier as the engine wants it quoted. */
  quote(identifier: string): string;
  /** Drivers are loaded here and not before. */
  open(target: SqlTarget): Promise<SqlBackend>;
  /** Turns a driver's error into one of ours; undefined when it is not one the dialect knows. */
  classifyError(error: unknown): import('@molehill/core/errors').MolehillError | undefined;
}
