import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { at, items, text } from '../clients/json.ts';
import { AuditFile } from './support/audit.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { connectClient, streamableTransport } from './support/clients.ts';
import { ask, messagesOf, modernRequest, open } from './support/http.ts';
import { type HttpServer, spawnFixture, spawnMolehill, startFixture } from './support/molehill.ts';
import { type Params, RawClient } from './support/raw-client.ts';

const MANY = 200;
const BUDGET_BYTES = 100_000;

const slow = { name: 'slow', arguments: { ms: 600_000 } };
const echo = (said: string) => ({ name: 'echo', arguments: { text: said } });
const many = <T>(make: (index: number) => T): T[] => Array.from({ length: MANY }, (_, index) => make(index));
const saying = (said: string) => ({ result: { structuredContent: { ok: true, data: { text: said } } } });

afterEach(endEverything);

async function callOver(server: HttpServer, params: Params, meta?: Params): Promise<unknown[]> {
  return messagesOf(await ask(server, '/mcp', modernRequest(server, 'tools/call', params, meta)));
}

describe(`${MANY} calls at once`, () => {
  test('run concurrently over stdio', async () => {
    const audit = new AuditFile();
    const client = new RawClient(spawnFixture(['--audit', audit.path]));
    await client.handshake();
    const running = many(() => client.send('tools/call', slow));
    expect(await client.request('tools/call', echo('meanwhile'))).toMatchObject(saying('meanwhile'));
    expect(audit.outcomesOf('slow')).toEqual([]);
    for (const { id } of running) client.notify('notifications/cancelled', { requestId: id });
    expect(await audit.outcomes('slow', MANY)).toEqual(many(() => 'E_CANCELLED'));
  });

  test('run concurrently over HTTP', async () => {
    const audit = new AuditFile();
    const server = await startFixture(['--audit', audit.path]);
    const running = many(() =>
      open(server, '/mcp', modernRequest(server, 'tools/call', slow)).on('error', () => {}),
    );
    const replies = await Promise.all(many((index) => callOver(server, echo(`call ${index}`))));
    for (const [index, reply] of replies.entries())
      expect(reply.at(-1)).toMatchObject(saying(`call ${index}`));
    expect(audit.outcomesOf('slow')).toEqual([]);
    for (const call of running) call.destroy();
    expect(await audit.outcomes('slow', MANY)).toEqual(many(() => 'E_CANCELLED'));
  });

  test('each get their own answer over stdio', async () => {
    const client = new RawClient(spawnFixture());
    await client.handshake();
    const replies = await Promise.all(many((index) => client.request('tools/call', echo(`call ${index}`))));
    for (const [index, reply] of replies.entries()) expect(reply).toMatchObject(saying(`call ${index}`));
  });

  test('each get their own answer and a record in the history', async () => {
    const home = temporaryFolder();
    const client = new RawClient(spawnMolehill(['mcp'], { home }));
    await client.handshake();
    const replies = await Promise.all(many(() => client.call('molehill__status')));
    const ids = replies.map((reply) => text(at(reply, 'result', 'structuredContent', 'meta', 'requestId')));
    expect(new Set(ids).size).toBe(MANY);
    const lines = readFileSync(join(home, 'audit.jsonl'), 'utf8').trim().split('\n');
    const recorded = lines.map((line) => text(at(JSON.parse(line), 'id')));
    expect(recorded.toSorted()).toEqual(ids.toSorted());
  });
});

describe('an answer of 2,000,000 rows', () => {
  function expectWithinBudget(reply: unknown): void {
    const said = text(at(reply, 'result', 'content', 0, 'text'));
    expect(Buffer.byteLength(said)).toBeLessThanOrEqual(BUDGET_BYTES);
    expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThanOrEqual(4 * BUDGET_BYTES);
    expect(said).toMatch(/\[truncated: the \w+ limit cut this answer at \d+/);
    const content = at(reply, 'result', 'structuredContent');
    expect(content).toMatchObject({
      ok: true,
      meta: { truncation: { truncated: true, next: expect.any(String) } },
    });
    const rows = items(at(content, 'data', 'rows'));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every((row) => typeof at(row, 'id') === 'number')).toBe(true);
  }

  test.each([
    ['streaming', true],
    ['materialising', false],
  ])('of a %s tool stays within its budget, and the process stays responsive', async (_, polite) => {
    const params = { name: 'huge', arguments: { rows: 2_000_000, polite } };
    const client = new RawClient(spawnFixture());
    await client.handshake();
    expectWithinBudget(await client.request('tools/call', params));
    expect(await client.request('tools/call', echo('after'))).toMatchObject(saying('after'));
    const server = await startFixture();
    expectWithinBudget((await callOver(server, params)).at(-1));
    expect((await callOver(server, echo('after'))).at(-1)).toMatchObject(saying('after'));
  });
});

