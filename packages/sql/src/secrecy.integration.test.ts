import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { sharedMariadb } from '../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../test/engines/mysql.ts';
import { sharedPostgres } from '../../../test/engines/postgres.ts';
import { createDatabase } from './engines/sqlite/testing/database.ts';
import { administer, type ServerAddress, scratchDatabase } from './testing/scratch-database.ts';
import type { Input } from './testing/sql-client.ts';
import { connectionsOf, startSqlProcess } from './testing/sql-process.ts';
import { refusingPort } from './testing/unreachable.ts';

/** A different value for each kind and place, so that a leak names its source. */
const secrets = {
  own: 'planted-own-p@ss/w%rd',
  wrong: 'planted-wrong:p&ss"word',
  referred: 'planted-referred-passw0rd',
  address: 'planted-address-p@ssword?',
  changed: 'planted-changed-password',
  sshPassword: 'planted-ssh-password',
  passphrase: 'planted-key-passphrase',
  keyText: 'planted-private-key-text',
};

/** Literal and in the encodings used in protocols and files. */
function spellings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64];
}

interface Plot {
  readonly name: string;
  readonly missing: boolean;
  /** A database with a table `t` whose rows, comments and defaults hold a secret, and the credentials for it. */
  open(): Promise<{ readonly definition: Input; close(): Promise<void> }>;
}

const TABLE = [
  `CREATE TABLE t (id integer PRIMARY KEY, s varchar(80) DEFAULT '${secrets.own}')`,
  `INSERT INTO t VALUES (1, '${secrets.own}'), (2, 'harmless')`,
];

async function onServer(type: 'postgres' | 'mysql', address: ServerAddress) {
  const scratch = await scratchDatabase(type, address);
  const user = `u${scratch.database.slice(-10)}`;
  const admin = await administer(scratch.definition);
  const statements =
    type === 'postgres'
      ? [`CREATE ROLE ${user} SUPERUSER LOGIN PASSWORD '${secrets.own}'`, ...TABLE]
      : [
          `CREATE USER ${user}@'%' IDENTIFIED BY '${secrets.own}'`,
          `GRANT ALL ON *.* TO ${user}@'%'`,
          ...TABLE,
        ];
  for (const sql of statements) await admin.run(sql);
  return {
    definition: { ...scratch.definition, user, password: secrets.own },
    close: async () => {
      await admin.close();
      await scratch.drop();
      const server = await administer({
        ...scratch.definition,
        database: type === 'postgres' ? 'postgres' : 'mysql',
      });
      await server.run(type === 'postgres' ? `DROP ROLE ${user}` : `DROP USER ${user}@'%'`);
      await server.close();
    },
  };
}

const postgres = await sharedPostgres();
const mariadb = await sharedMariadb();
const mysql = await sharedMysql();

const NOT_HERE = new Error('this engine cannot be had here');
const plot = (name: string, type: 'postgres' | 'mysql', address: ServerAddress | undefined): Plot => ({
  name,
  missing: !address,
  open: () => (address ? onServer(type, address) : Promise.reject(NOT_HERE)),
});

const plots: readonly Plot[] = [
  plot('PostgreSQL', 'postgres', postgres),
  plot('MariaDB', 'mysql', mariadb),
  plot('MySQL', 'mysql', mysql),
  {
    name: 'SQLite',
    missing: false,
    open: async () => ({
      definition: { type: 'sqlite', file: createDatabase(TABLE.join(';')) },
      close: async () => {},
    }),
  },
];

