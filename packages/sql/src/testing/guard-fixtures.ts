import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Administrator, administer, type ServerAddress, scratchDatabase } from './scratch-database.ts';

/** A database with the objects of the guard's cases, and a snapshot of all its state. */
export interface GuardFixture {
  readonly definition: Readonly<Record<string, unknown>>;
  /** Everything a statement could change, as comparable text. */
  snapshot(): Promise<string>;
  /** Writes, bypassing the guard. */
  change(): Promise<void>;
  close(): Promise<void>;
}

const postgresFixture = [
  'CREATE TABLE users (id bigint PRIMARY KEY, name text)',
  "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
  'CREATE SEQUENCE users_seq',
  'CREATE TABLE deleted_items (updated_at timestamptz, created_by text)',
  'CREATE VIEW v AS SELECT * FROM deleted_items',
  `CREATE FUNCTION write_fn() RETURNS int LANGUAGE plpgsql VOLATILE AS 'BEGIN DELETE FROM users; RETURN 1; END'`,
  'CREATE VIEW write_view AS SELECT write_fn() AS n',
  "CREATE PROCEDURE write_proc() LANGUAGE sql AS 'DELETE FROM users'",
  'CREATE MATERIALIZED VIEW mv AS SELECT * FROM users',
];

/** Data, definitions, statistics, roles and settings, without what a server changes by itself. */
const postgresState = [
  'SELECT * FROM users ORDER BY id',
  'SELECT * FROM deleted_items',
  'SELECT * FROM mv ORDER BY id',
  'SELECT last_value, is_called FROM users_seq',
  "SELECT relname, relkind, relpersistence, relnatts, reltuples, relfilenode, relacl::text FROM pg_class WHERE oid >= 16384 AND relname !~ '^pg_' ORDER BY oid",
  'SELECT proname, prosrc FROM pg_proc WHERE oid >= 16384 ORDER BY oid',
  'SELECT rolname, rolsuper, rolpassword FROM pg_authid ORDER BY oid',
  'SELECT setdatabase, setrole, setconfig::text FROM pg_db_role_setting ORDER BY 1, 2',
  "SELECT name, reset_val FROM pg_settings WHERE source <> 'default' AND name !~ '[.]' ORDER BY 1",
  'SELECT name, setting FROM pg_file_settings ORDER BY 1',
  "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_(temp|toast)' ORDER BY 1",
  'SELECT extname FROM pg_extension ORDER BY 1',
  'SELECT slot_name FROM pg_replication_slots ORDER BY 1',
  'SELECT oid FROM pg_largeobject_metadata ORDER BY 1',
  'SELECT objoid, description FROM pg_description WHERE objoid >= 16384 ORDER BY 1',
  "SELECT count(*) FROM pg_statistic WHERE starelid = 'users'::regclass",
  "SELECT classid, objid FROM pg_locks WHERE locktype = 'advisory'",
  'SELECT gid FROM pg_prepared_xacts',
  'SELECT stats_reset FROM pg_stat_database WHERE datname = current_database()',
];

export async function postgresGuardFixture(address: ServerAddress): Promise<GuardFixture> {
  const { definition, drop } = await scratchDatabase('postgres', address);
  return serverFixture(definition, drop, postgresFixture, postgresState);
}

const mysqlFixture = [
  'CREATE TABLE users (id bigint PRIMARY KEY, name varchar(50))',
  "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
  'CREATE TABLE kw (`update` int, `delete` int)',
  'CREATE TABLE audit (created_at datetime, updated_by int)',
  'CREATE FUNCTION write_fn() RETURNS int MODIFIES SQL DATA BEGIN DELETE FROM users; RETURN 1; END',
  'CREATE PROCEDURE write_proc() DELETE FROM users',
];

const settled = `SHOW GLOBAL VARIABLES WHERE Variable_name NOT REGEXP '^(timestamp|gtid|last_|rand_|pseudo|identity|insert_id|in_transaction|error_count|warning_count|max_statement|innodb_buffer_pool_dump)'`;

const mysqlState = [
  'SELECT * FROM users ORDER BY id',
  'SELECT * FROM kw',
  'SELECT * FROM audit',
  'SELECT table_name, table_type, create_time FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
  'SELECT routine_name, routine_definition FROM information_schema.routines WHERE routine_schema = DATABASE() ORDER BY 1',
  'SELECT grantee, privilege_type FROM information_schema.user_privileges ORDER BY 1, 2',
  'SHOW DATABASES',
  settled,
];

export async function mysqlGuardFixture(
  address: ServerAddress,
  { sequences }: { readonly sequences: boolean },
): Promise<GuardFixture> {
  const { definition, drop } = await scratchDatabase('mysql', address);
  const fixture = sequences ? [...mysqlFixture, 'CREATE SEQUENCE s'] : mysqlFixture;
  const state = sequences ? [...mysqlState, 'SELECT next_not_cached_value, cycle_count FROM s'] : mysqlState;
  return serverFixture(definition, drop, fixture, state);
}

async function serverFixture(
  definition: Readonly<Record<string, unknown>>,
  drop: () => Promise<void>,
  fixture: readonly string[],
  state: readonly string[],
): Promise<GuardFixture> {
  const admin = await administer(definition);
  for (const sql of fixture) await admin.run(sql);
  return {
    definition,
    snapshot: async () => `${await stateOf(admin, state)}\n${filesOfCases()}`,
    change: () => admin.run("INSERT INTO users VALUES (3, 'c')"),
    close: async () => {
      await admin.close();
      await drop();
    },
  };
}

async function stateOf(admin: Administrator, queries: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const sql of queries) lines.push(`${sql}: ${JSON.stringify(await admin.rows(sql))}`);
  return lines.join('\n');
}

/** Files the cases try to write. */
function filesOfCases(): string {
  const named = ['x', 'y', 'z', 'x.db', 'other.db', 'copy.db'];
  return readdirSync('/tmp')
    .filter((file) => named.includes(file))
    .join(',');
}

const sqliteFixture = [
  'CREATE TABLE t (a integer primary key)',
  'INSERT INTO t VALUES (10), (11)',
  'CREATE INDEX i ON t (a)',
  'CREATE TABLE kw ("delete" int)',
];

async function runAll(
  definition: Readonly<Record<string, unknown>>,
  statements: readonly string[],
): Promise<void> {
  const admin = await administer(definition);
  for (const sql of statements) await admin.run(sql);
  await admin.close();
}

export async function sqliteGuardFixture(): Promise<GuardFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-guard-'));
  const file = join(folder, 'guard.db');
  writeFileSync(file, '');
  const definition = { type: 'sqlite', file };
  await runAll(definition, sqliteFixture);
  return {
    definition,
    snapshot: async () => {
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return `${hash}\n${readdirSync(folder).join(',')}\n${filesOfCases()}`;
    },
    change: () => runAll(definition, ['INSERT INTO t VALUES (12)']),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
