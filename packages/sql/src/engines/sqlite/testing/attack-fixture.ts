import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AttackFixture, UnguardedRun } from '../../../testing/attacks/fixture.ts';

const OBJECTS = `
  CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
  INSERT INTO users VALUES (1, 'a'), (2, 'b');
  CREATE VIRTUAL TABLE ft USING fts5(body);
  INSERT INTO ft VALUES ('hello mole');
  CREATE VIRTUAL TABLE f4 USING fts4(body);
  INSERT INTO f4 VALUES ('hello'), ('mole');
  CREATE VIRTUAL TABLE rt USING rtree(id, low, high);
  INSERT INTO rt VALUES (1, 0, 5);
  CREATE VIEW vp AS SELECT * FROM pragma_optimize;
  CREATE VIEW vj AS SELECT * FROM pragma_journal_mode;
  CREATE VIEW vc AS SELECT * FROM pragma_wal_checkpoint;
  CREATE VIEW vl AS SELECT load_extension('x') AS x;
`;

/** The database and its folder, which also shows journals. */
export async function sqliteAttackFixture(journalMode: 'delete' | 'wal'): Promise<AttackFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-attacks-'));
  const file = join(folder, 'attacked.db');
  change(file, `PRAGMA journal_mode = ${journalMode}; ${OBJECTS}`);
  return {
    definition: { type: 'sqlite', file },
    folder,
    snapshot: async () => {
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return [hash, ...takeFiles(folder, basename(file)), ...filesOfCases()].join('\n');
    },
    effects: {
      row: async () => change(file, "INSERT INTO users VALUES (9, 'i')"),
      definition: async () => change(file, 'CREATE VIEW added AS SELECT 1'),
      setting: async () => change(file, 'PRAGMA user_version = 7'),
      'full-text index': async () => change(file, "INSERT INTO ft VALUES ('more')"),
      file: async () => change(file, `VACUUM INTO '${folder}/copy.db'`),
      'file beside the database': async () => writeFileSync(`${file}-journal`, ''),
    },
    runUnguarded: async (sql) => runUnguarded(file, sql),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Files beside the database, each shown once. */
function takeFiles(folder: string, kept: string): readonly string[] {
  const files = readdirSync(folder).filter((name) => name !== kept);
  for (const file of files) rmSync(join(folder, file), { recursive: true });
  return files.sort();
}

/** Files that some attacks write by a fixed name. */
function filesOfCases(): readonly string[] {
  return readdirSync('/tmp').filter((name) => ['x', 'x.db', 'n.db'].includes(name));
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** On a copy: a handle that is only asked not to write may still leave files. */
function runUnguarded(file: string, sql: string): UnguardedRun {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-unguarded-'));
  const copy = join(folder, 'copy.db');
  writeFileSync(copy, readFileSync(file));
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    const before = settingsOf(database);
    database.prepare(sql).all();
    return { ran: true, sessionEffect: settingsOf(database) === before ? undefined : 'it changed a setting' };
  } catch {
    return { ran: false };
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SETTINGS = [
  'query_only',
  'writable_schema',
  'foreign_keys',
  'cache_size',
  'trusted_schema',
  'synchronous',
];

function settingsOf(database: DatabaseSync): string {
  return JSON.stringify([
    database.isTransaction,
    ...SETTINGS.map((name) => database.prepare(`PRAGMA ${name}`).get()),
    database.prepare("SELECT name FROM pragma_database_list WHERE name <> 'temp'").all(),
  ]);
}
