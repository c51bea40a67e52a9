import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, failedWith } from '../testing/answers.ts';
import { claim, placeTombstone } from './claims.ts';
import { prepareJobFolder } from './layout.ts';
import { writeLease, writeReply } from './messages.ts';
import type { CallJob } from './running-job.ts';
import {
  call,
  createJob,
  deadProcess,
  deferred,
  echo,
  expectEmpty,
  ID,
  idleHost,
  leaseOf,
  setUp,
} from './testing/set-up.ts';
import { TOKEN } from './testing/token.ts';

test('two hosts never run the same job', async () => {
  const { serve, connect } = setUp();
  const ran: string[] = [];
  const run: CallJob = async ({ id }) => answerOf(ran.push(id));
  await Promise.all([serve(run), serve(run)]);
  const client = connect();
  await Promise.all(Array.from({ length: 40 }, () => client.call(call)));
  expect(new Set(ran).size).toBe(40);
  expect(ran).toHaveLength(40);
});

test('the next host completes the job of a dead host without running it', async () => {
  const { workspace, serve, folder } = setUp();
  await prepareJobFolder(workspace, TOKEN);
  const job = await createJob(folder, ID);
  await writeLease(join(job, 'claim'), leaseOf('dead', deadProcess()));
  const ran: string[] = [];
  await serve(async ({ id }) => answerOf(ran.push(id)));
  await expect.poll(() => readdirSync(job)).toContain('done');
  expect(readFileSync(join(job, 'error.json'), 'utf8')).toContain('E_JOB_INTERRUPTED');
  expect(ran).toEqual([]);
});

test('a client detects the death of its host without another host', async () => {
  const { workspace, connect } = setUp();
  const folder = await idleHost(workspace);
  const dead = leaseOf('dead', deadProcess());
  const calling = connect().call({
    ...call,
    onSubmitted: (id) => void writeLease(join(folder.execute, id, 'claim'), dead),
  });
  await expect(calling).rejects.toMatchObject({ code: 'E_JOB_INTERRUPTED', retryable: false });
  await expect.poll(() => readdirSync(folder.quarantine)).toHaveLength(1);
});

test('a complete answer of a dead host counts', async () => {
  const { workspace, connect } = setUp();
  const folder = await idleHost(workspace);
  const dead = leaseOf('dead', deadProcess());
  const onSubmitted = async (id: string) => {
    await writeReply(join(folder.execute, id), { answer: answerOf('made it') });
    await writeLease(join(folder.execute, id, 'claim'), dead);
  };
  expect(await connect().call({ ...call, onSubmitted })).toEqual(answerOf('made it'));
});

test('a client does not wait for an unresponsive host', async () => {
  const { workspace, connect } = setUp();
  const folder = await idleHost(workspace);
  const mute = leaseOf('idle', { at: Date.now() - 60_000 });
  const onSubmitted = async (id: string) => {
    await writeLease(join(folder.hosts, 'idle.json'), mute);
    await writeLease(join(folder.execute, id, 'claim'), mute);
  };
  await expect(connect().call({ ...call, onSubmitted })).rejects.toMatchObject({
    code: 'E_JOB_INTERRUPTED',
  });
});

test('old jobs of a dead client are removed and not run', async () => {
  const { workspace, folder, serve } = setUp();
  await prepareJobFolder(workspace, TOKEN);
  await createJob(folder, ID, { at: Date.now() - 60_000, dead: true });
  await createJob(folder, `${ID}x`, { at: Date.now() + 86_400_000, dead: true });
  mkdirSync(join(folder.tmp, 'half'));
  const ran: string[] = [];
  await serve(async ({ id }) => answerOf(ran.push(id)), { leftoverMs: 20 });
  await expectEmpty(folder);
  expect(ran).toEqual([]);
});

test('a running job is cancelled when its client dies', async () => {
  const { workspace, folder, serve } = setUp();
  await prepareJobFolder(workspace, TOKEN);
  const stopped = deferred();
  await serve(async (_, { signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    stopped.resolve();
    return failedWith('E_CANCELLED');
  });
  await createJob(folder, ID, { dead: true });
  await stopped.promise;
  await expectEmpty(folder);
});

test('an unreadable command is answered with E_JOB_FOLDER', async () => {
  const { workspace, folder, serve } = setUp();
  await prepareJobFolder(workspace, TOKEN);
  mkdirSync(join(folder.execute, ID));
  writeFileSync(join(folder.execute, ID, 'command.json'), '{"tool":');
  await serve(echo);
  await expect.poll(() => readdirSync(join(folder.execute, ID))).toContain('done');
  expect(readFileSync(join(folder.execute, ID, 'error.json'), 'utf8')).toContain('E_JOB_FOLDER');
});

test('rejects with E_JOB_UNANSWERED when the job folder is removed', async () => {
  const { folder, serve, connect } = setUp();
  const begun = deferred();
  await serve(() => {
    begun.resolve();
    return new Promise(() => {});
  });
  const calling = connect().call(call);
  await begun.promise;
  execFileSync('rm', ['-r', ...readdirSync(folder.execute).map((id) => join(folder.execute, id))]);
  await expect(calling).rejects.toMatchObject({ code: 'E_JOB_UNANSWERED' });
});

test('a host recreates a removed job folder', async () => {
  const { folder, serve, connect } = setUp();
  await serve(echo);
  const client = connect();
  await client.call(call);
  execFileSync('rm', ['-r', folder.root]);
  await expect.poll(() => client.call(call).catch((error) => error.code)).toEqual(answerOf(call.input));
});

test('a closing host answers all jobs: cancelled, not started, or interrupted', async () => {
  const { serve, connect } = setUp();
  const longEnoughToAnswer = { closeMs: 500 };
  let begun = 0;
  const host = await serve(async (_, { signal }) => {
    const isFirst = ++begun === 1;
    if (!isFirst) await new Promise(() => {});
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return failedWith('E_STOPPED');
  }, longEnoughToAnswer);
  const clients = [connect(), connect()];
  const codes = Array.from({ length: 12 }, (_, n) =>
    clients[n % 2]?.call({ tool: 't', input: n }).then(
      ({ envelope }) => (envelope.ok ? 'ok' : envelope.error.code),
      (error) => error.code,
    ),
  );
  await expect.poll(() => begun).toBe(10);
  await host.close();
  const all = await Promise.all(codes);
  const count = (wanted: string) => all.filter((code) => code === wanted).length;
  expect({
    stopped: count('E_STOPPED'),
    notStarted: count('E_BRIDGE_UNAVAILABLE'),
    interrupted: count('E_JOB_INTERRUPTED'),
  }).toEqual({ stopped: 1, notStarted: 2, interrupted: 9 });
});

test('a tombstone succeeds only on an unclaimed job, and prevents later claims', async () => {
  const { workspace } = setUp();
  const folder = await idleHost(workspace);
  const [free, taken] = [await createJob(folder, ID), await createJob(folder, `${ID}x`)];
  const lease = join(folder.hosts, 'idle.json');
  expect(await claim(taken, lease)).toBe('claimed');
  expect(await placeTombstone(folder, taken)).toBe(false);
  expect(await placeTombstone(folder, free)).toBe(true);
  expect(await claim(free, lease)).toBe('taken');
});
