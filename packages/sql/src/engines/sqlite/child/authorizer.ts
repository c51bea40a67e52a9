import { pragmaReads } from '../pragmas.ts';
import type { Failure, Mode } from '../protocol.ts';
import type { Database, Sqlite } from './load.ts';

export type Compiled = 'statement' | 'explain' | 'script';

/** What a statement does, as SQLite reports it while compiling. */
export interface Effects {
  /** How to execute it. VACUUM and pragmas that change a setting do not work inside a transaction. */
  readonly execution: 'read' | 'transaction' | 'autocommit';
  /** It changes rows of tables, which SQLite counts, and not the schema. */
  readonly countsRows: boolean;
  /** The session keeps a setting or a temporary object that the next statement would see. */
  readonly leavesTraces: boolean;
}

export type Denied = NonNullable<Failure['denied']>;

/** Functions that reach outside the database. Most are missing from our builds of SQLite. */
const OUTSIDE_FUNCTIONS = new Set(
  'edit fsdir fts3_tokenizer load_extension lsmode readfile sqlite_log writefile'.split(' '),
);
const READS = new Set(['READ', 'SELECT', 'RECURSIVE', 'FUNCTION', 'READING PRAGMA']);
const ROW_CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE']);
const SCHEMA_TABLES = new Set(['sqlite_master', 'sqlite_temp_master']);

/** SQLite calls it for every action of a statement it compiles: records what the statement does, and denies what the mode forbids. */
export class Authorizer {
  /** Tables of virtual tables. An R-tree prepares writes to its own before it reads; nothing else can write them. */
  shadowTables: ReadonlySet<string> = new Set();
  denied: Denied | undefined;
  readonly #mode: Mode;
  readonly #names: ReadonlyMap<number, string>;
  #seen = new Set<string>();
  #compiling: Compiled | undefined;
  #bypassed = false;

  constructor(database: Database, { constants }: Sqlite, mode: Mode) {
    this.#mode = mode;
    this.#names = actionNames(constants);
    database.setAuthorizer((action, first, second) =>
      this.#bypassed || this.#allows(this.#names.get(action) ?? `ACTION ${action}`, first, second)
        ? constants.SQLITE_OK
        : constants.SQLITE_DENY,
    );
  }

  /** Compiles the caller's statement. */
  compile<T>(prepare: () => T, as: Compiled): { readonly statement: T; readonly effects: Effects } {
    this.#seen = new Set();
    this.denied = undefined;
    this.#compiling = as;
    try {
      return { statement: prepare(), effects: this.#effects([...this.#seen], as) };
    } finally {
      this.#compiling = undefined;
    }
  }

  /** For statements of our own. */
  bypass<T>(work: () => T): T {
    this.#bypassed = true;
    try {
      return work();
    } finally {
      this.#bypassed = false;
    }
  }

  /** SQLite reports nothing at all for VACUUM. An EXPLAIN of a change is not a change, but a pragma acts even then. */
  #effects(seen: readonly string[], as: Compiled): Effects {
    const changes = seen.filter((effect) => !READS.has(effect));
    const configures = changes.includes('PRAGMA');
    const writes = as === 'explain' ? configures : changes.length > 0 || seen.length === 0;
    const execution = configures || seen.length === 0 ? 'autocommit' : 'transaction';
    return {
      execution: writes && this.#mode === 'write' ? execution : 'read',
      countsRows: changes.length > 0 && changes.every((effect) => ROW_CHANGES.has(effect)),
      leavesTraces: configures || changes.some((effect) => effect.includes('_TEMP_')),
    };
  }

  #allows(action: string, first: string | null, second: string | null): boolean {
    const effect = this.#effectOf(action, first ?? '', second);
    if (this.#compiling) this.#seen.add(effect);
    if (this.#mode === 'read' ? this.#mayRead(effect) : this.#mayWrite(effect, first)) return true;
    this.denied ??= { action: action.replaceAll('_', ' '), subject: subjectOf(action, first, second) };
    return false;
  }

  #effectOf(action: string, first: string, second: string | null): string {
    if (action === 'PRAGMA' && pragmaReads(first, second !== null)) return 'READING PRAGMA';
    if (action === 'FUNCTION' && OUTSIDE_FUNCTIONS.has((second ?? '').toLowerCase())) return 'OUTSIDE';
    if (!ROW_CHANGES.has(action)) return action;
    if (this.shadowTables.has(first)) return 'READ';
    return SCHEMA_TABLES.has(first) ? 'SCHEMA' : action;
  }

  #mayRead(effect: string): boolean {
    return READS.has(effect) || (this.#compiling === 'explain' && ROW_CHANGES.has(effect));
  }

  /** VACUUM attaches a nameless file and begins a transaction while it runs; a caller's statement may do neither. */
  #mayWrite(effect: string, first: string | null): boolean {
    if (effect === 'OUTSIDE' || effect === 'DETACH') return false;
    if (effect === 'ATTACH') return first === '' && !this.#compiling;
    if (effect === 'TRANSACTION') return !this.#compiling;
    // A savepoint ends with its script; outside of one it would outlive its statement.
    return effect !== 'SAVEPOINT' || !this.#compiling || this.#compiling === 'script';
  }
}

function subjectOf(action: string, first: string | null, second: string | null): string {
  if (action === 'FUNCTION') return second ?? '';
  return [first, action === 'PRAGMA' ? second : null].filter((part) => part !== null).join(' = ');
}

/** Results and changeset constants share the object, and some of the numbers, with actions. */
function actionNames(constants: object): ReadonlyMap<number, string> {
  const actions = Object.entries(constants).filter(
    ([key, value]) => value > 0 && !/_(?:OK|DENY|IGNORE|OPEN_\w+|CHANGESET_\w+)$/.test(key),
  );
  return new Map(actions.map(([key, value]) => [Number(value), key.replace('SQLITE_', '')]));
}
