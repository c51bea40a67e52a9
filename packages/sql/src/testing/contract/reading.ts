import { describe, expect, test } from 'vitest';
import { connectSql, openSqlEndpoint, rowsAnswer } from '../sql-client.ts';
import { type ContractFixture, NUMBERS } from './fixture.ts';

const ALL_NUMBERS = Array.from({ length: NUMBERS }, (_, index) => index + 1);

export function describeReading(fixture: () => ContractFixture): void {
  describe('query', () => {
    test('returns columns, types and rows, also as text', async () => {
      const { call } = await fixture().connect();
      const sql = 'SELECT id, name, email FROM customers ORDER BY id';
      const answer = await call('query', { connection: 'ro', sql });
      expect(answer.data).toMatchObject({
        rowCount: 3,
        columns: [{ name: 'id' }, { name: 'name' }, { name: 'email' }],
        rows: [
          { id: 1, name: 'Ada', email: 'ada@example.org' },
          { id: 2, name: 'Grace', email: null },
          { id: 3, name: 'Ada', email: 'countess@example.org' },
        ],
      });
      expect(answer.text).toMatch(
        /^rows \(3\):\nid \S+ \| name [^|]+ \| email [^|]+\n1 \| Ada \| ada@example\.org\n2 \| Grace \| null\n/i,
      );
      expect(answer.meta.truncation).toBeUndefined();
    });

    test('binds parameters without interpreting them as SQL', async () => {
      const { query } = await fixture().connect();
      const { placeholder } = fixture().engine;
      const sql = `SELECT id FROM customers WHERE name = ${placeholder(1)} AND id > ${placeholder(2)}`;
      expect((await query('ro', sql, { params: ['Ada', 1] })).rows).toEqual([{ id: 3 }]);
      expect((await query('ro', sql, { params: ["' OR 1=1 --", 0] })).rows).toEqual([]);
    });

    test('makes duplicate column names unique', async () => {
      const { query } = await fixture().connect();
      const answer = await query(
        'ro',
        'SELECT o.id, c.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id = 3',
      );
      expect(answer.rows).toEqual([{ id: 3, id_2: 2 }]);
    });

    test('reports a faulty statement with a code and a hint', async () => {
      const { call } = await fixture().connect();
      const wrong = { E_SYNTAX: 'SELEC 1', E_NO_SUCH_TABLE: 'SELECT * FROM custmers' };
      for (const [code, sql] of Object.entries(wrong)) {
        const answer = await call('query', { connection: 'rw', sql });
        expect(answer.error).toMatchObject({ code, hint: expect.stringMatching(/\w/) });
      }
    });

    test('blames the text of a faulty statement, not the missing permission to write', async () => {
      const { call } = await fixture().connect();
      const wrong = [
        ['E_SYNTAX', 'SELEC id FROM customers'],
        ['E_MULTI_STATEMENT', 'SELECT 1; SELECT 2'],
        ['E_NO_SUCH_TABLE', 'SELECT * FROM custmers'],
        ['E_NO_SUCH_COLUMN', 'SELECT nam FROM customers'],
      ] as const;
      for (const [code, sql] of wrong)
        for (const tool of ['query', 'explain_query', 'export_query']) {
          const { error } = await call(tool, {
            connection: 'ro',
            sql,
            ...(tool === 'export_query' && { path: 'a.csv' }),
          });
          expect(error, `${tool}: ${sql}`).toMatchObject({ code });
          expect(`${error?.message} ${error?.hint}`).not.toMatch(/read-only|writ(?:e|able)\b/i);
        }
    });

    test('names the tables and columns that exist', async () => {
      const { call } = await fixture().connect();
      const errorOf = async (sql: string) => (await call('query', { connection: 'ro', sql })).error;
      expect(await errorOf('SELECT * FROM custmers')).toMatchObject({
        hint: expect.stringContaining('Did you mean "customers"?'),
      });
      expect(await errorOf('SELECT nam FROM customers')).toMatchObject({
        hint: expect.stringMatching(/^Did you mean "name"\? Columns of customers: id, .*name/),
      });
      expect(await errorOf('SELECT c.wholly_unknown FROM customers c')).toMatchObject({
        hint: expect.stringMatching(/^Columns of customers: id, .*name/),
      });
    });

    test('rejects a second statement', async () => {
      const { call, query } = await fixture().connect();
      const two = 'INSERT INTO digits VALUES (77); INSERT INTO digits VALUES (78)';
      for (const connection of ['ro', 'rw'])
        expect(await call('query', { connection, sql: two })).toMatchObject({ ok: false });
      expect((await query('rw', 'SELECT d FROM digits WHERE d > 9')).rows).toEqual([]);
    });

    test('answers concurrent calls', async () => {
      const { query } = await fixture().connect();
      const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
      const answers = await Promise.all(
        numbers.map((id) => query('ro', `SELECT id FROM numbers WHERE id = ${id}`)),
      );
      expect(answers.map(({ rows }) => rows[0]?.id)).toEqual(numbers);
    });
  });

  describe('paging', () => {
    const sql = 'SELECT id, label FROM numbers ORDER BY id';

    test('reports the limit that cut the rows and how to continue', async () => {
      const { call } = await fixture().connect();
      const answer = await call('query', { connection: 'ro', sql });
      const { cursor, rowCount } = rowsAnswer.parse(answer.data);
      expect(rowCount).toBe(200);
      expect(answer.meta.truncation).toMatchObject({
        limit: 'rows',
        shown: 200,
        next: expect.stringContaining(`"${cursor}"`),
      });
      expect(answer.text).toContain(`cursor: "${cursor}"`);
    });

    test('caps the limit at the budget and says so', async () => {
      const { call } = await fixture().connect();
      const answer = await call('query', { connection: 'ro', sql, limit: 1_000 });
      expect(answer.data).toMatchObject({ rowCount: 200 });
      expect(answer.meta.truncation).toMatchObject({
        limit: 'rows',
        shown: 200,
        next: expect.stringContaining('at most 200 rows'),
      });
    });

    test.each([
      ['ro', 333],
      ['rw', 1_250],
      ['ro', 5_000],
    ])('on %s returns every row once, at most %i per page', async (connection, limit) => {
      const { query, ask } = await fixture().connect();
      let page = await query(connection, sql, { limit });
      const seen = page.rows.map(({ id }) => id);
      while (page.cursor !== undefined) {
        page = rowsAnswer.parse(await ask('query', { connection, cursor: page.cursor, limit }));
        expect(page.rowCount).toBeLessThanOrEqual(limit);
        seen.push(...page.rows.map(({ id }) => id));
      }
      expect(seen).toEqual(ALL_NUMBERS);
    });

    test('cuts long cells before it leaves out rows, and says so', async () => {
      const { call } = await fixture().connect();
      const long = `SELECT id, '${'x'.repeat(35_000)}' AS filler FROM numbers WHERE id <= 20 ORDER BY id`;
      const { data, meta, text } = await call('query', { connection: 'ro', sql: long });
      const page = rowsAnswer.parse(data);
      expect(page.rows.map(({ id }) => id)).toEqual(ALL_NUMBERS.slice(0, 20));
      expect(page.rows[0]?.filler).toMatch(/^x{250,}… \(35000 characters\)$/);
      expect(page.cursor).toBeUndefined();
      expect(meta.truncation).toMatchObject({ limit: 'tokens', shown: 20 });
      expect(text).toMatch(/\(an answer has 8000 tokens\) — cells were cut to \d+ characters/);
    });

    test.each([
      ['long rows', 400, 500],
      ['rows longer than an answer', 60_000, 4],
    ])('of %s stops at the budget and loses no row', async (_, length, last) => {
      const { call } = await fixture().connect();
      const long = `SELECT id, '${'x'.repeat(length)}' AS filler FROM numbers WHERE id <= ${last} ORDER BY id`;
      let answer = await call('query', { connection: 'ro', sql: long });
      let page = rowsAnswer.parse(answer.data);
      expect(answer.meta.truncation?.limit).toBe('tokens');
      const seen = page.rows.map(({ id }) => id);
      while (page.cursor !== undefined) {
        answer = await call('query', { connection: 'ro', cursor: page.cursor });
        page = rowsAnswer.parse(answer.data);
        seen.push(...page.rows.map(({ id }) => id));
      }
      expect(seen).toEqual(ALL_NUMBERS.slice(0, last));
    });

    test('continues three results at once', async () => {
      const { query, ask } = await fixture().connect();
      const pages = await Promise.all(
        [0, 100, 200].map((from) =>
          query('ro', `${sql.replace('ORDER', `WHERE id > ${from} ORDER`)}`, { limit: 5 }),
        ),
      );
      const next = pages.map(({ cursor }) => ask('query', { connection: 'ro', cursor, limit: 1 }));
      const rows = (await Promise.all(next)).map((page) => rowsAnswer.parse(page).rows[0]?.id);
      expect(rows).toEqual([6, 106, 206]);
    });

    test('reads one snapshot while others write', async ({ skip }) => {
      if (!fixture().engine.keepsSnapshots) skip('writers wait for readers in this engine');
      const { query, ask } = await fixture().connect();
      const first = await query('ro', 'SELECT d FROM digits ORDER BY d', { limit: 5 });
      await query('rw', 'INSERT INTO digits VALUES (50)');
      const rest = rowsAnswer.parse(await ask('query', { connection: 'ro', cursor: first.cursor }));
      await query('rw', 'DELETE FROM digits WHERE d = 50');
      expect(rest.rows.map(({ d }) => d)).toEqual([5, 6, 7, 8, 9]);
    });

    test('returns the last page again', async () => {
      const { call, query } = await fixture().connect();
      const { cursor } = await query('ro', sql, { limit: 10 });
      const input = { connection: 'ro', cursor, limit: 10 };
      const page = await call('query', input);
      expect(rowsAnswer.parse(page.data).rows[0]?.id).toBe(11);
      const again = await call('query', input);
      expect(again).toMatchObject({ data: page.data, text: page.text });
      expect(again.meta.truncation).toEqual(page.meta.truncation);
    });

    test('rejects another cursor with a hint', async () => {
      const { call, query } = await fixture().connect();
      expect((await call('query', { connection: 'rw', cursor: 'c_guess' })).error).toMatchObject({
        code: 'E_STALE_REFERENCE',
        hint: expect.stringMatching(/WHERE.*export_query/),
      });
      const other = await query('ro', sql, { limit: 10 });
      expect((await call('query', { connection: 'rw', cursor: other.cursor })).error).toMatchObject({
        code: 'E_CURSOR_INVALID',
      });
    });

    test('closes idle cursors and frees their connections', async () => {
      const { engine } = fixture();
      const connections = [{ ...engine.definition, name: 'ro', readonly: true }];
      const endpoint = openSqlEndpoint({ connections, engines: engine.engines, cursorIdleMs: 1 });
      try {
        const { call, query } = await connectSql(endpoint);
        for (let round = 0; round < 12; round++) {
          const { cursor } = await query('ro', sql, { limit: 1 });
          await expect
            .poll(async () => (await call('query', { connection: 'ro', cursor })).error?.code)
            .toBe('E_STALE_REFERENCE');
        }
      } finally {
        await endpoint.close();
      }
    });
  });
}
