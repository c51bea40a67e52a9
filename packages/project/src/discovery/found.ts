import type { SqlConnection } from 'dbmole-mcp/engines';
import type { Literal } from './literal/literal.ts';

/** Where a database is named. */
export interface Place {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly line?: number | undefined;
  /** The variable, setting or service. */
  readonly key?: string | undefined;
}

/** A database as a file describes it, not yet validated. */
export interface Draft extends Place {
  /** The engine's name in the file; an address includes it. */
  readonly engine?: Literal;
  /** `postgres://…`, `jdbc:…` or the path of a SQLite file. */
  readonly address?: Literal;
  readonly host?: Literal;
  readonly port?: Literal;
  readonly user?: Literal;
  readonly password?: Literal;
  readonly database?: Literal;
  /** Relative to `folder`. */
  readonly sqliteFile?: Literal;
  /** The base of relative SQLite paths; by default the project. */
  readonly folder?: string | undefined;
  readonly problems?: readonly string[];
}

export interface FoundDatabase extends Place {
  readonly source: string;
  /** The type of an engine, or the name of an unsupported one. */
  readonly type: string | undefined;
  /** Contains the password. */
  readonly connection: SqlConnection | undefined;
  /** Why it cannot be used. */
  readonly problems: readonly string[];
}

export function isUsable(found: FoundDatabase): found is FoundDatabase & { connection: SqlConnection } {
  return found.connection !== undefined && found.problems.length === 0;
}

/** Without secrets. */
export function describeProblems({ file, line, key, problems }: FoundDatabase): string {
  const place = `${file}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : ` (${key})`}`;
  return `${place}: ${problems.join(', ')}`;
}
