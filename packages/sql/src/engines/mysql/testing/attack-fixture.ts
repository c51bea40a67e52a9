import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import type { RunningServer } from '../../../../../../test/engines/server.ts';
import type { AttackFixture, UnguardedRun } from '../../../testing/attacks/fixture.ts';
import { administer, type ServerAddress, scratchDatabase } from '../../../testing/scratch-database.ts';
import { objectsOfAttacks } from './attack-objects.ts';

/** The lock that the functions and views of the fixture take. */
export const LOCK = 'a';

/** Settings that no server changes by itself. */
const SETTINGS = `SHOW GLOBAL VARIABLES WHERE Variable_name NOT REGEXP '^(timestamp|gtid|last_|rand_|pseudo|identity|insert_id|in_transaction|error_count|warning_count|max_statement|innodb_buffer_pool_dump)'`;

const STATE = [
  'SELECT * FROM users ORDER BY id',
  'SELECT table_name, table_type, create_time FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
  'SELECT routine_name, routine_definition FROM information_schema.routines WHERE routine_schema = DATABASE() ORDER BY 1',
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
  const admin = await administer(definition);
  for (const sql of objectsOfAttacks(folder)) await admin.run(sql);
  if (sequences) await admin.run('CREATE SEQUENCE s');
  const state = sequences ? [...STATE, 'SELECT next_not_cached_value FROM s'] : STATE;
  return {
    definition,
    folder,
    snapshot: async () => {
      const rows: unknown[] = [];
      for (const sql of state) rows.push(...(await admin.rows(sql)));
      return [...rows, ...takeFiles(folder)].map((line) => JSON.stringify(line)).join('\n');
    },
    effects: {
      row: () => admin.run("INSERT INTO users VALUES (9, 'i')"),
      file: () => admin.run(`SELECT 1 INTO OUTFILE '${folder}/written'`),
      'function with a file': () => admin.rows('SELECT mark()'),
      definition: () => admin.run('CREATE VIEW added AS SELECT 1'),
      setting: () => admin.run('SET GLOBAL max_connections = @@max_connections - 1'),
    },
    runUnguarded: (sql) => runUnguarded({ ...server, database }, sql),
    close: async () => {
      await admin.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** New files in the folder, and those that some attacks write by a fixed name. */
function takeFiles(folder: string): readonly string[] {
  const files = readdirSync(folder).sort();
  for (const file of files) rmSync(join(folder, file), { recursive: true });
  return [...files, ...readdirSync('/tmp').filter((name) => name === 'x')];
}

async function runUnguarded(
  address: ServerAddress & { readonly database: string },
  sql: string,
): Promise<UnguardedRun> {
  const { host, port, user, password, database } = address;
  const flags = ['-LOCAL_FILES', '-IGNORE_SPACE'];
  const options = { host, port, user, password, database, flags, charset: 'utf8mb4' };
  const session = await mysql.createConnection(options);
  try {
    await session.query('START TRANSACTION READ ONLY');
    await session.query(sql);
    return { ran: true, sessionEffect: await sessionEffectOf(session, options) };
  } catch {
    return { ran: false };
  } finally {
    session.destroy();
  }
}

const SESSION_STATE = `SELECT IS_USED_LOCK('${LOCK}') = CONNECTION_ID(), COALESCE(@a, @x, @z), LAST_INSERT_ID() <> 0`;

async function sessionEffectOf(
  session: Connection,
  options: mysql.ConnectionOptions,
): Promise<string | undefined> {
  const [rows] = await session.query({ sql: SESSION_STATE, rowsAsArray: true });
  const [[lock, variable, insertId] = []] = rows as unknown[][];
  if (lock === 1) return 'it holds a user lock';
  if (variable !== null) return 'it set a variable';
  if (insertId === 1) return 'it set the last insert id';
  return (await isLocked(options)) ? 'it holds a lock on the rows' : undefined;
}

/** Whether another session must wait to change a row. */
async function isLocked(options: mysql.ConnectionOptions): Promise<boolean> {
  const other = await mysql.createConnection(options);
  try {
    await other.query('SET SESSION innodb_lock_wait_timeout = 1, SESSION lock_wait_timeout = 1');
    await other.query('START TRANSACTION');
    await other.query('UPDATE users SET name = name');
    await other.query('ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    other.destroy();
  }
}
