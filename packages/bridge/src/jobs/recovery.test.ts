import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, failedWith } from '../testing/answers.ts';
import { claim } from './hosts.ts';
import type { CallJob } from './jobs.ts';
import { prepareJobFolder } from './layout.ts';
import { writeCard, writeReply } from './messages.ts';
import {
  call,
  cardOf,
  deadProcess,
  echo,
  gate,
  ID,
  idleHost,
  nothingLeft,
  plant,
  setUp,
} from './testing/set-up.ts';
import { withdraw } from './withdraw.ts';

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

test('a job whose host died is answered by the next one, not run, and kept for a person', async () => {
  const { workspace, serve, folder } = setUp();
  await prepareJobFolder(workspace);
  const job = await plant(folder, ID);
  await writeCard(join(job, 'claim'), cardOf('dead', deadProcess()));
  const ran: string[] = [];
  await serve(async ({ id }) => answerOf(ran.push(id)));
  await expect.poll(() => readdirSync(job)).toContain('done');
  expect(readFileSync(join(job, 'error.json'), 'utf8')).toContain('E_JOB_INTERRUPTED');
  expect(ran).toEqual([]);
});

test('a client whose host dies learns it without another host', async () => {
  const { workspace, connect } = setUp();
  const folder = await idleHost(workspace);
  const dead = cardOf('dead', deadProcess());
  const calling = connect().call({
    ...call,
    onHandedOver: (id) => void writeCard(join(folder.execute, id, 'claim'), dead),
  });
  await expect(calling).rejects.toMatchObject({ code: 'E_JOB_INTERRUPTED', retryable: false });
  await expect.poll(() => readdirSync(folder.quarantine)).toHaveLength(1);
});

test('an answer that was complete when its host died counts', async () => {
  const { workspace, connect } = setUp();
  const folder = await idleHost(workspace);
  const dead = cardOf('dead', deadProcess());
  const onHandedOver = async (id: string) => {
    await writeReply(join(folder.execute, id), { answer: answerOf('made it') });
    await writeCard(join(folder.execute, id, 'claim'), dead);
  };
  expect(await connect().call({ ...call, onHandedOver })).toEqual(answerOf('made it'));
});

test('a host that lives and says nothing is not waited for', async () => {
  const { workspace, connect } = setUp();
  const folder = await idleHost(workspace);
  const mute = cardOf('idle', { at: Date.now() - 60_000 });
  const onHandedOver = async (id: string) => {
    await writeCard(join(folder.hosts, 'idle.json'), mute);
    await writeCard(join(folder.execute, id, 'claim'), mute);
  };
  await expect(connect().call({ ...call, onHandedOver })).rejects.toMatchObject({
    code: 'E_JOB_INTERRUPTED',
  });
});

test('what a killed client left is run by nobody when it is old, and removed', async () => {
  const { workspace, folder, serve } = setUp();
  await prepareJobFolder(workspace);
  await plant(folder, ID, { at: Date.now() - 60_000, dead: true });
  await plant(folder, `${ID}x`, { at: Date.now() + 86_400_000, dead: true });
  mkdirSync(join(folder.tmp, 'half'));
  const ran: string[] = [];
  await serve(async ({ id }) => answerOf(ran.push(id)), { leftoverMs: 20 });
  await nothingLeft(folder);
  expect(ran).toEqual([]);
});

test('a running job whose client died is told to stop', async () => {
  const { workspace, folder, serve } = setUp();
  await prepareJobFolder(workspace);
  const stopped = gate();
  await serve(async (_, { signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    stopped.open();
    return failedWith('E_CANCELLED');
  });
  await plant(folder, ID, { dead: true });
  await stopped.opened;
  await nothingLeft(folder);
});

test('what is no command is answered as that', async () => {
  const { workspace, folder, serve } = setUp();
  await prepareJobFolder(workspace);
  mkdirSync(join(folder.execute, ID));
  writeFileSync(join(folder.execute, ID, 'command.json'), '{"tool":');
  await serve(echo);
  await expect.poll(() => readdirSync(join(folder.execute, ID))).toContain('done');
  expect(readFileSync(join(folder.execute, ID, 'error.json'), 'utf8')).toContain('E_JOB_FOLDER');
});

test('an answer that somebody removed is said to be lost', async () => {
  const { folder, serve, connect } = setUp();
  const begun = gate();
  await serve(() => {
    begun.open();
    return new Promise(() => {});
  });
  const calling = connect().call(call);
  await begun.opened;
  execFileSync('rm', ['-r', ...readdirSync(folder.execute).map((id) => join(folder.execute, id))]);
  await expect(calling).rejects.toMatchObject({ code: 'E_JOB_UNANSWERED' });
});

test('a host whose folder is removed makes it again', async () => {
  const { folder, serve, connect } = setUp();
  await serve(echo);
  const client = connect();
  await client.call(call);
  execFileSync('rm', ['-r', folder.root]);
  await expect.poll(() => client.call(call).catch((error) => error.code)).toEqual(answerOf(call.input));
});

test('a host that closes answers what it has: told to stop, not begun, or left behind', async () => {
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
    notBegun: count('E_BRIDGE_UNAVAILABLE'),
    leftBehind: count('E_JOB_INTERRUPTED'),
  }).toEqual({ stopped: 1, notBegun: 2, leftBehind: 9 });
});

test('a job can be taken back until somebody has taken it, and then by nobody', async () => {
  const { workspace } = setUp();
  const folder = await idleHost(workspace);
  const [free, taken] = [await plant(folder, ID), await plant(folder, `${ID}x`)];
  const card = join(folder.hosts, 'idle.json');
  expect(await claim(taken, card)).toBe('mine');
  expect(await withdraw(folder, taken)).toBe(false);
  expect(await withdraw(folder, free)).toBe(true);
  expect(await claim(free, card)).toBe('taken');
});
