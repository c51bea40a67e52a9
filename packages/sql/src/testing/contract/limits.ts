import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { connectSql, openSqlEndpoint } from '../sql-client.ts';
import { agrees, type ContractFixture, ENDLESS, NUMBERS } from './fixture.ts';

export function describeLimits(fixture: () => ContractFixture): void {
  describe('cancellation', () => {
    test('by timeout stops the statement and keeps the connection usable', async () => {
      const { call, query } = await fixture().connect();
      // More rounds than pooled connections: a leaked one would be missing.
      for (let round = 0; round < 8; round++) {
        const answer = await call('query', { connection: 'ro', sql: ENDLESS, timeoutMs: 150 });
        expect(answer.error?.code).toBe('E_TIMEOUT');
      }
      expect((await query('ro', 'SELECT id FROM customers WHERE id = 1')).rows).toEqual([{ id: 1 }]);
    });

    test('by the caller stops the statement', async () => {
      const { call, query } = await fixture().connect();
      const calls = Array.from({ length: 4 }, async () => {
        const caller = new AbortController();
        const calling = call('query', { connection: 'rw', sql: ENDLESS }, { signal: caller.signal });
        setTimeout(() => caller.abort(), 100);
        await expect(calling).rejects.toThrow();
      });
      await Promise.all(calls);
      expect((await query('rw', 'SELECT id FROM customers WHERE id = 1')).rows).toEqual([{ id: 1 }]);
    });
  });

  describe('an export', () => {
    const sql = 'SELECT id, label FROM numbers ORDER BY id';

    test('writes every row as CSV and as JSON lines', async () => {
      const { ask, call } = await fixture().connect();
      const { workspace } = fixture().endpoint;
      const { data: csv, parts } = await call('export_query', { connection: 'ro', sql, path: 'numbers.csv' });
      const content = readFileSync(join(workspace, 'numbers.csv'), 'utf8');
      expect(csv).toEqual({
        path: 'numbers.csv',
        format: 'csv',
        rows: NUMBERS,
        bytes: Buffer.byteLength(content),
      });
      expect(parts).toEqual([
        {
          type: 'resource_link',
          uri: pathToFileURL(realpathSync(join(workspace, 'numbers.csv'))).href,
          name: 'numbers.csv',
          mimeType: 'text/csv',
        },
      ]);
      const lines = content.split('\r\n');
      expect([lines[0], lines[1], lines[NUMBERS], lines[NUMBERS + 1]]).toEqual([
        'id,label',
        '1,row',
        `${NUMBERS},row`,
        '',
      ]);
      await ask('export_query', { connection: 'ro', sql, path: 'numbers.jsonl' });
      const rows = readFileSync(join(workspace, 'numbers.jsonl'), 'utf8').trimEnd().split('\n');
      expect(rows).toHaveLength(NUMBERS);
      expect(JSON.parse(rows[NUMBERS - 1] ?? '')).toEqual({ id: NUMBERS, label: 'row' });
    });

    test('overwrites only on request and never leaves the workspace', async () => {
      const { call } = await fixture().connect();
      const { workspace } = fixture().endpoint;
      writeFileSync(join(workspace, 'kept.csv'), 'kept');
      const input = { connection: 'ro', sql, path: 'kept.csv' };
      expect((await call('export_query', input)).error?.code).toBe('E_FILE_EXISTS');
      expect(readFileSync(join(workspace, 'kept.csv'), 'utf8')).toBe('kept');
      const overwrite = { ...input, overwrite: true };
      expect((await call('export_query', overwrite)).error?.code).toBe('E_CONFIRMATION_REQUIRED');
      expect(readFileSync(join(workspace, 'kept.csv'), 'utf8')).toBe('kept');
      const agreeing = await fixture().connect(agrees().person);
      expect(await agreeing.call('export_query', overwrite)).toMatchObject({ ok: true });
      expect((await call('export_query', { ...input, path: '../kept.csv' })).error?.code).toBe(
        'E_OUTSIDE_WORKSPACE',
      );
    });

    test('goes on in the background when it outlasts its wait', async () => {
      const { engine } = fixture();
      const connections = [{ ...engine.definition, name: 'ro', readonly: true }];
      const endpoint = openSqlEndpoint({ connections, engines: engine.engines, exportWaitMs: 1 });
      try {
        const { call, ask } = await connectSql(endpoint);
        const slow = `SELECT a.id FROM numbers a, numbers b WHERE b.id <= 40`;
        const started = await call('export_query', { connection: 'ro', sql: slow, path: 'slow.jsonl' });
        expect(started).toMatchObject({ ok: true, type: 'running' });
        const done = await ask('wait', { handle: started.running?.handle });
        expect(done).toMatchObject({ path: 'slow.jsonl', rows: NUMBERS * 40 });
      } finally {
        await endpoint.close();
      }
    });

    test('leaves no file when it fails or is cancelled', async () => {
      const { call } = await fixture().connect();
      const { workspace } = fixture().endpoint;
      const before = readdirSync(workspace);
      const missing = { connection: 'ro', sql: 'SELECT * FROM missing', path: 'never.csv' };
      expect((await call('export_query', missing)).error?.code).toBe('E_NO_SUCH_TABLE');
      const caller = new AbortController();
      const endless = { connection: 'ro', sql: 'SELECT id FROM endless', path: 'never.csv' };
      const cancelled = call('export_query', endless, {
        signal: caller.signal,
        onprogress: () => caller.abort(),
      });
      await expect(cancelled).rejects.toThrow();
      await expect.poll(() => readdirSync(workspace), { timeout: 20_000 }).toEqual(before);
    });
  });
}