describe('progress', () => {
  const steps = Array.from({ length: 40 }, (_, index) => index + 1);
  const params = { name: 'progressing', arguments: { steps: steps.length } };

  function expectSteps(notifications: readonly unknown[]): void {
    const reports = notifications.filter((message) => at(message, 'method') === 'notifications/progress');
    expect(reports.map((report) => at(report, 'params'))).toEqual(
      steps.map((step) => ({
        progressToken: 'p',
        progress: step,
        total: steps.length,
        message: `step ${step}`,
        ...(at(reports[0], 'params', '_meta') ? { _meta: expect.anything() } : {}),
      })),
    );
  }

  test('arrives completely and in order over stdio, before the answer', async () => {
    const client = new RawClient(spawnFixture());
    await client.handshake();
    await client.request('tools/call', { ...params, _meta: { progressToken: 'p' } });
    expectSteps(client.notifications);
    expect(client.lines.at(-1)).toContain('"structuredContent"');
  });

  test('arrives completely and in order over HTTP, before the answer', async () => {
    const server = await startFixture();
    const messages = await callOver(server, params, { progressToken: 'p' });
    expectSteps(messages);
    expect(messages.at(-1)).toMatchObject({ result: { structuredContent: { ok: true } } });
  });

  test.each(['legacy', 'auto'] as const)(
    'increases monotonically for the official client, mode %s',
    async (mode) => {
      const client = await connectClient(streamableTransport(await startFixture()), mode);
      const seen: number[] = [];
      await client.callTool(params, { onprogress: ({ progress }) => seen.push(progress) });
      expect(seen.length).toBeGreaterThan(steps.length / 2);
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    },
  );

  test('is not sent without a progress token', async () => {
    const client = new RawClient(spawnFixture());
    await client.handshake();
    await client.request('tools/call', params);
    expect(client.notifications).toEqual([]);
  });
});

describe('standard output and standard error', () => {
  const secret = 'hunter2-hunter2-hunter2';

  test('molehill mcp writes only protocol messages to standard output, whatever it receives', async () => {
    const running = spawnMolehill(['mcp'], { env: { MOLEHILL_LOG_LEVEL: 'debug' } });
    const client = new RawClient(running);
    await client.handshake();
    running.stdin.write('this is no JSON\n{"half":\n\n[]\n42\n');
    for (const name of ['molehill__status', 'no_such_tool', '']) await client.call(name);
    await client.call('molehill__call_history', { limit: 'x', password: secret, [`token=${secret}`]: 1 });
    await client.request('no/such/method');
    expect(client.lines.length).toBeGreaterThanOrEqual(6);
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(running.output.stdout.split('\n').filter(Boolean)).toEqual(client.lines);
    expect(running.output.stderr).not.toContain(secret);
  });

  test('a failed call is logged, and its secret is in neither the log nor the answer', async () => {
    const running = spawnFixture();
    const client = new RawClient(running);
    await client.handshake();
    const message = `login failed for postgres://app:${secret}@db/shop, password=${secret}`;
    for (const how of ['coded', 'thrown', 'string']) await client.call('failing', { how, message });
    expect(client.lines.join('\n')).toContain('E_INTERNAL');
    expect(running.output.stderr).toContain('login failed');
    expect(client.lines.join('\n')).not.toContain(secret);
    expect(running.output.stderr).not.toContain(secret);
    expect(client.lines.join('\n')).not.toMatch(/\bat .*\.[jt]s:\d+/);
  });
});
