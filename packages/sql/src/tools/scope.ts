import type { Dialect, ResultCursor, SqlBackend, Statement } from '../engines/engine.ts';
import type { Verdict } from '../guard/guard.ts';

/** An open connection and the constraints on statements sent over it. */
export interface SqlScope {
  readonly dialect: Dialect;
  /** Identifies the server or file of the connection. */
  readonly place: string;
  readonly backend: SqlBackend;
  /** The guard's verdict on the caller's statement; a tool without one reads. */
  readonly verdict: Verdict;
  /** Whether the engine runs it read-only: every read, and everything on a read-only connection. */
  readonly readonly: boolean;
  /** Whether the statement is certainly planned and not executed. */
  readonly planOnly: boolean;
  /** Starts the caller's statement as the verdict allows. */
  run(statement: Statement, signal: AbortSignal): Promise<ResultCursor>;
  /** Starts a statement of the tool's own. It passes the guard, because a view may do more than read. */
  read(statement: Statement, signal: AbortSignal): Promise<ResultCursor>;
}
