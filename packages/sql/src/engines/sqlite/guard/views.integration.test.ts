import { expect, onTestFinished, test } from 'vitest';
import { connectSql, openSqlEndpoint } from '../../../testing/sql-client.ts';
import { createDatabase } from '../testing/database.ts';

const VIEWS = `
  CREATE TABLE t (a);
  INSERT INTO t VALUES (1);
  CREATE VIEW loading AS SELECT load_extension('x') AS a;
  CREATE VIEW tokenizing AS SELECT fts3_tokenizer('x') AS a;
  CREATE VIEW logging AS SELECT sqlite_log(1, 'x') AS a;
  CREATE VIEW optimizing AS SELECT 1 AS a FROM pragma_optimize;
  CREATE VIEW nested AS SELECT a FROM logging;
  CREATE VIEW hidden AS SELECT a FROM t WHERE a NOT IN (SELECT a FROM optimizing);
`;

/** Functions of SQLite neither write nor lock. These load code, write to the log and gather statistics. */
test.each([
  // SQLite refuses these in any view.
  ['loading', 'E_SQL'],
  ['tokenizing', 'E_SQL'],
  ['logging', 'E_READONLY'],
  ['optimizing', 'E_READONLY'],
  ['nested', 'E_READONLY'],
  ['hidden', 'E_READONLY'],
])('every tool refuses the view %s, as query does', async (view, code) => {
  const file = createDatabase(VIEWS);
  const endpoint = openSqlEndpoint({ connections: [{ name: 'ro', type: 'sqlite', file, readonly: true }] });
  onTestFinished(() => endpoint.close());
  const { call } = await connectSql(endpoint);
  const sql = `SELECT * FROM ${view}`;
  const calls = [
    ['query', { sql }],
    ['export_query', { sql, path: 'rows.csv' }],
    ['sample_rows', { table: view }],
    ['profile_column', { table: view, column: 'a' }],
  ] as const;
  for (const [tool, input] of calls) {
    const { text, error } = await call(tool, { connection: 'ro', ...input });
    expect(error?.code, `${tool}: ${text}`).toBe(code);
  }
});
