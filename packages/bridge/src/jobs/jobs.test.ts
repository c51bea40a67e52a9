import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '@molehill/core/progress';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { bridgeErrors } from '../errors.ts';
import { answerOf, failedWith } from '../testing/answers.ts';
import { prepareJobFolder } from './layout.ts';
import { call, echo, gate, idleHost, nothingLeft, setUp } from './testing/set-up.ts';

test('a job comes back with its answer, and leaves nothing behind', async () => {
  const { folder, serve, connect } = setUp();
  await serve(async ({ tool, input, client }) => answerOf({ tool, input, client }));
  const client = connect();
  expect(await client.call(call)).toEqual(answerOf({ ...call, client: 'test' }));
  expect(await client.alive()).toBe(true);
  await nothingLeft(folder);
});

test('the folder is for its owner alone, and git does not see it', async () => {
  const { workspace, folder, serve } = setUp();
  await serve(echo);
  for (const path of Object.values(folder)) expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(folder.root, '.gitignore'), 'utf8')).toBe('*\n');
  execFileSync('git', ['init', '-q'], { cwd: workspace });
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: workspace, encoding: 'utf8' })).toBe('');
});

test('a failed call is an answer; what the host did not foresee is told by its log id alone', async () => {
  const { serve, connect } = setUp();
  await serve(async ({ tool }) => {
    if (tool === 'bug') throw new Error('secret detail');
    if (tool === 'coded') throw bridgeErrors.fail('E_BUSY', 'Too much.');
    return failedWith('E_READONLY');
  });
  const client = connect();
  expect(await client.call(call)).toEqual(failedWith('E_READONLY'));
  await expect(client.call({ tool: 'coded', input: {} })).rejects.toMatchObject({
    code: 'E_BUSY',
    retryable: true,
  });
  const bug = await client.call({ tool: 'bug', input: {} }).catch((error: unknown) => error);
  expect(bug).toMatchObject({ code: 'E_INTERNAL' });
  expect(String(bug)).not.toContain('secret');
});

test('input and answers of many megabytes pass, in files of their own', async () => {
  const { folder, serve, connect } = setUp();
  const files: string[][] = [];
  const large = { text: 'ü'.repeat(6_000_000) };
  await serve(async ({ id, input }) => {
    files.push(readdirSync(join(folder.execute, id)));
    return answerOf(input);
  });
  expect(await connect().call({ tool: 'echo', input: large })).toEqual(answerOf(large));
  expect(files[0]).toContain('command.data.json');
});

test('progress comes through, the newest of it', async () => {
  const { serve, connect } = setUp();
  const seen = gate();
  await serve(async (_, { progress }) => {
    progress({ done: 1, total: 3 });
    progress({ done: 2, total: 3, message: 'two' });
    await seen.opened;
    return answerOf('x');
  });
  const told: Progress[] = [];
  const onProgress = (news: Progress) => {
    told.push(news);
    if (news.done === 2) seen.open();
  };
  await connect().call({ ...call, onProgress });
  expect(told.at(-1)).toEqual({ done: 2, total: 3, message: 'two' });
});

/** Nobody looks by itself, so what comes through came by an event. */
const NO_SCAN = { scanMs: 3_600_000 };

test('cancelling reaches the handler, and its answer the caller', async () => {
  const { folder, serve, connect } = setUp();
  const begun = gate();
  await serve(async (_, { signal }) => {
    begun.open();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return failedWith(signal.reason.code);
  }, NO_SCAN);
  const cancel = new AbortController();
  const calling = connect(NO_SCAN).call({ ...call, signal: cancel.signal });
  await begun.opened;
  cancel.abort();
  expect(await calling).toEqual(failedWith('E_CANCELLED'));
  await nothingLeft(folder);
});

test('so does the end of its time; a handler that does not listen is left behind', async () => {
  const { serve, connect } = setUp();
  const deaf = gate();
  await serve(() => deaf.opened.then(() => answerOf('late')));
  await expect(connect().call({ ...call, timeoutMs: 30 })).rejects.toMatchObject({ code: 'E_TIMEOUT' });
  deaf.open();
});

test('without a folder or without a host nobody waits long, and what was sent is never run', async () => {
  const { workspace, folder, serve, connect } = setUp();
  const client = connect();
  await expect(client.call(call)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
  expect(await client.alive()).toBe(false);
  expect(readdirSync(workspace)).toEqual([]);
  await prepareJobFolder(workspace);
  await expect(client.call(call)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
  const ran: string[] = [];
  await serve(async ({ tool }) => answerOf(ran.push(tool)));
  expect(await client.call({ tool: 'second', input: {} })).toEqual(answerOf(1));
  expect(ran).toEqual(['second']);
  await nothingLeft(folder);
});

test('a host that does not take the job in time does not get it later either', async () => {
  const { workspace, serve, connect } = setUp();
  await idleHost(workspace);
  const calling = connect({ pickupMs: 40 }).call(call);
  await expect(calling).rejects.toMatchObject({ code: 'E_JOB_PICKUP', retryable: true });
  const ran: string[] = [];
  await serve(async ({ tool }) => answerOf(ran.push(tool)));
  await connect().call({ tool: 'other', input: {} });
  expect(ran).toEqual(['other']);
});

test('cancelled before anybody took it, it was not run', async () => {
  const { workspace, folder, connect } = setUp();
  await idleHost(workspace);
  const cancel = new AbortController();
  const calling = connect().call({ ...call, signal: cancel.signal, onHandedOver: () => cancel.abort() });
  await expect(calling).rejects.toMatchObject({ code: 'E_CANCELLED' });
  await nothingLeft(folder);
  const early = connect().call({ ...call, signal: AbortSignal.abort() });
  await expect(early).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('ten run at a time, the others in the order they came, and one that waits can be cancelled', async () => {
  const { folder, serve, connect } = setUp();
  const all = gate();
  let [inside, most] = [0, 0];
  const order: unknown[] = [];
  await serve(async ({ input }) => {
    most = Math.max(most, ++inside);
    order.push(input);
    await all.opened;
    inside--;
    return answerOf(input);
  });
  const [one, two] = [connect(), connect()];
  const cancel = new AbortController();
  const running = Array.from({ length: 10 }, (_, n) => one.call({ tool: 't', input: n }));
  await expect.poll(() => inside).toBe(10);
  const waiting: Promise<unknown>[] = [];
  for (const n of [10, 11, 12]) {
    const sent = { id: '' };
    const onHandedOver = (id: string) => {
      sent.id = id;
    };
    const signal = n === 11 ? cancel.signal : undefined;
    waiting.push(two.call({ tool: 't', input: n, signal, onHandedOver }).catch((error) => error.code));
    await expect.poll(() => sent.id !== '' && existsSync(join(folder.execute, sent.id, 'claim'))).toBe(true);
  }
  cancel.abort();
  expect(await waiting[1]).toBe('E_CANCELLED');
  all.open();
  await Promise.all([...running, ...waiting]);
  expect(most).toBe(10);
  expect(order.slice(10)).toEqual([10, 12]);
});

test('a folder that is a link to somewhere else is refused by both sides', async () => {
  const { workspace, serve, connect } = setUp();
  symlinkSync(tempFolder(), join(workspace, '.vsc-bridge'));
  await expect(serve(echo)).rejects.toMatchObject({ code: 'E_JOB_FOLDER' });
  await expect(connect().call(call)).rejects.toMatchObject({ code: 'E_JOB_FOLDER' });
});