/** One successful and one failing call of every tool; `wait` only fails here. `db` works, `wrong` does not. */
function callsOf(
  definition: Input,
  port: number,
): readonly (readonly [tool: string, right: Input | undefined, wrong: Input])[] {
  const [db, wrong] = [{ connection: 'db' }, { connection: 'wrong' }];
  const table = { table: 't' };
  const literal = `SELECT '${secrets.own}' AS s`;
  const dsn = `postgres://u:${encodeURIComponent(secrets.address)}@127.0.0.1:${port}/d`;
  const missing = { table: secrets.own };
  return [
    ['list_connections', {}, { [secrets.own]: secrets.own }],
    ['add_connection', { name: 'added', dsn }, { name: 'db', dsn }],
    [
      'update_connection',
      { name: 'added', password: secrets.changed },
      { name: 'db', password: secrets.changed },
    ],
    ['test_connection', { name: 'db' }, { name: 'added' }],
    ['query', { ...db, sql: literal }, { ...db, sql: `${literal} FROM "${secrets.own}"` }],
    [
      'execute_script',
      { ...db, sql: `${literal}; ${literal}` },
      { ...db, sql: `${literal}; SELEKT '${secrets.own}'` },
    ],
    ['list_databases', db, wrong],
    ['list_schemas', db, wrong],
    ['list_tables', db, { ...wrong, pattern: secrets.own }],
    ['describe_table', { ...db, ...table }, { ...db, ...missing }],
    ['search_objects', { ...db, pattern: 't' }, { ...wrong, pattern: secrets.own }],
    [
      'explain_query',
      { ...db, sql: `SELECT * FROM t WHERE s = '${secrets.own}'` },
      { ...db, sql: `${literal} FROM` },
    ],
    ['sample_rows', { ...db, ...table }, { ...db, ...missing }],
    ['profile_column', { ...db, ...table, column: 's' }, { ...db, ...table, column: secrets.own }],
    ['schema_diagram', { ...db, tables: ['t'] }, { ...db, tables: [secrets.own] }],
    [
      'export_query',
      { ...db, sql: literal, path: 'x.csv' },
      { ...db, sql: literal, path: `../${secrets.own}.csv` },
    ],
    ['wait', undefined, { handle: secrets.own }],
    ['remove_connection', { name: 'added' }, { name: secrets.own }],
    ...(definition.type === 'sqlite'
      ? []
      : (['by-reference', 'over-ssh', 'with-key', 'refused'].map((connection) => [
          'query',
          { ...db, sql: 'SELECT 1' },
          { connection, sql: literal },
        ]) as [string, Input, Input][])),
  ];
}

/** Failing connections, each with its own secrets. */
function failingOnes(definition: Input, port: number, keyFile: string): Input[] {
  // A file has no password, but may hold that of another connection.
  const elsewhere = {
    name: 'elsewhere',
    type: 'postgres',
    host: '127.0.0.1',
    port,
    user: 'u',
    password: secrets.own,
  };
  if (definition.type === 'sqlite')
    return [{ ...definition, name: 'wrong', file: '/nowhere/x.db' }, elsewhere];
  const ssh = { host: '127.0.0.1', port, user: 'u' };
  return [
    { ...definition, name: 'wrong', password: secrets.wrong },
    { ...definition, name: 'by-reference', password: `\${env:REFERRED}` },
    { ...definition, name: 'over-ssh', ssh: { ...ssh, password: secrets.sshPassword } },
    { ...definition, name: 'with-key', ssh: { ...ssh, privateKey: keyFile, passphrase: secrets.passphrase } },
    { ...definition, name: 'refused', port },
  ];
}

function filesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe.each(plots)('secrets of $name', ({ missing, open }) => {
  test.skipIf(missing)('are in no answer, no error, no log and no history of any tool', async () => {
    const { definition, close } = await open();
    const port = await refusingPort();
    const keyFile = join(tempFolder(), 'key');
    writeFileSync(keyFile, `-----BEGIN OPENSSH PRIVATE KEY-----\n${secrets.keyText}\n`, { mode: 0o600 });
    const { client, home, errors } = await startSqlProcess({
      ...connectionsOf({ ...definition, name: 'db' }, ...failingOnes(definition, port, keyFile)),
      REFERRED: secrets.referred,
      DBMOLE_STORE: join(tempFolder(), 'store.json'),
      MOLEHILL_LOG_LEVEL: 'debug',
      MOLEHILL_AUDIT_ARGUMENTS: 'full',
    });
    try {
      const calls = callsOf(definition, port);
      const { tools } = await client.listTools();
      expect(new Set(calls.map(([tool]) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
      let said = '';
      for (const [name, right, wrong] of calls) {
        const answer = right && (await client.callTool({ name, arguments: { ...right } }));
        expect([name, answer?.isError, answer?.isError && answer.content]).toEqual([
          name,
          undefined,
          undefined,
        ]);
        const refusal = await client.callTool({ name, arguments: { ...wrong } });
        expect([name, refusal.isError]).toEqual([name, true]);
        said += JSON.stringify([answer, refusal]);
      }
      const history = filesBelow(join(home, '.state'));
      expect([said.length > 5_000, history.includes('profile_column')]).toEqual([true, true]);
      for (const [kind, secret] of Object.entries(secrets))
        for (const spelling of spellings(secret))
          for (const [where, text] of Object.entries({ said, history, log: errors() }))
            expect([where, kind, text.includes(spelling)]).toEqual([where, kind, false]);
    } finally {
      await client.close();
      await close();
    }
  });
});
