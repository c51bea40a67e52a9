import { join } from 'node:path';
import { type Audit, openAudit } from '@molehill/core/audit';
import type { BudgetLimits } from '@molehill/core/budget';
import type { CallRecord } from '@molehill/core/calls';
import { silentLog } from '@molehill/core/log';
import { createTestEndpoint, testCaller } from '@molehill/core/testing/endpoint';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { molehillServer } from './server.ts';

interface History {
  readonly calls: readonly { readonly tool: string; readonly at: string; readonly arguments: unknown }[];
  readonly cursor: string | null;
}

function record(index: number, more: Partial<CallRecord> = {}): CallRecord {
  return {
    id: `id-${index}`,
    at: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString(),
    server: 'fixture',
    tool: `tool${index}`,
    frontend: 'stdio',
    durationMs: index,
    outcome: 'ok',
    inputBytes: 2,
    outputBytes: 3,
    ...more,
  };
}

function history(records: readonly CallRecord[], budget: Partial<BudgetLimits> = {}) {
  const audit: Audit = openAudit({ path: join(tempFolder(), 'audit.jsonl'), log: silentLog });
  onTestFinished(() => audit.close());
  for (const each of records) audit.append(each);
  const server = molehillServer({
    version: '1.0.0',
    workspace: '/w',
    frontends: [],
    servers: () => [],
    audit,
  });
  const { dispatcher, catalogue } = createTestEndpoint(server, { budget });
  const entry = catalogue.find('call_history');
  const call = (input: object) => dispatcher.call({ entry, input, caller: testCaller() });
  const find = async (input: object): Promise<History> => {
    const { envelope } = await call(input);
    if (!envelope.ok) throw new Error(envelope.error.message);
    return envelope.data as History;
  };
  const toolsOf = async (input: object) => (await find(input)).calls.map(({ tool }) => tool);
  return { call, find, toolsOf, audit };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => record(index));

test('an empty history has no calls and no cursor', async () => {
  expect(await history([]).find({})).toEqual({ calls: [], cursor: null });
});

test('returns the newest twenty calls with all their fields', async () => {
  const { find } = history([
    ...many(30),
    record(30, { client: 'me', effect: 'writes', code: 'E_X', arguments: { a: 1 } }),
  ]);
  const { calls, cursor } = await find({});
  expect(calls.map(({ tool }) => tool)).toEqual(
    Array.from({ length: 20 }, (_, index) => `tool${30 - index}`),
  );
  expect(cursor).toBe('id-11');
  expect(calls[0]).toEqual({
    at: '2026-01-01T00:00:30.000Z',
    server: 'fixture',
    tool: 'tool30',
    frontend: 'stdio',
    client: 'me',
    effect: 'writes',
    durationMs: 30,
    outcome: 'ok',
    code: 'E_X',
    inputBytes: 2,
    outputBytes: 3,
    arguments: { a: 1 },
  });
  expect(calls[1]).toMatchObject({ client: null, effect: null, code: null, arguments: null });
});

const mixed = [
  record(0, { server: 'sql', outcome: 'error', code: 'E_TIMEOUT' }),
  record(1, { server: 'sql', tool: 'query' }),
  record(2, { tool: 'query', outcome: 'error', code: 'E_CANCELLED' }),
  record(3, { outcome: 'asked' }),
];

test.each([
  ['server', { server: 'sql' }, ['query', 'tool0']],
  ['tool', { tool: 'query' }, ['query', 'query']],
  ['outcome', { outcome: 'error' }, ['query', 'tool0']],
  ['question', { outcome: 'asked' }, ['tool3']],
  ['code', { code: 'E_TIMEOUT' }, ['tool0']],
  ['time', { since: '2026-01-01T00:00:02Z' }, ['tool3', 'query']],
  ['time in another zone', { since: '2026-01-01T02:00:02+02:00' }, ['tool3', 'query']],
  ['several fields', { server: 'sql', outcome: 'ok' }, ['query']],
  ['an unknown server', { server: 'nowhere' }, []],
])('filters by %s', async (_, filter, tools) => {
  expect(await history(mixed).toolsOf(filter)).toEqual(tools);
});

test('pages cover the whole history, each call once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 25 }), async (count, limit) => {
      const { find } = history(many(count));
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: History = await find({ limit, ...(cursor ? { cursor } : {}) });
        seen.push(...page.calls.map(({ tool }) => tool));
        cursor = page.cursor;
      }
      expect(seen).toEqual(Array.from({ length: count }, (_, index) => `tool${count - 1 - index}`));
    }),
    { numRuns: 30 },
  );
});

test('filtered pages skip and repeat nothing while new calls arrive', async () => {
  const records = Array.from({ length: 50 }, (_, index) =>
    record(index, index % 3 === 0 ? { server: 'sql' } : {}),
  );
  const { find, audit } = history(records);
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: History = await find({ server: 'sql', limit: 4, ...(cursor ? { cursor } : {}) });
    audit.append(record(100 + seen.length, { server: 'sql' }));
    seen.push(...page.calls.map(({ tool }) => tool));
    cursor = page.cursor;
  }
  expect(seen).toEqual(Array.from({ length: 17 }, (_, index) => `tool${48 - 3 * index}`));
});

test('an unknown cursor is E_CURSOR_INVALID', async () => {
  const { envelope, text } = await history(many(5)).call({ cursor: 'id-99' });
  expect(envelope).toMatchObject({ ok: false, error: { code: 'E_CURSOR_INVALID' } });
  expect(text).toContain('Call again without a cursor');
});

test.each([
  { limit: 0 },
  { limit: 201 },
  { limit: '5' },
  { outcome: 'maybe' },
  { since: 'yesterday' },
  { sever: 'sql' },
])('rejects %j', async (input) => {
  expect((await history([]).call(input)).envelope).toMatchObject({ error: { code: 'E_INVALID_PARAMS' } });
});

test('a truncated answer names the limit and the cursor', async () => {
  const { envelope, text } = await history(many(30)).call({ limit: 3 });
  expect(envelope.meta.truncation).toEqual({
    truncated: true,
    limit: 'rows',
    shown: 3,
    next: 'call again with cursor: "id-27".',
  });
  expect(text).toMatch(
    /\[truncated: the rows limit cut this answer at 3 — call again with cursor: "id-27"\.\]$/,
  );
});

test('the budget truncates large records, and the cursor continues after the last one shown', async () => {
  const records = many(40).map((each) => ({ ...each, arguments: 'x'.repeat(900) }));
  const { find, call } = history(records, { tokens: 2_000 });
  const first = await find({ limit: 40 });
  expect((await call({ limit: 40 })).envelope.meta.truncation).toMatchObject({ limit: 'tokens' });
  expect(first.calls.length).toBeGreaterThan(1);
  expect(first.calls.length).toBeLessThan(10);
  const second = await find({ limit: 40, cursor: first.cursor });
  expect(second.calls[0]?.tool).toBe(`tool${39 - first.calls.length}`);
});

test('renders the history as a table with one line per call', async () => {
  const { text } = await history(many(3)).call({});
  expect(text.split('\n').slice(0, 3)).toEqual([
    'calls (3):',
    'at | server | tool | frontend | client | effect | durationMs | outcome | code | inputBytes | outputBytes | arguments',
    '2026-01-01T00:00:02.000Z | fixture | tool2 | stdio | null | null | 2 | ok | null | 2 | 3 | null',
  ]);
});
