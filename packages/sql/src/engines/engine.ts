import type { BackendTarget } from '@molehill/connections/backend';
import type { ConnectionBase } from '@molehill/connections/shape';
import type { MolehillError } from '@molehill/core/errors';
import * as z from 'zod';
import type { Guard } from '../guard/guard.ts';
import type { SqlLexer } from './shared/lexer.ts';
import type { EnginePlan } from './shared/plan/node.ts';

/** A connection of any engine, which may have further fields. */
export interface SqlConnection extends ConnectionBase {
  readonly type: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: string | undefined;
}

/** A value as JSON, exact: nothing is rounded and no time is shifted. */
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
  /** The engine itself refuses changes, and no setting outlives the statement. */
  readonly readonly: boolean;
  /** An EXPLAIN that runs nothing. It may plan a change, which some engines allow only with this option. */
  readonly planOnly?: boolean;
  /** A role that can only read answers the same: the engine takes one where it has one. */
  readonly asReader?: boolean;
  /** A query of our own on the catalogue. */
  readonly isCatalogue?: boolean;
  /** Aborting cancels the statement in the server; the connection is usable afterwards. */
  readonly signal: AbortSignal;
}

export interface Batch {
  /** Cells in the order of the columns. */
  readonly rows: readonly (readonly Cell[])[];
  readonly done: boolean;
}

/** A running statement, whose rows are fetched on demand. The caller must close it. */
export interface ResultCursor {
  readonly columns: readonly Column[];
  /** Changed rows, where the engine reports them. */
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
  /** What the role may do in the database; a warning for read-only connections. */
  readonly superuser: boolean;
  readonly canWrite: boolean;
}

export interface Plan {
  readonly text: string;
  readonly json: Cell;
}

/** One open database. Calls beyond the size of its pool wait for a free connection. */
export interface SqlBackend {
  /** Connects in advance, where that takes long. */
  warm?(signal: AbortSignal): Promise<void>;
  describeServer(signal: AbortSignal): Promise<ServerDescription>;
  /** Starts one statement with bound parameters. */
  run(statement: Statement, options: RunOptions): Promise<ResultCursor>;
  /** Several statements in one transaction: all of them or none. */
  script(sql: string, signal: AbortSignal): Promise<readonly ScriptResult[]>;
  explain(statement: Statement, options: RunOptions & { readonly analyze: boolean }): Promise<Plan>;
  readonly catalogue: SqlCatalogue;
  dispose(): Promise<void>;
}

const named = { name: z.string() };
const inSchema = { schema: z.string(), ...named };
const keyTarget = z.object({ ...inSchema, columns: z.array(z.string()) });
const definitions = z.array(z.object({ ...named, definition: z.string() }));

/** Schemas of the catalogue are also those of the tools that return it. */
export const databaseSchema = z.object({ ...named, bytes: z.number().optional() });
export const namespaceSchema = z.object({ ...named, comment: z.string().optional() });

export const relationSchema = z.object({
  ...inSchema,
  kind: z.enum(['table', 'view', 'matview']),
  rowEstimate: z.number().optional(),
  comment: z.string().optional(),
});

const columnSchema = z.object({
  ...named,
  type: z.string(),
  nullable: z.boolean(),
  default: z.string().optional(),
  generated: z.string().optional(),
  comment: z.string().optional(),
});

const foreignKeySchema = z.object({
  ...named,
  columns: z.array(z.string()),
  references: keyTarget,
  onDelete: z.string().optional(),
});

export const tableSchema = relationSchema.extend({
  bytes: z.number().optional(),
  columns: z.array(columnSchema),
  primaryKey: z.array(z.string()),
  foreignKeys: z.array(foreignKeySchema),
  /** Keys of other tables that reference this one. */
  referencedBy: z.array(keyTarget.extend({ key: z.string() })),
  indexes: z.array(definitions.element.extend({ unique: z.boolean() })),
  checks: definitions,
  triggers: definitions,
  ddl: z.string(),
});

export const objectKinds = ['table', 'column', 'index', 'routine'] as const;

export const foundObjectSchema = z.object({
  kind: z.enum(objectKinds),
  schema: z.string(),
  /** The table of a column or index. */
  table: z.string().optional(),
  ...named,
  detail: z.string().optional(),
});

