import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '@molehill/core/progress';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { bridgeErrors } from '../errors.ts';
import { answerOf, failedWith } from '../testing/answers.ts';
import { prepareJobFolder } from './layout.ts';
import { call, deferred, echo, expectEmpty, idleHost, setUp } from './testing/set-up.ts';
import { TOKEN } from './testing/token.ts';

test('returns the answer of a job and removes all its files', async () => {
  const { workspace, folder, serve, connect } = setUp();
  await serve(async ({ tool, input, caller }) => answerOf({ tool, input, caller }));
  const client = connect();
  expect(await client.call(call)).toEqual(
    answerOf({
      ...call,
      caller: { id: 'jobs:test', frontend: 'jobs', isShared: true, client: 'test', workspace: [workspace] },
    }),
  );
  await expectEmpty(folder);
});

test('creates the folder for its owner only, and hides it from git', async () => {
  const { workspace, folder, serve } = setUp();
  await serve(echo);
  for (const path of Object.values(folder)) expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(folder.root, '.gitignore'), 'utf8')).toBe('*\n');
  execFileSync('git', ['init', '-q'], { cwd: workspace });
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: workspace, encoding: 'utf8' })).toBe('');
});

test('a failed call is an answer; an unexpected error shows only its log id', async () => {
  const { serve, connect } = setUp();
  await serve(async ({ tool }) => {
    if (tool === 'bug') throw new Error('secret detail');
    if (tool === 'coded') throw bridgeErrors.fail('E_CAPACITY', 'Too much.');
    return failedWith('E_READONLY');
  });
  const client = connect();
  expect(await client.call(call)).toEqual(failedWith('E_READONLY'));
  await expect(client.call({ tool: 'coded', input: {} })).rejects.toMatchObject({
    code: 'E_CAPACITY',
    retryable: true,
  });
  const bug = await client.call({ tool: 'bug', input: {} }).catch((error: unknown) => error);
  expect(bug).toMatchObject({ code: 'E_INTERNAL' });
  expect(String(bug)).not.toContain('secret');
});

test('transfers large inputs and answers in side files', async () => {
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

test('reports the latest progress', async () => {
  const { serve, connect } = setUp();
  const seen = deferred();
  await serve(async (_, { progress }) => {
    progress({ done: 1, total: 3 });
    progress({ done: 2, total: 3, message: 'two' });
    await seen.promise;
    return answerOf('x');
  });
  const reported: Progress[] = [];
  const onProgress = (news: Progress) => {
    reported.push(news);
    if (news.done === 2) seen.resolve();
  };
  await connect().call({ ...call, onProgress });
  expect(reported.at(-1)).toEqual({ done: 2, total: 3, message: 'two' });
});

/** Without scans, only watcher events arrive. */
const NO_SCAN = { scanMs: 3_600_000 };

test('a cancellation reaches the handler, and the caller gets its answer', async () => {
  const { folder, serve, connect } = setUp();
  const begun = deferred();
  await serve(async (_, { signal }) => {
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return failedWith(signal.reason.code);
  }, NO_SCAN);
  const cancel = new AbortController();
  const calling = connect(NO_SCAN).call({ ...call, signal: cancel.signal });
  await begun.promise;
  cancel.abort();
  expect(await calling).toEqual(failedWith('E_CANCELLED'));
  await expectEmpty(folder);
});

test('a cancellation rejects when the handler ignores its signal', async () => {
  const { serve, connect } = setUp();
  const deaf = deferred();
  await serve(() => deaf.promise.then(() => answerOf('late')));
  await expect(connect().call({ ...call, signal: AbortSignal.timeout(30) })).rejects.toMatchObject({
    code: 'E_CANCELLED',
  });
  deaf.resolve();
});

test('rejects quickly without a folder or a host, and the job is never run', async () => {
  const { workspace, folder, serve, connect } = setUp();
  const client = connect();
  await expect(client.call(call)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
  expect(readdirSync(workspace)).toEqual([]);
  await prepareJobFolder(workspace, TOKEN);
  await expect(client.call(call)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
  const ran: string[] = [];
  await serve(async ({ tool }) => answerOf(ran.push(tool)));
  expect(await client.call({ tool: 'second', input: {} })).toEqual(answerOf(1));
  expect(ran).toEqual(['second']);
  await expectEmpty(folder);
});

test('a job that is not claimed in time is never run', async () => {
  const { workspace, serve, connect } = setUp();
  await idleHost(workspace);
  const calling = connect({ pickupMs: 40 }).call(call);
  await expect(calling).rejects.toMatchObject({ code: 'E_PICKUP_TIMEOUT', retryable: true });
  const ran: string[] = [];
  await serve(async ({ tool }) => answerOf(ran.push(tool)));
  await connect().call({ tool: 'other', input: {} });
  expect(ran).toEqual(['other']);
});

test('a job cancelled before it is claimed is not run', async () => {
  const { workspace, folder, connect } = setUp();
  await idleHost(workspace);
  const cancel = new AbortController();
  const calling = connect().call({ ...call, signal: cancel.signal, onSubmitted: () => cancel.abort() });
  await expect(calling).rejects.toMatchObject({ code: 'E_CANCELLED' });
  await expectEmpty(folder);
  const early = connect().call({ ...call, signal: AbortSignal.abort() });
  await expect(early).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('runs ten jobs at a time, the others in order, and a queued job can be cancelled', async () => {
  const { folder, serve, connect } = setUp();
  const all = deferred();
  let [inside, most] = [0, 0];
  const order: unknown[] = [];
  await serve(async ({ input }) => {
    most = Math.max(most, ++inside);
    order.push(input);
    await all.promise;
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
    const onSubmitted = (id: string) => {
      sent.id = id;
    };
    const signal = n === 11 ? cancel.signal : undefined;
    waiting.push(two.call({ tool: 't', input: n, signal, onSubmitted }).catch((error) => error.code));
    await expect.poll(() => sent.id !== '' && existsSync(join(folder.execute, sent.id, 'claim'))).toBe(true);
  }
  cancel.abort();
  expect(await waiting[1]).toBe('E_CANCELLED');
  all.resolve();
  await Promise.all([...running, ...waiting]);
  expect(most).toBe(10);
  expect(order.slice(10)).toEqual([10, 12]);
});

test('both sides reject a folder that is a symbolic link', async () => {
  const { workspace, serve, connect } = setUp();
  symlinkSync(tempFolder(), join(workspace, '.vsc-bridge'));
  await expect(serve(echo)).rejects.toMatchObject({ code: 'E_JOB_FOLDER' });
  await expect(connect().call(call)).rejects.toMatchObject({ code: 'E_JOB_FOLDER' });
});
