import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedMariadb } from '../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../test/engines/mysql.ts';
import { sharedPostgres } from '../../../test/engines/postgres.ts';
import { createDatabase } from './engines/sqlite/testing/database.ts';
import type { ServerAddress } from './testing/scratch-database.ts';
import { connectSql, openSqlEndpoint } from './testing/sql-client.ts';
import { blackHole, refusingPort, silentServer } from './testing/unreachable.ts';

const postgres = await sharedPostgres();
const mariadb = await sharedMariadb();
const mysql = await sharedMysql();

function on(type: 'postgres' | 'mysql', { host, port, user, password }: ServerAddress) {
  const database = type === 'postgres' ? { database: 'postgres' } : {};
  return { type, host, port, user, password, readonly: true, ...database };
}

describe.skipIf(!postgres || !mariadb || !mysql)('ten connections, three of which lead nowhere', () => {
  test('answers the seven others while three are pending, and reports a refused connection as such', async () => {
    if (!postgres || !mariadb || !mysql) throw new Error('needs all engines');
    const [silentPostgres, silentMysql] = [await silentServer(), await silentServer()];
    const file = createDatabase('CREATE TABLE t (a)');
    const reachable = [
      { name: 'postgres-1', ...on('postgres', postgres) },
      { name: 'postgres-2', ...on('postgres', postgres) },
      { name: 'mariadb-1', ...on('mysql', mariadb) },
      { name: 'mariadb-2', ...on('mysql', mariadb) },
      { name: 'mysql', ...on('mysql', mysql) },
      { name: 'sqlite-1', type: 'sqlite', file, readonly: true },
      { name: 'sqlite-2', type: 'sqlite', file },
    ];
    const unreachable = [
      { name: 'silent-postgres', ...on('postgres', { ...postgres, port: silentPostgres.port }) },
      { name: 'silent-mysql', ...on('mysql', { ...mysql, port: silentMysql.port }) },
      { name: 'dropped', ...on('postgres', { ...postgres, port: await blackHole() }) },
    ];
    const refused = { name: 'refused', ...on('mysql', { ...mysql, port: await refusingPort() }) };
    const endpoint = openSqlEndpoint({ connections: [...unreachable, ...reachable, refused] });
    onTestFinished(() => endpoint.close());
    const { call } = await connectSql(endpoint);

    const ended: string[] = [];
    const caller = new AbortController();
    const ask = async (connection: string, signal?: AbortSignal) => {
      const answer = await call('query', { connection, sql: 'SELECT 1 AS one' }, signal ? { signal } : {});
      ended.push(connection);
      return answer;
    };
    const waiting = unreachable.map(({ name }) => ask(name, caller.signal));
    const stopped = Promise.allSettled(waiting);
    await Promise.all([silentPostgres.reached, silentMysql.reached]);

    const answers = await Promise.all(reachable.map(({ name }) => ask(name)));
    expect(answers.map(({ ok, data }) => [ok, data])).toEqual(
      reachable.map(() => [true, expect.objectContaining({ rows: [{ one: 1 }] })]),
    );
    expect((await ask('refused')).error).toMatchObject({ code: 'E_CONNECT_FAILED' });
    expect(ended.sort()).toEqual([...reachable.map(({ name }) => name), 'refused'].sort());

    caller.abort();
    expect((await stopped).map(({ status }) => status)).toEqual(unreachable.map(() => 'rejected'));
    expect(ended).toHaveLength(reachable.length + 1);
  });
});
