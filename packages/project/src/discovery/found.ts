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

/** What a project's file may do only after a person agreed. `detail` names the host, path, variable or target. */
export interface ApprovalReason {
  readonly kind: 'host' | 'path' | 'variable' | 'link';
  readonly detail: string;
}

/** Where a connection leads, without secrets. A variable that is not approved stands as `${NAME}`. */
export interface Route {
  readonly host?: string | undefined;
  readonly port?: number | string | undefined;
  readonly user?: string | undefined;
  readonly database?: string | undefined;
  readonly file?: string | undefined;
}

export interface FoundDatabase extends Place {
  readonly source: string;
  /** The type of an engine, or the name of an unsupported one. */
  readonly type: string | undefined;
  readonly route?: Route | undefined;
  /** Contains the password. Undefined while a variable of the process is not approved. */
  readonly connection: SqlConnection | undefined;
  /** Why it cannot be used, apart from a missing approval. */
  readonly problems: readonly string[];
  /** Empty: it may be opened without a person. */
  readonly needsApproval: readonly ApprovalReason[];
  /** SHA-256 of everything that a person approves: where it leads, the reasons and the place. */
  readonly fingerprint: string;
}

export type UsableDatabase = FoundDatabase & { readonly connection: SqlConnection };

/** A file that exists and was not read. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: string;
}

export function isUsable(found: FoundDatabase): found is UsableDatabase {
  return found.connection !== undefined && found.problems.length === 0;
}

export interface ShownDatabase extends Route {
  readonly type: string | undefined;
  readonly from: string;
  readonly line?: number | undefined;
  readonly key?: string | undefined;
  readonly problems: readonly string[];
  readonly needsApproval: readonly ApprovalReason[];
}

/** A database as `molehill project show` prints it, without secrets. */
export function shown({
  file,
  line,
  key,
  type,
  route,
  problems,
  needsApproval,
}: FoundDatabase): ShownDatabase {
  const { host, port, database, file: path } = route ?? {};
  const place = { from: file, line, key };
  return path === undefined
    ? { type, host, port, database, ...place, problems, needsApproval }
    : { type, file: path, ...place, problems, needsApproval };
}
