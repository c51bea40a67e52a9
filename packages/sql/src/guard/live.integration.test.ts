import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMariadb } from '../../../../test/engines/mariadb.ts';
import { startMysql } from '../../../../test/engines/mysql.ts';
import { startPostgres } from '../../../../test/engines/postgres.ts';
import {
  type GuardFixture,
  mysqlGuardFixture,
  postgresGuardFixture,
  sqliteGuardFixture,
} from '../testing/guard-fixtures.ts';
import { connectSql, openSqlEndpoint, type SqlEndpoint } from '../testing/sql-client.ts';
import cases from './cases/sql-guard.json' with { type: 'json' };

// Roles and settings belong to a whole server, and other tests change theirs: so these have servers of their own.
const postgres = await startPostgres();
const mariadb = await startMariadb();
const mysql = await startMysql();
afterAll(async () => {
  await Promise.all([postgres, mariadb, mysql].map((server) => server?.stop()));
});

/** Every case as a superuser on a real engine, through the tool that an agent calls. */
function describeGuard(name: string, engine: string, open: (() => Promise<GuardFixture>) | undefined): void {
  describe.skipIf(open === undefined)(name, () => {
    let stage: GuardFixture;
    let endpoint: SqlEndpoint;
    let before: string;

    beforeAll(async () => {
      if (!open) return;
      stage = await open();
      endpoint = openSqlEndpoint({ connections: [{ ...stage.definition, name: 'ro', readonly: true }] });
      before = await stage.snapshot();
    });
    afterAll(async () => {
      await endpoint?.close();
      await stage?.close();
    });

    const chosen = cases.filter((one) => one.engine === engine);
    const blocked = chosen.filter(({ expect: outcome }) => outcome === 'block');
    const allowed = chosen.filter(({ expect: outcome }) => outcome === 'allow');

    test.each(blocked)('refuses $sql', async ({ sql }) => {
      const { call } = await connectSql(endpoint);
      const { error } = await call('query', { connection: 'ro', sql });
      expect(error).toMatchObject({ code: 'E_READONLY', message: expect.stringContaining('(rule ') });
      expect(await stage.snapshot()).toBe(before);
    });

    test.each(allowed)('answers $sql', async ({ sql }) => {
      const { call } = await connectSql(endpoint);
      const answer = await call('query', { connection: 'ro', sql });
      // What the engine itself cannot do is an answer; a refusal of ours is not.
      expect(answer.error?.code).not.toBe('E_READONLY');
      expect(['E_INTERNAL', 'E_INVALID_PARAMS', 'E_TIMEOUT']).not.toContain(answer.error?.code);
      expect(await stage.snapshot()).toBe(before);
    });

    test('had cases, and a change would have been noticed', async () => {
      expect([blocked.length > 20, allowed.length > 20]).toEqual([true, true]);
      await stage.change();
      expect(await stage.snapshot()).not.toBe(before);
    });
  });
}

describeGuard('PostgreSQL', 'postgres', postgres && (() => postgresGuardFixture(postgres)));
describeGuard('MariaDB', 'mysql', mariadb && (() => mysqlGuardFixture(mariadb, { sequences: true })));
describeGuard('MySQL', 'mysql', mysql && (() => mysqlGuardFixture(mysql, { sequences: false })));
describeGuard('SQLite', 'sqlite', sqliteGuardFixture);
