import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { openAudit } from './audit.ts';
import type { CallEvent } from './calls.ts';
import type { CallRequest } from './dispatch.ts';
import { reads } from './effects.ts';
import { createLog, silentLog } from './log.ts';
import { type Ask, InputPending, type Question } from './question.ts';
import { createRedactor } from './redact.ts';
import type { ToolServer } from './server.ts';
import { createTestEndpoint, type TestEndpointOptions, testCaller } from './testing/endpoint.ts';
import { createFixtureServer } from './testing/fixture-server.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { defineTool, type Tool } from './tool.ts';

const LONG = 60_000;

function endpoint(options: TestEndpointOptions = {}, server?: ToolServer) {
  const state = { stopped: 0, done: [] as string[] };
  const created = createTestEndpoint(server ?? createFixtureServer(state).server, options);
  const call = (name: string, input: unknown, more: Partial<CallRequest> = {}) =>
    created.dispatcher.call({ entry: created.catalogue.find(name), input, caller: testCaller(), ...more });
  return { ...created, state, call };
}

function serverOf(...tools: readonly Tool[]): ToolServer {
  return { id: 'own', title: 'Own', version: '1', instructions: '', tools };
}

function toolThat(run: Tool['run'], more: Partial<Tool> = {}): Tool {
  return defineTool({
    name: 'own',
    title: 'Own',
    description: 'A tool of this test.',
    input: z.strictObject({}),
    output: z.unknown(),
    effects: reads,
    run,
    ...more,
  });
}

test('returns envelope and text of a success, and records it once', async () => {
  const { call, calls } = endpoint();
  const { envelope, text } = await call(
    'echo',
    { text: 'hi', times: 2 },
    { caller: testCaller({ client: 'me' }) },
  );
  expect(text).toBe('text: hihi');
  expect(envelope).toEqual({
    ok: true,
    type: 'success',
    data: { text: 'hihi' },
    meta: {
      requestId: expect.any(String),
      timestamp: expect.stringMatching(/Z$/),
      durationMs: expect.any(Number),
    },
  });
  expect(calls).toEqual([
    {
      id: envelope.meta.requestId,
      at: envelope.meta.timestamp,
      server: 'fixture',
      tool: 'echo',
      frontend: 'memory',
      client: 'me',
      effect: 'reads',
      durationMs: expect.any(Number),
      outcome: 'ok',
      inputBytes: Buffer.byteLength('{"text":"hi","times":2}'),
      outputBytes: Buffer.byteLength(text),
      arguments: { text: 'hi', times: 2 },
    },
  ]);
});

test('records the effect that the policy judged, also where a person declined', async () => {
  const { call, calls } = endpoint();
  await call('echo', { text: 'hi' });
  await call('confirming', { what: 'x' }, { ask: async () => ({ action: 'decline' }) });
  await call('confirming', { what: 1 });
  expect(calls.map(({ effect, code }) => [effect, code])).toEqual([
    ['reads', undefined],
    ['destroys', 'E_DECLINED'],
    [undefined, 'E_INVALID_PARAMS'],
  ]);
});

test('a coded failure keeps its code, hint and details', async () => {
  const { call, calls } = endpoint();
  const { envelope, text } = await call('failing', { how: 'coded', message: 'no luck' });
  expect(text).toBe('[E_FIXTURE] no luck — Do not ask it to.');
  expect(envelope).toMatchObject({
    ok: false,
    type: 'error',
    error: {
      code: 'E_FIXTURE',
      message: 'no luck',
      hint: 'Do not ask it to.',
      retryable: true,
      details: { message: 'no luck' },
    },
  });
  expect(calls).toMatchObject([{ outcome: 'error', code: 'E_FIXTURE' }]);
});

test.each(['thrown', 'string', 'undefined'])(
  'logs an unexpected exception (%s) in full and returns only the log id',
  async (how) => {
    const file = join(tempFolder(), 'log');
    const redactor = createRedactor();
    const { call } = endpoint({ log: createLog({ level: 'error', file, redactor }), redactor });
    const { envelope, text } = await call('failing', { how, message: 'deep inside' });
    const id = envelope.meta.requestId;
    expect(envelope).toMatchObject({
      error: { code: 'E_INTERNAL', message: `This tool failed unexpectedly (log id ${id}).` },
    });
    expect(JSON.stringify(envelope) + text).not.toMatch(/deep inside|fixture-server|at .*:\d+/);
    const logged = JSON.parse(readFileSync(file, 'utf8'));
    expect(logged).toMatchObject({ id, tool: 'failing', msg: 'a tool failed unexpectedly' });
    if (how === 'thrown') expect(logged.err.stack).toContain('fixture-server.ts');
  },
);

