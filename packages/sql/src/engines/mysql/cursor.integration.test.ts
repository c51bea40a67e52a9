import { expect, test } from 'vitest';
import { sharedMariadb } from '../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../test/engines/mysql.ts';
import { testCursors } from '../shared/testing/cursor-suite.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const { signal } = new AbortController();
const DOUBLINGS = 20;

const fixture = [
  'CREATE TABLE big (id int AUTO_INCREMENT PRIMARY KEY, filler char(100)) ENGINE=InnoDB',
  "INSERT INTO big (filler) VALUES (REPEAT('x', 100))",
  ...Array.from({ length: DOUBLINGS }, () => 'INSERT INTO big (filler) SELECT filler FROM big'),
];

for (const [name, address] of [
  ['MariaDB', await sharedMariadb()],
  ['MySQL', await sharedMysql()],
] as const)
  await describeDatabase(`cursors of ${name}`, 'mysql', address, fixture, (database) => {
    const busy = `SELECT COUNT(*) FROM information_schema.processlist
      WHERE db = '${database.database}' AND info LIKE 'SELECT % FROM big'`;
    testCursors(database, 2 ** DOUBLINGS, busy);

    test('reports the end with the last rows, so that the session can be reused', async () => {
      const query = { sql: 'SELECT id, CONNECTION_ID() FROM big LIMIT 200', params: [] };
      const cursor = await database.writable.run(query, { readonly: true, signal });
      const { rows, done } = await cursor.fetch(200, signal);
      expect([rows.length, done]).toEqual([200, true]);
      await cursor.close();
    });
  });
