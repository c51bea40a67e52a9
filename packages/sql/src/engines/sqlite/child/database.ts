import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { OpenOptions } from '../protocol.ts';
import { Authorizer, type Compiled, type Effects } from './authorizer.ts';
import type { Database, Sqlite, Statement, Value } from './load.ts';

/** An open database whose statements pass the authorizer. */
export class OpenDatabase {
  readonly authorizer: Authorizer;
  readonly #database: Database;
  readonly #file: string;
  /** For a database that is read without locks: the state of the file when it was opened. */
  readonly #fingerprint: string | undefined;
  readonly #schemaVersion: Statement;
  #schema: unknown;
  #shadowsJournalMode = false;

  /** Never creates a file. Without locks, SQLite reads it as a file that does not change. */
  constructor(sqlite: Sqlite, { file, mode, busyMs }: OpenOptions, withoutLocks: boolean) {
    this.#file = file;
    this.#fingerprint = withoutLocks ? fingerprint(file) : undefined;
    const readOnly = mode === 'read';
    const url = pathToFileURL(file);
    url.search = withoutLocks ? 'immutable=1' : `mode=${readOnly ? 'ro' : 'rw'}`;
    this.#database = new sqlite.DatabaseSync(url, { readOnly, timeout: busyMs, allowExtension: false });
    this.#database.enableDefensive(true);
    if (readOnly) this.#database.exec('PRAGMA query_only = ON');
    this.#schemaVersion = this.#database.prepare('PRAGMA schema_version');
    this.authorizer = new Authorizer(this.#database, sqlite, mode);
    this.#followSchema();
  }

  get withoutLocks(): boolean {
    return this.#fingerprint !== undefined;
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** False when what was read may be a mixture of two states of the file. */
  isIntact(): boolean {
    return !this.withoutLocks || fingerprint(this.#file) === this.#fingerprint;
  }

  /** False when the file may contain changes that this handle does not see. */
  isCurrent(): boolean {
    return !this.withoutLocks || (isUnusedWal(this.#file) && this.isIntact());
  }

  /** Whether a half-read statement blocks writers. */
  blocksWriters(): boolean {
    return !this.withoutLocks && this.value('PRAGMA journal_mode') !== 'wal';
  }

  get shadowsJournalMode(): boolean {
    return this.#shadowsJournalMode;
  }

  /** Without locks, `pragma_journal_mode` would name another mode than that of the file. SQLite prefers a view of that name. */
  shadowJournalMode(): void {
    if (this.#shadowsJournalMode) return;
    this.execute(`PRAGMA query_only = OFF; ${JOURNAL_MODE_VIEW}; PRAGMA query_only = ON`);
    this.#shadowsJournalMode = true;
  }

  compile(sql: string, as: Compiled): { readonly statement: Statement; readonly effects: Effects } {
    this.#followSchema();
    return this.authorizer.compile(() => {
      const statement = this.#database.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      return statement;
    }, as);
  }

  /** Executes a statement of our own. */
  execute(sql: string): void {
    this.authorizer.bypass(() => this.#database.exec(sql));
  }

  /** Reads a single value by a statement of our own. */
  value(sql: string): Value | undefined {
    const row = this.authorizer.bypass(() => this.#database.prepare(sql).get());
    return Object.values(row ?? {})[0];
  }

  close(): void {
    this.#database.close();
  }

  /** The first call also fails for a file that is no database, and rolls back the changes of a killed writer. */
  #followSchema(): void {
    const version = this.#schemaVersion.get()?.schema_version;
    if (version === this.#schema) return;
    const shadows = this.authorizer.bypass(() =>
      this.#database.prepare("SELECT name FROM pragma_table_list WHERE type = 'shadow'").all(),
    );
    this.authorizer.shadowTables = new Set(shadows.map(({ name }) => String(name)));
    this.#schema = version;
  }
}

const JOURNAL_MODE_VIEW = "CREATE TEMP VIEW pragma_journal_mode AS SELECT 'wal' AS journal_mode";
const WAL = 2;
const READ_VERSION_OFFSET = 19;
/** The resolution of file system clocks: of two changes within one tick only the first is visible. */
const TICK_MS = 20;

/**
 * Whether a database is in WAL mode and no process has it open, so that it has no log. SQLite would create two files beside it to read
 * it, which is not possible in a read-only folder and not wanted elsewhere; read without locks, it needs none. Must not be called
 * while this process holds locks on the file: the system drops them when any descriptor of the file is closed.
 */
export function isUnusedWal(file: string): boolean {
  if (readVersion(file) !== WAL || statSync(`${file}-wal`, { throwIfNoEntry: false })) return false;
  return Date.now() - statSync(file).mtimeMs > TICK_MS;
}

/** For a file that was changed within this tick, so that the next change will be visible. */
export function awaitNextTick(file: string): void {
  const age = Date.now() - statSync(file).mtimeMs;
  if (age < 0 || age > TICK_MS) return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TICK_MS - age + 1);
}

function readVersion(file: string): number | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const byte = new Uint8Array(1);
    return readSync(descriptor, byte, 0, 1, READ_VERSION_OFFSET) === 1 ? byte[0] : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function fingerprint(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}
