import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descendantsOf, isRunning, type ProcessInfo } from '@molehill/core/testing/processes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cCompiler } from '../../../../test/engines/c-compiler.ts';
import { openTestHost, startContext, startOf } from '../testing/host.ts';
import { forking } from '../testing/programs.ts';

const script = fileURLToPath(new URL('../testing/host-process.ts', import.meta.url));

const programs = [
  ['js-debug', { type: 'node', program: 'fork.js' }],
  ['debugpy', { type: 'debugpy', program: 'fork.py' }],
  ['codelldb', { type: 'lldb', program: 'fork' }],
  ['delve', { type: 'go', program: 'fork.go' }],
] as const;

function openForking() {
  const opened = openTestHost(forking);
  const at = (name: string) => join(opened.folder, name);
  execFileSync(cCompiler() ?? 'cc', ['-g', '-o', at('fork'), at('fork.c')]);
  return opened;
}

/** Without the reaper, which stays until the host is closed. A forked process becomes \`sleep\` a moment later. */
async function startedBy(pid: number): Promise<ProcessInfo[]> {
  const family = await vi.waitFor(
    () => {
      const found = descendantsOf(pid).filter(({ command }) => !/^(ps |\/bin\/sh -c)/.test(command));
      const commands = found.map(({ command }) => command);
      expect(commands).toEqual(expect.arrayContaining(['sleep 4711', 'sleep 4712']));
      return found;
    },
    { timeout: 5_000 },
  );
  onTestFinished(() => {
    for (const { pid: member } of family.filter(isRunning)) process.kill(member, 'SIGKILL');
  });
  return family;
}

async function expectAllEnded(family: readonly ProcessInfo[]): Promise<void> {
  await vi.waitFor(() => expect(family.filter(isRunning)).toEqual([]), { timeout: 5_000, interval: 100 });
}

async function startForking(launch: (typeof programs)[number][1]) {
  const { host, folder, records } = openForking();
  const program = join(folder, launch.program);
  const [root] = await host.debug.start(startOf(folder, { ...launch, program }), startContext);
  if (!root) throw new Error('no session was started');
  await records.printed('ready');
  return { host, root, family: await startedBy(process.pid) };
}

test.each(programs)('%s: stop ends the program and all that it started', async (_, launch) => {
  const { root, host, family } = await startForking(launch);
  await root.stop({ detach: false });
  expect(await root.ended).toEqual({ how: 'terminated' });
  expect(host.debug.sessions).toEqual([]);
  await expectAllEnded(family);
});

test.each(programs)('%s: closing the host ends the program and all that it started', async (_, launch) => {
  const { host, family } = await startForking(launch);
  await host.close();
  await expectAllEnded(family);
});

test.each(programs)('%s: a killed adapter is a crash, and nothing is left', async (_, launch) => {
  const { host, root, family } = await startForking(launch);
  const [adapter] = family.filter(({ parent }) => parent === process.pid);
  process.kill(adapter?.pid ?? 0, 'SIGKILL');
  expect(await root.ended).toEqual({
    how: 'crashed',
    detail: expect.stringContaining('was ended by SIGKILL'),
  });
  expect(host.debug.sessions).toEqual([]);
  await expect(root.send('threads')).rejects.toMatchObject({ code: 'E_SESSION_ENDED' });
  await expectAllEnded(family);
});

test.each(programs)('%s: nothing is left when this process is killed', async (_, launch) => {
  const { folder } = openForking();
  const configuration = {
    name: 'test',
    request: 'launch',
    ...launch,
    program: join(folder, launch.program),
  };
  const host = spawn(process.execPath, [script, folder, JSON.stringify(configuration)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  await once(host.stdout, 'data');
  const family = await startedBy(host.pid ?? 0);
  host.kill('SIGKILL');
  await once(host, 'exit');
  await expectAllEnded(family);
});
