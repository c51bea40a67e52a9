import type { Cell, Column } from '../engine.ts';

/** What goes between this process and the one that holds the database: JSON, one request at a time, one reply each. */

export type Mode = 'read' | 'write';

/** A value to bind, exact in JSON. */
export type WireValue =
  | null
  | string
  | { readonly int: string }
  | { readonly real: string }
  | { readonly hex: string };

export interface Binding {
  readonly named: Readonly<Record<string, WireValue>>;
  readonly positional: readonly WireValue[];
}

export type Request =
  | { readonly op: 'open'; readonly file: string; readonly mode: Mode; readonly busyMs: number }
  /** `plan`: the statement is an EXPLAIN. */
  | { readonly op: 'run'; readonly sql: string; readonly binding: Binding; readonly plan: boolean }
  | { readonly op: 'script'; readonly statements: readonly string[] }
  /** Does what the reply `ready` waited for. From here on it cannot be taken back. */
  | { readonly op: 'commit' }
  | { readonly op: 'fetch'; readonly count: number }
  | { readonly op: 'close' };

export type Row = readonly Cell[];

export interface RowsReply {
  readonly kind: 'rows';
  readonly rows: readonly Row[];
  /** No more rows come, and the statement is closed. */
  readonly ended: boolean;
  /** Fewer rows than asked for, because they are large. */
  readonly heavy: boolean;
}

export interface StartedReply extends Omit<RowsReply, 'kind'> {
  readonly kind: 'started';
  readonly columns: readonly Column[];
  readonly affected: number | undefined;
  /** The statement left something in its session that no other statement should meet. */
  readonly tainted: boolean;
}

export interface StatementResult {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly affected: number | undefined;
}

export interface ScriptReply {
  readonly kind: 'script';
  readonly results: readonly StatementResult[];
  readonly tainted: boolean;
}

export type Reply = { readonly kind: 'opened' | 'closed' | 'ready' } | StartedReply | RowsReply | ScriptReply;

/** Why a request failed, as the driver told it and as far as JSON carries it. */
export interface Failure {
  readonly message: string;
  /** SQLite's extended result code. */
  readonly errcode?: number | undefined;
  /** What the authorizer refused. */
  readonly denied?: { readonly action: string; readonly subject: string } | undefined;
  /** Which statement of a script, counted from 1. */
  readonly statement?: number | undefined;
  /** A refusal of ours, not of SQLite's. */
  readonly limit?: 'script-rows' | 'cell-size' | 'changed-while-read' | 'gave-way' | undefined;
}

export type Answer = { readonly reply: Reply } | { readonly failure: Failure };
