import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Mode } from '../protocol.ts';
import { Authorizer, type Effects } from './authorizer.ts';
import type { Database, Sqlite, Statement } from './load.ts';

export interface OpenOptions {
  readonly file: string;
  readonly busyMs: number;
}

interface Rest {
  readonly file: string;
  readonly fingerprint: string;
}

/** An open database with the guard at its frontend. */
export class Handle {
  readonly database: Database;
  readonly authorizer: Authorizer;
  /** For one that is read without locks: what the file looked like then. */
  readonly #rest: Rest | undefined;
  readonly #schemaVersion: Statement;
  #schema: unknown;

  constructor(sqlite: Sqlite, database: Database, mode: Mode, rest?: Rest) {
    this.database = database;
    this.#rest = rest;
    database.enableDefensive(true);
    if (mode === 'read') database.exec('PRAGMA query_only = ON');
    this.#schemaVersion = database.prepare('PRAGMA schema_version');
    this.authorizer = new Authorizer(database, sqlite, mode);
    this.#followSchema();
  }

  get atRest(): boolean {
    return this.#rest !== undefined;
  }

  /** False when what was read may be a mixture of two states of the file. */
  intact(): boolean {
    return this.#rest === undefined || fingerprint(this.#rest.file) === this.#rest.fingerprint;
  }

  /** False when the file may hold more by now than this handle sees. */
  current(): boolean {
    return this.#rest === undefined || (isRestingWal(this.#rest.file) && this.intact());
  }

  compile(sql: string, plan: boolean): { readonly statement: Statement; readonly effects: Effects } {
    this.#followSchema();
    return this.authorizer.compile(() => this.#prepare(sql), plan);
  }

  /** Whether a statement that is half read keeps others from writing. */
  hindersWriters(): boolean {
    const mode = this.authorizer.trust(() => this.database.prepare('PRAGMA journal_mode').get());
    return !this.atRest && mode?.journal_mode !== 'wal';
  }

  /** A statement of our own. */
  execute(sql: string): void {
    this.authorizer.trust(() => this.database.exec(sql));
  }

  close(): void {
    this.database.close();
  }

  #prepare(sql: string): Statement {
    const statement = this.database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return statement;
  }

  /** The first look also finds out whether the file is a database, and ends what a killed writer left half done. */
  #followSchema(): void {
    const version = this.#schemaVersion.get()?.schema_version;
    if (version === this.#schema) return;
    const shadows = this.authorizer.trust(() =>
      this.database.prepare("SELECT name FROM pragma_table_list WHERE type = 'shadow'").all(),
    );
    this.authorizer.shadowTables = new Set(shadows.map(({ name }) => String(name)));
    this.#schema = version;
  }
}

/** Never creates a file: a missing one is an error, however it went missing. */
export function openForWriting(sqlite: Sqlite, { file, busyMs }: OpenOptions): Handle {
  const database = new sqlite.DatabaseSync(address(file, 'mode=rw'), {
    timeout: busyMs,
    enableForeignKeyConstraints: true,
    allowExtension: false,
  });
  return new Handle(sqlite, database, 'write');
}

export function openForReading(sqlite: Sqlite, { file, busyMs }: OpenOptions): Handle {
  const database = new sqlite.DatabaseSync(file, { readOnly: true, timeout: busyMs, allowExtension: false });
  return new Handle(sqlite, database, 'read');
}

/**
 * SQLite cannot read a database in WAL mode without creating two files beside it, which a reader has no business to do and
 * in a folder it may not write cannot do. When nobody has the database open there is nothing in those files, and it is read
 * as a file that does not change; afterwards it is looked at whether that was true.
 */
export function openAtRest(sqlite: Sqlite, { file }: OpenOptions): Handle {
  const rest = { file, fingerprint: fingerprint(file) };
  const database = new sqlite.DatabaseSync(address(file, 'immutable=1'), {
    readOnly: true,
    allowExtension: false,
  });
  return new Handle(sqlite, database, 'read', rest);
}

function address(file: string, query: string): URL {
  const url = pathToFileURL(file);
  url.search = query;
  return url;
}

const WAL = 2;
const READ_VERSION_AT = 19;
/** Clocks of file systems tick; of two changes within one tick only the first shows. */
const TICK_MS = 20;

/**
 * In WAL mode, with no log beside it. The log exists as long as any program has the database open. Not to be asked while this
 * process holds locks on the file: the system drops them all when any descriptor of the file is closed.
 */
export function isRestingWal(file: string): boolean {
  if (readByte(file, READ_VERSION_AT) !== WAL || exists(`${file}-wal`)) return false;
  return Date.now() - statSync(file).mtimeMs > TICK_MS;
}

function readByte(file: string, position: number): number | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const byte = new Uint8Array(1);
    return readSync(descriptor, byte, 0, 1, position) === 1 ? byte[0] : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function fingerprint(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}
