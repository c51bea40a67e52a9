import type { Cell, Column } from '../engine.ts';

/** Messages between this process and a child process that has the database open: one request at a time, one answer each. */

export type Mode = 'read' | 'write';

export type BoundValue = null | string | number | bigint | Uint8Array;

/** The driver's arguments: named values in one object, then the positional ones. */
export type Binding = [named: Record<string, BoundValue>, ...positional: BoundValue[]];

export interface OpenOptions {
  readonly file: string;
  readonly mode: Mode;
  /** How long to wait for a lock that another process holds. */
  readonly busyMs: number;
  /** Creates no file beside the database, even where locks would need one. */
  readonly leavesNoFiles: boolean;
}

export type Row = readonly Cell[];

/** Fewer rows than requested when they are large. */
export interface Rows {
  readonly rows: readonly Row[];
  /** These are the last rows, and the statement is closed. */
  readonly ended: boolean;
}

export interface StatementResult extends Rows {
  readonly columns: readonly Column[];
  readonly affected: number | undefined;
}

export interface Executed {
  readonly results: readonly StatementResult[];
  /** The session keeps something, like a temporary table, that later statements must not see. */
  readonly tainted: boolean;
}

/** The methods of the child process. A change is executed but not committed when `run` or `script` returns undefined. */
export interface ChildApi {
  open(options: OpenOptions): void;
  run(sql: string, binding: Binding, explain: boolean): Executed | undefined;
  script(statements: readonly string[]): undefined;
  commit(): Executed;
  fetch(count: number): Rows;
  /** Closes the running statement and rolls back what is not committed. */
  close(): void;
}

export type Request = {
  readonly [M in keyof ChildApi]: { readonly method: M; readonly args: Parameters<ChildApi[M]> };
}[keyof ChildApi];

/** The driver's error as far as it can be sent. */
export interface Failure {
  readonly message: string;
  /** SQLite's extended result code. */
  readonly errcode?: number | undefined;
  /** What the authorizer denied. */
  readonly denied?: { readonly action: string; readonly subject: string } | undefined;
  /** The statement of a script, counted from 1. */
  readonly statement?: number | undefined;
  /** A limit of the child process, not of SQLite. */
  readonly limit?: 'script-rows' | 'cell-size' | 'changed-while-read' | 'yielded' | undefined;
}

export type Answer = { readonly value: unknown } | { readonly failure: Failure };