export type TableRef = Readonly<Record<keyof typeof inSchema, string>>;
export type Relation = Readonly<z.output<typeof relationSchema>>;
export type RelationKind = Relation['kind'];
export type ColumnDescription = Readonly<z.output<typeof columnSchema>>;
export type ForeignKey = Readonly<z.output<typeof foreignKeySchema>>;
export type TableDescription = Readonly<z.output<typeof tableSchema>>;
export type ObjectKind = (typeof objectKinds)[number];
export type FoundObject = Readonly<z.output<typeof foundObjectSchema>>;

export interface ListFilter {
  readonly schema?: string | undefined;
  /** SQL LIKE pattern, case-insensitive. */
  readonly pattern?: string | undefined;
  readonly limit: number;
  /** Items to skip; lists have a stable order. */
  readonly offset: number;
}

/** Reads the catalogue under the same protection as any query. */
export interface SqlCatalogue {
  databases(signal: AbortSignal): Promise<readonly z.output<typeof databaseSchema>[]>;
  schemas(signal: AbortSignal): Promise<readonly z.output<typeof namespaceSchema>[]>;
  relations(filter: ListFilter, signal: AbortSignal): Promise<readonly Relation[]>;
  /** Undefined when there is no such table. Without a schema, the search path decides. */
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

export type SqlTarget<C extends SqlConnection = SqlConnection> = BackendTarget<C>;

/** The part of an engine that is loaded when a connection of its type is first used. */
export interface Dialect<C extends SqlConnection = SqlConnection> extends SqlLexer {
  readonly guard: Guard;
  /** A change waits until every cursor is closed. */
  readonly singleWriter?: true;
  /** Selects the schema whose tables need no prefix. */
  readonly defaultSchemaSql: string;
  quote(identifier: string): string;
  /** About this share of a table's rows, spread over it, to select from. */
  sample?(table: string, share: number): string;
  /** Selects the most frequent keys of a JSON column: key, count, distinct values, types, an example. Undefined for other types. */
  jsonKeys?(source: string, column: string, type: string, top: number): string | undefined;
  open(target: SqlTarget<C>): Promise<SqlBackend>;
  /** Undefined for an error the dialect does not know. */
  classifyError(error: unknown): MolehillError | undefined;
  /** Undefined for a plan in a format the dialect does not know. */
  readPlan(plan: Plan): EnginePlan | undefined;
}

/** Fields of a connection read from a DSN; the schema checks whether they suffice. */
export type DsnFields = Readonly<Record<string, unknown>>;

export type ParsedDsn = { readonly fields: DsnFields } | { readonly problem: string };

export interface DsnFormat {
  /** Lower case, without a driver suffix. */
  readonly schemes: readonly string[];
  /** How such a DSN looks, for messages. */
  readonly form: string;
  /** Whether a text without a known scheme is meant for this engine. */
  accepts?(text: string): boolean;
  parse(text: string): ParsedDsn;
}

/** Generic: a value read from a configuration file need not be a string. */
export interface Credentials<T> {
  readonly user?: T | string | undefined;
  readonly password?: T | undefined;
  readonly database?: T | string | undefined;
}

/**
 * The part of an engine that is loaded at start: everything about a definition, nothing that connects. A folder with a
 * descriptor and a line in the registry add an engine.
 */
export interface Engine<C extends SqlConnection = SqlConnection> {
  /** The `type` of its connections. */
  readonly type: string;
  readonly title: string;
  /** Declares which fields are secrets, decide where they are sent, and name files. */
  readonly schema: z.ZodObject & z.ZodType<C>;
  readonly dsn: DsnFormat;
  /** Absent where there is no server. */
  readonly defaultPort?: number;
  /** Other names that frameworks, drivers and container images use. */
  readonly aliases: readonly string[];
  /** The name that get-database-type answers. */
  readonly driver: string;
  /** Who connects where a project's files name no user. */
  defaultUser?(): string;
  /** What the environment of its container image sets. */
  containerCredentials?<T>(environment: Readonly<Record<string, T | undefined>>): Credentials<T>;
  /** Identifies the server or file: connections with the same place can block each other. */
  placeOf(config: C): string;
  /** The target as people know it, without secrets. */
  labelOf(config: C): string;
  load(): Promise<Dialect<C>>;
}
