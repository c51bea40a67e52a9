import { describe, expect, test } from 'vitest';
import * as ownMysql from '../engines/mysql/guard/cases.ts';
import { mysqlGuard } from '../engines/mysql/guard/guard.ts';
import * as ownPostgres from '../engines/postgres/guard/cases.ts';
import { postgresGuard } from '../engines/postgres/guard/guard.ts';
import { sqliteGuard } from '../engines/sqlite/guard/guard.ts';
import * as ownSqlite from '../engines/sqlite/testing/guard-cases.ts';
import shared from './cases/sql-guard.json' with { type: 'json' };
import type { Guard } from './guard.ts';

interface OwnCases {
  readonly READS: readonly string[];
  readonly REFUSALS: readonly string[];
}

/** What the text alone does not show. The verdict names what has to be verified, and the engine stands behind that. */
const engineLayerOnly: Readonly<Record<string, string>> = {
  'SELECT * FROM write_view': 'a view looks like a table; verify() looks into its definition',
  'SELECT write_fn()': 'a stored function looks like any other; verify() looks into its body',
};

function describeCases(engine: string, guard: Guard, own: OwnCases): void {
  describe(engine, () => {
    const ofEngine = shared.filter((one) => one.engine === engine);

    test.each(ofEngine.filter(({ expect: outcome }) => outcome === 'block'))(
      'shared: refuses $sql',
      async ({ sql }) => {
        const verdict = await guard.judge(sql);
        if (sql in engineLayerOnly) {
          expect(verdict).toMatchObject({ reads: true, dependsOn: expect.anything() });
        } else {
          expect(verdict).toEqual({ reads: false, rule: expect.any(String), reason: expect.any(String) });
        }
      },
    );

    test.each(ofEngine.filter(({ expect: outcome }) => outcome === 'allow'))(
      'shared: allows $sql',
      async ({ sql }) => {
        expect(await guard.judge(sql)).toMatchObject({ reads: true });
      },
    );

    test.each(own.REFUSALS.map((sql) => [shown(sql), sql]))('refuses %s', async (_, sql) => {
      expect(await guard.judge(sql)).toMatchObject({ reads: false });
    });

    test.each(own.READS.map((sql) => [shown(sql), sql]))('allows %s', async (_, sql) => {
      expect(await guard.judge(sql)).toMatchObject({ reads: true });
    });
  });
}

function shown(sql: string): string {
  return JSON.stringify(sql.slice(0, 100));
}

describeCases('postgres', postgresGuard, ownPostgres);
describeCases('mysql', mysqlGuard, ownMysql);
describeCases('sqlite', sqliteGuard, ownSqlite);

test('every exception is a case', () => {
  const blocked = shared.filter(({ expect: outcome }) => outcome === 'block').map(({ sql }) => sql);
  expect(blocked).toEqual(expect.arrayContaining(Object.keys(engineLayerOnly)));
});
