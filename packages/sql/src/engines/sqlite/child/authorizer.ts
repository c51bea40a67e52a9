import type { Mode } from '../protocol.ts';
import type { Database, Sqlite } from './load.ts';
import { pragmaOnlyTells } from './pragmas.ts';

/** What a statement was found to do while SQLite compiled it. */
export interface Effects {
  /** SQLite asked for nothing at all: only VACUUM is compiled so. */
  readonly none: boolean;
  readonly writes: boolean;
  /** Rows of tables, and not the schema: SQLite counts these. */
  readonly countsRows: boolean;
  /** A pragma that sets something. */
  readonly configures: boolean;
  readonly temporary: boolean;
}

export interface Denied {
  readonly action: string;
  readonly subject: string;
}

/** Functions that reach outside the database. No build of ours has more than a few of them; the list is for the next one. */
const OUTSIDE_FUNCTIONS = new Set([
  'edit',
  'fsdir',
  'fts3_tokenizer',
  'load_extension',
  'lsmode',
  'readfile',
  'sqlite_log',
  'writefile',
]);

const READING = new Set(['READ', 'SELECT', 'RECURSIVE']);
const ROW_CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE']);
const SCHEMA_TABLES = new Set(['sqlite_master', 'sqlite_temp_master']);

/** Stands between SQLite's compiler and every statement: notes what it does, and refuses what the mode does not allow. */
export class Authorizer {
  /** Tables that belong to virtual tables. An R-tree prepares writes to its own before it reads; SQLite lets nobody else write them. */
  shadowTables: ReadonlySet<string> = new Set();
  /** Inside a script a savepoint has an end; alone it would outlive its statement. */
  allowSavepoints = false;
  denied: Denied | undefined;
  readonly #mode: Mode;
  readonly #names: ReadonlyMap<number, string>;
  readonly #allow: number;
  readonly #deny: number;
  #seen = new Set<string>();
  #compiling: 'statement' | 'plan' | undefined;
  #trusted = false;

  constructor(database: Database, { constants }: Sqlite, mode: Mode) {
    this.#mode = mode;
    this.#allow = constants.SQLITE_OK;
    this.#deny = constants.SQLITE_DENY;
    this.#names = actionNames(constants);
    database.setAuthorizer((action, first, second) => this.#judge(action, first, second));
  }

  /** Compiles the caller's statement and tells what it would do. A plan of a change is not a change. */
  compile<T>(prepare: () => T, plan: boolean): { readonly statement: T; readonly effects: Effects } {
    this.#seen = new Set();
    this.denied = undefined;
    this.#compiling = plan ? 'plan' : 'statement';
    try {
      return { statement: prepare(), effects: this.#effects() };
    } finally {
      this.#compiling = undefined;
    }
  }

  /** Statements of our own. */
  trust<T>(work: () => T): T {
    this.#trusted = true;
    try {
      return work();
    } finally {
      this.#trusted = false;
    }
  }

  #effects(): Effects {
    const seen = [...this.#seen];
    const changes = seen.filter(
      (effect) => !READING.has(effect) && effect !== 'FUNCTION' && effect !== 'TELL',
    );
    return {
      none: seen.length === 0,
      writes: changes.length > 0,
      countsRows: changes.length > 0 && changes.every((effect) => ROW_CHANGES.has(effect)),
      configures: seen.includes('PRAGMA'),
      temporary: seen.some((effect) => effect.includes('_TEMP_')),
    };
  }

  #judge(action: number, first: string | null, second: string | null): number {
    if (this.#trusted) return this.#allow;
    const name = this.#names.get(action) ?? `ACTION ${action}`;
    const effect = this.#effectOf(name, first ?? '', second);
    if (this.#compiling) this.#seen.add(effect);
    if (this.#mode === 'read' ? this.#reads(effect) : this.#mayWrite(effect, first)) return this.#allow;
    this.denied ??= { action: name.replaceAll('_', ' '), subject: subjectOf(name, first, second) };
    return this.#deny;
  }

  #effectOf(name: string, first: string, second: string | null): string {
    if (name === 'PRAGMA' && pragmaOnlyTells(first, second)) return 'TELL';
    if (name === 'FUNCTION' && OUTSIDE_FUNCTIONS.has((second ?? '').toLowerCase())) return 'OUTSIDE';
    if (!ROW_CHANGES.has(name)) return name;
    if (this.shadowTables.has(first)) return 'READ';
    return SCHEMA_TABLES.has(first) ? 'SCHEMA' : name;
  }

  #reads(effect: string): boolean {
    if (READING.has(effect) || effect === 'FUNCTION' || effect === 'TELL') return true;
    return this.#compiling === 'plan' && ROW_CHANGES.has(effect);
  }

  /** VACUUM attaches a nameless file and begins a transaction while it runs; a caller's statement may do neither. */
  #mayWrite(effect: string, first: string | null): boolean {
    if (effect === 'OUTSIDE' || effect === 'DETACH') return false;
    if (effect === 'ATTACH') return first === '' && !this.#compiling;
    if (effect === 'TRANSACTION') return !this.#compiling;
    if (effect === 'SAVEPOINT') return !this.#compiling || this.allowSavepoints;
    return true;
  }
}

function subjectOf(name: string, first: string | null, second: string | null): string {
  if (name === 'FUNCTION') return second ?? '';
  return [first, name === 'PRAGMA' ? second : null].filter((part) => part !== null).join(' = ');
}

const PREFIX = 'SQLITE_';
const FIRST_ACTION = 1;

/** The numbers that mean actions; results and changeset constants share the object and some of the numbers. */
function actionNames(constants: object): ReadonlyMap<number, string> {
  const names = Object.entries(constants).flatMap(([key, value]): [number, string][] =>
    isAction(key, value) ? [[value, key.slice(PREFIX.length)]] : [],
  );
  return new Map(names);
}

function isAction(key: string, value: unknown): value is number {
  return (
    typeof value === 'number' &&
    value >= FIRST_ACTION &&
    !/_(?:OK|DENY|IGNORE|OPEN_\w+|CHANGESET_\w+)$/.test(key)
  );
}
