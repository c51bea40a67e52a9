import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import type { RunningServer } from '../../../../../../test/engines/server.ts';
import type { AttackFixture, UnguardedRun } from '../../../testing/attacks/fixture.ts';
import { scratchDatabase } from '../../../testing/scratch-database.ts';
import { objectsOfAttacks } from './attack-objects.ts';

/** Settings that no server changes by itself. */
const SETTINGS = `SHOW GLOBAL VARIABLES WHERE Variable_name NOT REGEXP '^(timestamp|gtid|last_|rand_|pseudo|identity|insert_id|in_transaction|error_count|warning_count|max_statement|innodb_buffer_pool_dump)'`;

const STATE = [
  'SELECT * FROM users ORDER BY id',
  'SELECT table_name, table_type, create_time FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
  'SELECT routine_name, last_altered FROM information_schema.routines WHERE routine_schema = DATABASE() ORDER BY 1',
  'SHOW DATABASES',
  SETTINGS,
];

/** On a server of its own, because attacks may change settings. Undefined where the server is not available. */
export async function mysqlAttackFixture(
  start: () => Promise<RunningServer | undefined>,
  { sequences }: { readonly sequences: boolean },
): Promise<AttackFixture | undefined> {
  const server = await start();
  if (!server) return undefined;
  const { definition, database } = await scratchDatabase('mysql', server);
  const folder = mkdtempSync(join(tmpdir(), 'molehill-attacks-'));
  chmodSync(folder, 0o777);
  const observer = await openSession({ ...server, database });
  await observer.query('SET SESSION innodb_lock_wait_timeout = 1, SESSION lock_wait_timeout = 1');
  for (const sql of objectsOfAttacks(folder)) await observer.query(sql);
  if (sequences) await observer.query('CREATE SEQUENCE s');
  const state = sequences ? [...STATE, 'SELECT next_not_cached_value FROM s'] : STATE;
  return {
    definition,
    folder,
    snapshot: async () => {
      const rows: unknown[] = [];
      for (const sql of state) rows.push(...(await rowsOf(observer, sql)));
      return [...rows, ...takeFiles(folder)].map((line) => JSON.stringify(line)).join('\n');
    },
    effects: {
      row: () => observer.query("INSERT INTO users VALUES (9, 'i')"),
      file: () => observer.query(`SELECT 1 INTO OUTFILE '${folder}/written'`),
      'function with a file': () => observer.query('SELECT mark()'),
      definition: () => observer.query('CREATE VIEW added AS SELECT 1'),
      setting: () => observer.query('SET GLOBAL max_connections = @@max_connections - 1'),
    },
    runUnguarded: async (sql) => runUnguarded(await openSession({ ...server, database }), observer, sql),
    close: async () => {
      await observer.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** With the options of the connections under attack. */
function openSession({
  host,
  port,
  user,
  password,
  database,
}: RunningServer & { readonly database: string }) {
  const flags = ['-LOCAL_FILES', '-IGNORE_SPACE'];
  const options = { host, port, user, password, database, flags, charset: 'utf8mb4', rowsAsArray: true };
  return mysql.createConnection(options);
}

async function rowsOf(session: Connection, sql: string): Promise<readonly unknown[][]> {
  const [rows] = await session.query(sql);
  return rows as unknown[][];
}

/** New files in the folder, and those that some attacks write by a fixed name. */
function takeFiles(folder: string): readonly string[] {
  const files = readdirSync(folder).sort();
  for (const file of files) rmSync(join(folder, file), { recursive: true });
  return [...files, ...readdirSync('/tmp').filter((name) => name === 'x')];
}

async function runUnguarded(attacker: Connection, observer: Connection, sql: string): Promise<UnguardedRun> {
  try {
    await attacker.query('START TRANSACTION READ ONLY');
    await attacker.query(sql);
    return { ran: true, sessionEffect: await sessionEffectOf(attacker, observer) };
  } catch {
    return { ran: false };
  } finally {
    await attacker.end();
  }
}

/** The lock and the variables that the attacks use. */
const SESSION_STATE = `SELECT IS_USED_LOCK('a') = CONNECTION_ID(), COALESCE(@a, @x, @z), LAST_INSERT_ID() <> 0`;

async function sessionEffectOf(attacker: Connection, observer: Connection): Promise<string | undefined> {
  const [[lock, variable, insertId] = []] = await rowsOf(attacker, SESSION_STATE);
  if (lock === 1) return 'it holds a user lock';
  if (variable !== null) return 'it set a variable';
  if (insertId === 1) return 'it set the last insert id';
  return (await mustWait(observer)) ? 'it holds a lock on rows' : undefined;
}

/** Whether another session must wait to change a row. */
async function mustWait(observer: Connection): Promise<boolean> {
  await observer.query('START TRANSACTION');
  try {
    await observer.query('UPDATE users SET name = name');
    return false;
  } catch {
    return true;
  } finally {
    await observer.query('ROLLBACK');
  }
}
