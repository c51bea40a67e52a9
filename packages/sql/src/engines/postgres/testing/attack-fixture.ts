import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../../../../test/engines/postgres.ts';
import type { AttackFixture, UnguardedRun } from '../../../testing/attacks/fixture.ts';
import { administer, scratchDatabase } from '../../../testing/scratch-database.ts';
import { type Loopback, objectsOfAttacks } from './attack-objects.ts';

const STATE = [
  'SELECT count(*) FROM marks',
  'SELECT * FROM users ORDER BY id',
  'SELECT last_value, is_called FROM sq',
  "SELECT relname, relkind, relnatts, reltuples, relfilenode, relacl::text FROM pg_class WHERE oid >= 16384 AND relname !~ '^pg_' ORDER BY oid",
  'SELECT proname, prosrc FROM pg_proc WHERE oid >= 16384 ORDER BY oid',
  'SELECT rolname, rolsuper FROM pg_authid ORDER BY oid',
  'SELECT setdatabase, setrole, setconfig::text FROM pg_db_role_setting ORDER BY 1, 2',
  'SELECT name, setting FROM pg_file_settings ORDER BY 1',
  'SELECT slot_name FROM pg_replication_slots ORDER BY 1',
  'SELECT oid FROM pg_largeobject_metadata ORDER BY 1',
  'SELECT objoid, description FROM pg_description WHERE objoid >= 16384 ORDER BY 1',
  "SELECT classid, objid FROM pg_locks WHERE locktype = 'advisory'",
  'SELECT gid FROM pg_prepared_xacts',
  'SELECT stats_reset FROM pg_stat_database WHERE datname = current_database()',
];

/** All in one round trip. */
const SNAPSHOT = STATE.map((sql) => `SELECT row_to_json(one)::text FROM (${sql}) one`).join(' UNION ALL ');

/** On a server of its own, because attacks may change its settings. Undefined where the server is not available. */
export async function postgresAttackFixture(): Promise<AttackFixture | undefined> {
  // Vacuuming changes estimates that the snapshot shows.
  const server = await startPostgres({ settings: { autovacuum: 'off' } });
  if (!server) return undefined;
  const { host, port, user, password } = server;
  const { definition, database } = await scratchDatabase('postgres', server);
  const loopback: Loopback = { host, port, user, password, database };
  const folder = mkdtempSync(join(tmpdir(), 'molehill-attacks-'));
  chmodSync(folder, 0o777);
  const admin = await administer(definition);
  for (const sql of objectsOfAttacks(loopback, folder)) await admin.run(sql);
  const attacker = await openUnguarded(loopback);
  return {
    definition,
    folder,
    snapshot: async () => {
      const lines = (await admin.rows(SNAPSHOT)).map(([line]) => String(line));
      return [...lines, ...takeFiles(folder)].join('\n');
    },
    effects: {
      row: () => admin.run("INSERT INTO users VALUES (9, 'i')"),
      'function over another connection': () => runUnguarded(attacker, "SELECT side('effect')"),
      'operator over another connection': () => runUnguarded(attacker, 'SELECT DISTINCT w FROM tw'),
      'program of a partition': () => runUnguarded(attacker, 'SELECT * FROM part'),
      file: () => admin.run(`COPY (SELECT 1) TO '${folder}/copied'`),
      definition: () => admin.run('CREATE VIEW added AS SELECT 1'),
      sequence: () => admin.run("SELECT nextval('sq')"),
    },
    runUnguarded: (sql) => runUnguarded(attacker, sql),
    close: async () => {
      await attacker.end().catch(() => {});
      await admin.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file is shown once. */
function takeFiles(folder: string): readonly string[] {
  const files = readdirSync(folder).sort();
  for (const file of files) rmSync(join(folder, file), { recursive: true });
  return files;
}

const SESSION_STATE = `SELECT current_setting('a.b', true) AS setting, EXISTS (
  SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory') AS locked`;

/** A session without the guard. Everything a statement leaves in it is discarded before the next one. */
async function runUnguarded(session: pg.Client, sql: string): Promise<UnguardedRun> {
  try {
    await session.query('BEGIN READ ONLY');
    await session.query({ text: sql, rowMode: 'array' });
    const [state] = (await session.query(SESSION_STATE)).rows;
    if (state?.locked) return { ran: true, sessionEffect: 'it holds an advisory lock' };
    return state?.setting ? { ran: true, sessionEffect: 'it changed a setting' } : { ran: true };
  } catch {
    return { ran: false };
  } finally {
    await session.query('ROLLBACK').catch(() => {});
    await session.query('DISCARD ALL').catch(() => {});
  }
}

async function openUnguarded(address: Loopback): Promise<pg.Client> {
  const session = new pg.Client({ ...address, options: '-c statement_timeout=1000' });
  session.on('error', () => {});
  await session.connect();
  return session;
}
