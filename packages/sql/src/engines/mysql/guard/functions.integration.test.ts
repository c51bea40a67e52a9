import { expect, test } from 'vitest';
import { sharedMariadb } from '../../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../../test/engines/mysql.ts';
import type { SqlBackend } from '../../engine.ts';
import { cell, change } from '../../shared/testing/backend.ts';
import { describeDatabase } from '../../shared/testing/database.ts';
import { FAMILIAR, RESERVED } from './functions.ts';
import { mysqlGuard } from './guard.ts';

const RESULT = '4711';

/** Calls of a stored function of this name that the guard takes for something else. */
async function overlooked(backend: SqlBackend, name: string): Promise<string[]> {
  await change(backend, `CREATE FUNCTION \`${name}\`() RETURNS int RETURN ${RESULT}`);
  const found: string[] = [];
  for (const sql of [`SELECT ${name}()`, `SELECT ${name} ()`, `SELECT \`${name}\`()`]) {
    const verdict = await mysqlGuard.judge(sql);
    if (!verdict.reads || verdict.dependsOn !== undefined) continue;
    const result = await cell(backend, sql).catch(() => undefined);
    if (String(result) === RESULT) found.push(sql);
  }
  await change(backend, `DROP FUNCTION \`${name}\``);
  return found;
}

for (const [server, address] of [
  ['MariaDB', await sharedMariadb()],
  ['MySQL', await sharedMysql()],
] as const)
  await describeDatabase(`names in ${server}`, 'mysql', address, [], ({ writable }) => {
    test('a stored function with the name of a built-in one or of a keyword is looked up', async () => {
      const found: string[] = [];
      for (const name of FAMILIAR) found.push(...(await overlooked(writable, name)));
      expect(found).toEqual([]);
    });

    test('a reserved word names no table', async () => {
      const named: string[] = [];
      for (const word of RESERVED)
        await cell(writable, `SELECT 1 FROM ${word}`).catch((error) => {
          if (error.code !== 'E_SYNTAX') named.push(word);
        });
      expect(named).toEqual([]);
    });
  });