test('validates arguments before the tool runs', async () => {
  let ran = false;
  const tool = toolThat(async () => {
    ran = true;
  });
  const { call } = endpoint({}, serverOf(tool));
  expect((await call('own', { extra: 1 })).envelope).toMatchObject({ error: { code: 'E_INVALID_PARAMS' } });
  expect(ran).toBe(false);
});

test('treats missing arguments as an empty object', async () => {
  const { call } = endpoint({}, serverOf(toolThat(async (input) => input)));
  expect((await call('own', undefined)).envelope).toMatchObject({ ok: true, data: {} });
  expect((await call('own', null)).envelope).toMatchObject({ ok: true, data: {} });
});

test('aborts the work of a cancelled call and records it', async () => {
  const { call, calls, state } = endpoint();
  const caller = new AbortController();
  const running = call('slow', { ms: LONG }, { signal: caller.signal });
  caller.abort();
  expect((await running).envelope).toMatchObject({ error: { code: 'E_CANCELLED' } });
  expect(state.stopped).toBe(1);
  expect(calls).toMatchObject([{ outcome: 'error', code: 'E_CANCELLED' }]);
});

test('aborts a call that exceeds its timeout', async () => {
  const { call, state } = endpoint({ timeoutMs: 1 });
  expect((await call('slow', { ms: LONG })).envelope).toMatchObject({ error: { code: 'E_TIMEOUT' } });
  expect(state.stopped).toBe(1);
});

test('prefers the timeout of the tool', async () => {
  const tool = toolThat((_, { signal }) => sleep(LONG, undefined, { signal }), { timeoutMs: 2 });
  const { call } = endpoint({ timeoutMs: LONG }, serverOf(tool));
  expect((await call('own', {})).envelope).toMatchObject({
    error: { code: 'E_TIMEOUT', message: 'The call took longer than 2 ms and was stopped.' },
  });
});

test('takes the timeout from the arguments', async () => {
  const tool = toolThat((_, { signal }) => sleep(LONG, undefined, { signal }), {
    input: z.strictObject({ ms: z.number().optional() }),
    timeoutMs: 3,
    timeoutOf: ({ ms }) => (typeof ms === 'number' ? ms : undefined),
  });
  const { call } = endpoint({ timeoutMs: LONG }, serverOf(tool));
  expect((await call('own', { ms: 2 })).text).toContain('longer than 2 ms');
  expect((await call('own', {})).text).toContain('longer than 3 ms');
});

test('abandons a tool that ignores its signal', async () => {
  const { call } = endpoint({ timeoutMs: 1, graceMs: 1 });
  const { envelope } = await call('slow', { ms: 200, deaf: true });
  expect(envelope).toMatchObject({ error: { code: 'E_TIMEOUT' } });
});

test('reports what a tool cut and by which limit', async () => {
  const { call, calls } = endpoint({ budget: { rows: 3 } });
  const { envelope, text } = await call('huge', { rows: 1_000_000 });
  expect(envelope).toMatchObject({
    ok: true,
    data: { rows: [{ id: 0 }, { id: 1 }, { id: 2 }] },
    meta: { truncation: { truncated: true, limit: 'rows', shown: 3, total: 1_000_000 } },
  });
  expect(text).toMatch(
    /\[truncated: the rows limit cut this answer at 3 of 1000000 — ask for fewer rows\.\]$/,
  );
  expect(calls).toMatchObject([{ outcome: 'ok', truncated: true }]);
});

test('cuts an answer that ignores its budget', async () => {
  const { call } = endpoint({ budget: { bytes: 1_000 } });
  const { envelope, text } = await call('huge', { rows: 100_000, polite: false });
  expect(envelope.meta.truncation).toMatchObject({ limit: 'bytes' });
  expect(text.length).toBeLessThan(1_500);
});

test('prefers the budget of the tool', async () => {
  const tool = toolThat(async (_, { budget }) => budget.limits, { budget: { rows: 7 } });
  const { call } = endpoint({ budget: { rows: 3, bytes: 5_000 } }, serverOf(tool));
  expect((await call('own', {})).envelope).toMatchObject({ data: { rows: 7, bytes: 5_000, tokens: 8_000 } });
});

test('takes the budget from the arguments', async () => {
  const tool = toolThat(async () => ({ text: 'x'.repeat(10_000) }), {
    input: z.strictObject({ maxTokens: z.int().default(5_000) }),
    budgetOf: ({ maxTokens }) => ({ tokens: Number(maxTokens) }),
  });
  const { call } = endpoint({}, serverOf(tool));
  const size = async (input: unknown) => JSON.stringify((await call('own', input)).envelope).length;
  expect(await size({ maxTokens: 500 })).toBeLessThan(500 * 3.5);
  expect(await size({})).toBeGreaterThan(500 * 3.5);
});

