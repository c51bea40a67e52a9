import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { everything, fixture, stdio, testConfig } from '../testing/configs.ts';
import { call, testPool, upstreamOf } from '../testing/pool.ts';
import { descendantsOf, isRunning, type ProcessInfo, runningProcesses } from '../testing/processes.ts';

const script = fileURLToPath(new URL('../testing/gateway-process.ts', import.meta.url));
const NONE_LEFT_WITHIN_MS = 3_000;

const stubborn = testConfig('stubborn', fixture('polite', ['--stubborn', '--with-child']));

/** A package that is installed where it is run has its programs in this folder. npx puts itself and a shell before it. */
function stubbornBehindNpx(): UpstreamConfig {
  const { command, args } = fixture('polite', ['--stubborn']);
  const [cwd, program] = [tempFolder(), 'stubborn-server'];
  const bin = join(cwd, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  const line = [command, ...args].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(bin, program), `#!/bin/sh\nexec ${line}\n`, { mode: 0o755 });
  return testConfig('wrapped', stdio('npx', ['--no-install', program], { cwd }));
}

async function startGateway(configs: readonly UpstreamConfig[], ...flags: string[]) {
  const gateway = spawn(process.execPath, [script, JSON.stringify(configs), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void gateway.kill('SIGKILL'));
  await once(gateway.stdout, 'data');
  const family = descendantsOf(gateway.pid ?? 0);
  onTestFinished(() => killAll(family));
  return { gateway, family };
}

/** A test that fails must not leave behind what it complains about. */
function killAll(family: readonly ProcessInfo[]): void {
  for (const session of family.filter(isRunning)) process.kill(session.pid, 'SIGKILL');
}

async function expectNoneLeft(family: readonly ProcessInfo[]): Promise<void> {
  await vi.waitFor(() => expect(family.filter(isRunning)).toEqual([]), {
    timeout: NONE_LEFT_WITHIN_MS,
    interval: 100,
  });
}

async function killed(gateway: ChildProcess): Promise<void> {
  gateway.kill('SIGKILL');
  if (gateway.exitCode === null && gateway.signalCode === null) await once(gateway, 'exit');
}

const serversIn = (family: readonly ProcessInfo[]) =>
  family.filter(({ command }) => /node\S* \S*(polite\.ts|server-everything)/.test(command));

test('without the reaper a server started by npx outlives a killed gateway', async () => {
  const { gateway, family } = await startGateway([stubbornBehindNpx()], 'unwatched');
  expect(serversIn(family)).toHaveLength(1);
  await killed(gateway);
  await sleep(NONE_LEFT_WITHIN_MS);
  expect(serversIn(family.filter(isRunning))).toHaveLength(1);
});

test('ends all processes when the gateway is killed, also of a server started by npx', async () => {
  const { gateway, family } = await startGateway([testConfig('plain', everything()), stubbornBehindNpx()]);
  expect(serversIn(family)).toHaveLength(2);
  await killed(gateway);
  await expectNoneLeft(family);
});

test('ends a server that ignores signals and end of file, and its child that does too', async () => {
  const { gateway, family } = await startGateway([stubborn]);
  expect(family.map(({ command }) => command)).toContainEqual(expect.stringContaining('sleep 3600'));
  await killed(gateway);
  await expectNoneLeft(family);
});

test('close ends all processes and the reaper', async () => {
  const pool = testPool([stubborn, stubbornBehindNpx()]);
  const upstreams = ['stubborn', 'wrapped'].map((id) => upstreamOf(pool, id));
  await Promise.all(upstreams.map((upstream) => upstream.use((client) => client.listTools())));
  const family = descendantsOf(process.pid).filter(({ command }) => !command.startsWith('ps '));
  expect(family.length).toBeGreaterThanOrEqual(6);
  await pool.close();
  await expectNoneLeft(family);
});

test('ends the child processes of a server that crashed', async () => {
  const pool = testPool([testConfig('crashing', fixture('polite', ['--with-child']))]);
  const crashing = upstreamOf(pool, 'crashing');
  await call(crashing, 'pid');
  const { pid: group } = crashing.status();
  const sessions = runningProcesses().filter((process) => process.group === group);
  expect(sessions.length).toBeGreaterThanOrEqual(2);
  await expect(call(crashing, 'crash')).rejects.toMatchObject({ code: 'E_UPSTREAM_GONE' });
  await expectNoneLeft(sessions);
});

const watches = () => descendantsOf(process.pid).filter(({ command }) => command.startsWith('/bin/sh -c'));

test('restarts the reaper when it was killed', async () => {
  const pool = testPool([testConfig('one', fixture('polite'))]);
  await call(upstreamOf(pool, 'one'), 'pid');
  const [watch] = watches();
  if (!watch) throw new Error('nobody watches');
  process.kill(watch.pid, 'SIGKILL');
  await vi.waitFor(() => {
    expect(watches()).toHaveLength(1);
    expect(watches()[0]?.pid).not.toBe(watch.pid);
  });
});
