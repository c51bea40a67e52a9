import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  descendantsOf,
  isRunning,
  type ProcessInfo,
  runningProcesses,
} from '@molehill/core/testing/processes';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { everything, fixture, stdio, testConfig } from '../testing/configs.ts';
import { call, testPool, upstreamOf } from '../testing/pool.ts';

const script = fileURLToPath(new URL('../testing/gateway-process.ts', import.meta.url));
const ENDED_WITHIN_MS = 3_000;

const unkillable = testConfig('unkillable', fixture('conforming', ['--ignore-signals', '--with-child']));

/** npx runs programs of node_modules/.bin as descendants of itself and a shell. */
function startedByNpx(): UpstreamConfig {
  const { command, args } = fixture('conforming', ['--ignore-signals']);
  const [cwd, program] = [tempFolder(), 'unkillable-server'];
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

/** Processes end even if the test fails. */
function killAll(family: readonly ProcessInfo[]): void {
  for (const { pid } of family.filter(isRunning)) process.kill(pid, 'SIGKILL');
}

async function expectAllEnded(family: readonly ProcessInfo[]): Promise<void> {
  await vi.waitFor(() => expect(family.filter(isRunning)).toEqual([]), {
    timeout: ENDED_WITHIN_MS,
    interval: 100,
  });
}

async function killed(gateway: ChildProcess): Promise<void> {
  gateway.kill('SIGKILL');
  if (gateway.exitCode === null && gateway.signalCode === null) await once(gateway, 'exit');
}

const serversIn = (family: readonly ProcessInfo[]) =>
  family.filter(({ command }) => /node\S* \S*(conforming\.ts|server-everything)/.test(command));

test('without the reaper a server started by npx outlives a killed gateway', async () => {
  const { gateway, family } = await startGateway([startedByNpx()], 'unwatched');
  expect(serversIn(family)).toHaveLength(1);
  await killed(gateway);
  await sleep(ENDED_WITHIN_MS);
  expect(serversIn(family.filter(isRunning))).toHaveLength(1);
});

test('ends all processes when the gateway is killed, also of a server started by npx', async () => {
  const { gateway, family } = await startGateway([testConfig('plain', everything()), startedByNpx()]);
  expect(serversIn(family)).toHaveLength(2);
  await killed(gateway);
  await expectAllEnded(family);
});

test('ends a server that ignores signals and end of file, and its child that does too', async () => {
  const { gateway, family } = await startGateway([unkillable]);
  expect(family.map(({ command }) => command)).toContainEqual(expect.stringContaining('sleep 3600'));
  await killed(gateway);
  await expectAllEnded(family);
});

test('close ends all processes and the reaper', async () => {
  const pool = testPool([unkillable, startedByNpx()]);
  const upstreams = ['unkillable', 'wrapped'].map((id) => upstreamOf(pool, id));
  await Promise.all(upstreams.map((upstream) => upstream.use((client) => client.listTools())));
  const family = descendantsOf(process.pid).filter(({ command }) => !command.startsWith('ps '));
  expect(family.length).toBeGreaterThanOrEqual(6);
  await pool.close();
  await expectAllEnded(family);
});

test('ends the child processes of a server that crashed', async () => {
  const pool = testPool([testConfig('crashing', fixture('conforming', ['--with-child']))]);
  const crashing = upstreamOf(pool, 'crashing');
  await call(crashing, 'pid');
  const { pid } = crashing.status();
  const group = runningProcesses().filter((process) => process.group === pid);
  expect(group.length).toBeGreaterThanOrEqual(2);
  await expect(call(crashing, 'crash')).rejects.toMatchObject({ code: 'E_UPSTREAM_GONE' });
  await expectAllEnded(group);
});

const reapers = () => descendantsOf(process.pid).filter(({ command }) => command.startsWith('/bin/sh -c'));

test('restarts the reaper when it was killed', async () => {
  const pool = testPool([testConfig('one', fixture('conforming'))]);
  await call(upstreamOf(pool, 'one'), 'pid');
  const [reaper] = reapers();
  if (!reaper) throw new Error('no reaper is running');
  process.kill(reaper.pid, 'SIGKILL');
  await vi.waitFor(() => {
    expect(reapers()).toHaveLength(1);
    expect(reapers()[0]?.pid).not.toBe(reaper.pid);
  });
});