test('accepts an alias of a parameter, and refuses it beside the parameter', async () => {
  const tool = toolThat(async (input) => input, {
    input: z.strictObject({ path: z.string() }),
    parameterAliases: { file: 'path' },
  });
  const { call } = endpoint({}, serverOf(tool));
  expect((await call('own', { file: 'a.ts' })).envelope).toMatchObject({ data: { path: 'a.ts' } });
  expect((await call('own', { file: 'a.ts', path: 'b.ts' })).text).toBe(
    '[E_INVALID_PARAMS] unknown argument "file"; accepted: path — Correct the named argument and call again.',
  );
  expect((await call('own', { toString: 'a.ts' })).text).toContain('unknown argument "toString"');
});

test('sends progress to the caller and to the feed', async () => {
  const { call, feed } = endpoint();
  const events: CallEvent[] = [];
  const told: number[] = [];
  feed.subscribe((event) => events.push(event));
  await call('progressing', { steps: 3 }, { onProgress: ({ done }) => told.push(done) });
  expect(told).toEqual([1, 2, 3]);
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'progress', 'progress', 'progress', 'finished']);
  expect(events[1]).toMatchObject({ done: 1, total: 3, message: 'step 1' });
});

test('sends heartbeats for a silent tool, and none after its end', async () => {
  const { call } = endpoint({ heartbeatMs: 1 });
  const caller = new AbortController();
  let beats = 0;
  const onProgress = () => {
    beats += 1;
    if (beats === 3) caller.abort();
  };
  await call('slow', { ms: LONG }, { signal: caller.signal, onProgress });
  const heard = beats;
  await sleep(10);
  expect(heard).toBeGreaterThanOrEqual(3);
  expect(beats).toBe(heard);
});

test.each([
  ['accept', { ok: true, data: { did: 'it' } }, ['it']],
  ['decline', { error: { code: 'E_DECLINED', message: 'A person declined: Really do it?' } }, []],
  ['unavailable', { error: { code: 'E_CONFIRMATION_REQUIRED' } }, []],
] as const)('runs a destructive tool only after confirmation: %s', async (action, envelope, done) => {
  const { call, state } = endpoint();
  const answer = await call('confirming', { what: 'it' }, { ask: async () => ({ action }) });
  expect(answer.envelope).toMatchObject(envelope);
  expect(state.done).toEqual(done);
});

test('requires confirmation from a frontend that cannot ask', async () => {
  const { call, state } = endpoint();
  const { envelope, text } = await call('confirming', { what: 'it' });
  expect(envelope).toMatchObject({ error: { code: 'E_CONFIRMATION_REQUIRED' } });
  expect(text).toContain('A person must agree first: Really do it?');
  expect(state.done).toEqual([]);
});

test('does not run a cancelled call whose question is answered afterwards', async () => {
  const { call, state } = endpoint();
  const caller = new AbortController();
  const ask: Ask = async (_, signal) => {
    caller.abort();
    expect(signal?.aborted).toBe(true);
    return { action: 'accept' };
  };
  const { envelope } = await call('confirming', { what: 'it' }, { ask, signal: caller.signal });
  expect(envelope).toMatchObject({ error: { code: 'E_CANCELLED' } });
  expect(state.done).toEqual([]);
});

test('ends a call that awaits input and records it as asked', async () => {
  const { call, calls, state } = endpoint();
  const ask = () => Promise.reject(new InputPending({ message: 'Really?' }));
  await expect(call('confirming', { what: 'it' }, { ask })).rejects.toSatisfy(
    (pending) => pending instanceof InputPending && pending.question.message === 'Really?',
  );
  expect(calls).toMatchObject([{ outcome: 'asked', outputBytes: 0 }]);
  expect(state.done).toEqual([]);
});

test.each([
  ['none', undefined],
  ['keys', ['text', 'password']],
  ['full', { text: 'hi', password: '***' }],
] as const)('records %s of the arguments', async (auditArguments, kept) => {
  const { call, calls } = endpoint({ auditArguments });
  await call('echo', { text: 'hi', password: 'hunter2' });
  expect(calls[0]?.arguments).toEqual(kept);
});

test('shortens long arguments in the record', async () => {
  const { call, calls } = endpoint({ auditArguments: 'full' });
  await call('echo', { text: 'x'.repeat(100_000), ['k'.repeat(5_000)]: 1 });
  expect(JSON.stringify(calls[0]).length).toBeLessThan(2_500);
  expect(calls[0]?.arguments).toMatch(/…$/);
});

test('shortens and redacts argument names in the record', async () => {
  const redactor = createRedactor();
  redactor.add('s3cr3t-key');
  const { call, calls } = endpoint({ auditArguments: 'keys', redactor });
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`.repeat(50), 1]));
  await call('echo', { 's3cr3t-key': 1, ...many });
  expect(calls[0]?.arguments).toHaveLength(50);
  expect(JSON.stringify(calls[0])).not.toContain('s3cr3t');
});

test('rejects and records arguments that nest too deep', async () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 50_000; level++) deep = [deep];
  const { call, calls } = endpoint();
  expect((await call('echo', { text: deep })).envelope).toMatchObject({
    error: { code: 'E_INVALID_PARAMS' },
  });
  expect(calls).toMatchObject([{ outcome: 'error', code: 'E_INVALID_PARAMS' }]);
});

test('redacts secrets in progress, questions and errors', async () => {
  const tool = toolThat(async (_, { progress, confirm }) => {
    progress(1, 2, 'connecting to pg://ann:hunter2-hunter2@db');
    await confirm('Use hunter2-hunter2?');
  });
  const { call, redactor, feed } = endpoint({}, serverOf(tool));
  redactor.add('hunter2-hunter2');
  const told: unknown[] = [];
  const tell = (each: unknown) => {
    told.push(each);
  };
  feed.subscribe(tell);
  const ask = async (question: Question) => {
    tell(question);
    return { action: 'decline' } as const;
  };
  tell(await call('own', {}, { onProgress: tell, ask }));
  expect(JSON.stringify(told)).toContain('Use ***?');
  expect(JSON.stringify(told)).not.toContain('hunter2');
});

test('runs calls independently of a slow one', async () => {
  const { call } = endpoint();
  const caller = new AbortController();
  let slowEnded = false;
  const slow = call('slow', { ms: LONG }, { signal: caller.signal }).then(() => {
    slowEnded = true;
  });
  const echoes = await Promise.all(
    Array.from({ length: 200 }, (_, index) => call('echo', { text: String(index) })),
  );
  expect(echoes.map(({ text }) => text)).toEqual(
    Array.from({ length: 200 }, (_, index) => `text: "${index}"`),
  );
  expect(slowEnded).toBe(false);
  caller.abort();
  await slow;
});

/** A server whose one tool counts its calls, with an audit that is written to `path`. */
function audited(path: string, required: boolean) {
  const audit = openAudit({ path, log: silentLog });
  onTestFinished(() => audit.close());
  let made = 0;
  const tool = toolThat(async () => {
    made += 1;
    return {};
  });
  const created = endpoint(required ? { requiredAudit: audit } : {}, serverOf(tool));
  created.feed.subscribe((event) => event.kind === 'finished' && audit.append(event.call));
  const codeOf = async () => {
    const { envelope } = await created.call('own', {});
    return envelope.ok ? 'ok' : envelope.error.code;
  };
  return { ...created, codeOf, made: () => made, audit };
}

const FULL = '/dev/full';

describe.skipIf(!existsSync(FULL))('a full disk', () => {
  test('fails no call where the audit is optional, and is reported', async () => {
    const { codeOf, made, audit } = audited(FULL, false);
    expect([await codeOf(), await codeOf(), made()]).toEqual(['ok', 'ok', 2]);
    expect(audit.failure()).toMatchObject({ missing: 2, reason: expect.stringContaining('ENOSPC') });
  });

  test('is answered with E_AUDIT where the audit is required, and no further call is made', async () => {
    const { codeOf, made, endpoint: served } = audited(FULL, true);
    expect([await codeOf(), await codeOf(), await codeOf()]).toEqual(['E_AUDIT', 'E_AUDIT', 'E_AUDIT']);
    expect(made()).toBe(1);
    const operation = {
      method: 'resources/read',
      params: {},
      server: 'own',
      caller: testCaller(),
      run: async () => ({}),
    };
    await expect(served.dispatcher.perform(operation)).rejects.toMatchObject({ code: 'E_AUDIT' });
  });
});

test('a required audit that can be written again lets calls pass', async () => {
  const folder = join(tempFolder(), 'later');
  const { codeOf, made } = audited(join(folder, 'audit.jsonl'), true);
  expect([await codeOf(), await codeOf()]).toEqual(['E_AUDIT', 'E_AUDIT']);
  mkdirSync(folder);
  expect([await codeOf(), made()]).toEqual(['ok', 2]);
});
