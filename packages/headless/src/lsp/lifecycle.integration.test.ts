import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { descendantsOf, runningProcesses } from '@molehill/core/testing/processes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { typescript } from '../language-servers/typescript.ts';
import { startContext } from '../testing/host.ts';
import { openTestLanguages, textsAfter } from '../testing/language-host.ts';
import { testLanguageServers } from '../testing/language-servers.ts';

const script = fileURLToPath(new URL('../testing/language-host-process.ts', import.meta.url));
const project = { 'tsconfig.json': '{}', 'a.ts': 'export const area = 1;\n' };

async function openStarted(
  limits: Parameters<typeof openTestLanguages>[1] = {},
  more: Readonly<Record<string, string>> = {},
) {
  const opened = openTestLanguages({ ...project, ...more }, limits);
  const symbols = (signal = startContext.signal) =>
    opened.host.documentSymbols(opened.at('a.ts'), { ...startContext, signal });
  const pidNow = () => opened.host.servers()[0]?.pid ?? 0;
  await symbols();
  return { ...opened, symbols, pidNow, pid: pidNow() };
}

async function expectEnded(pid: number): Promise<void> {
  await vi.waitFor(() => expect(runningProcesses().map((one) => one.pid)).not.toContain(pid), {
    timeout: 5_000,
    interval: 100,
  });
}

/** Resolves when none of its threads runs. */
async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const stateOf = (task: string) =>
    /\) (\S)/.exec(readFileSync(`/proc/${pid}/task/${task}/stat`, 'latin1'))?.[1];
  await vi.waitFor(() =>
    expect(new Set(readdirSync(`/proc/${pid}/task`).map(stateOf))).toEqual(new Set('T')),
  );
}

test('reports a server that ends during a request, and starts it again', async () => {
  const { symbols, pid, pidNow } = await openStarted();
  await suspend(pid);
  const request = symbols();
  process.kill(pid, 'SIGKILL');
  await expect(request).rejects.toMatchObject({
    code: 'E_LANGUAGE_SERVER',
    message: expect.stringContaining('was ended by SIGKILL'),
  });
  expect(await symbols()).toHaveLength(1);
  expect(pidNow()).not.toBe(pid);
});

test('says why a server does not start', async () => {
  const spec = {
    ...typescript,
    process: () => ({ command: 'sh', args: ['-c', 'echo no license >&2; exit 3'] }),
  };
  const find = async () => ({ path: 'sh', source: 'system' as const });
  const { host, at } = openTestLanguages(project, {}, { specFor: () => spec, find });
  const symbols = () => host.documentSymbols(at('a.ts'), startContext);
  const message = expect.stringMatching(/ended with code 3\. no license/);
  await expect(symbols()).rejects.toMatchObject({ code: 'E_LANGUAGE_SERVER', message });
  await expect(symbols()).rejects.toMatchObject({ code: 'E_LANGUAGE_SERVER', message });
  expect(host.servers()).toEqual([]);
});

test('cancels a request at the server', async () => {
  const folder = process.cwd();
  const { path } = await testLanguageServers(folder).find(typescript, folder);
  const command = 'tee input.log | "$0" --lsp --stdio';
  const spec = { ...typescript, process: () => ({ command: 'sh', args: ['-c', command, path] }) };
  const find = async () => ({ path, source: 'system' as const });
  const { host, at } = openTestLanguages(project, {}, { specFor: () => spec, find });
  await host.documentSymbols(at('a.ts'), startContext);
  const [server] = descendantsOf(host.servers()[0]?.pid ?? 0).filter(({ command: one }) =>
    one.startsWith(path),
  );
  await suspend(server?.pid ?? 0);
  const controller = new AbortController();
  const request = host.documentSymbols(at('a.ts'), { ...startContext, signal: controller.signal });
  const sent = () => readFileSync(at('input.log'), 'utf8');
  await vi.waitFor(() => expect(sent().match(/Document\/documentSymbol"/g)).toHaveLength(2));
  controller.abort(new Error('enough'));
  await expect(request).rejects.toThrow('enough');
  await vi.waitFor(() => expect(sent()).toContain('"method":"$/cancelRequest"'));
  process.kill(server?.pid ?? 0, 'SIGCONT');
  expect(await host.documentSymbols(at('a.ts'), startContext)).toHaveLength(1);
});

test('gives up a request that is cancelled while the server does not answer', async () => {
  const { symbols, pid } = await openStarted();
  await suspend(pid);
  const controller = new AbortController();
  const request = symbols(controller.signal);
  controller.abort(new Error('enough'));
  await expect(request).rejects.toThrow('enough');
  process.kill(pid, 'SIGCONT');
  expect(await symbols()).toHaveLength(1);
});

test('answers E_TIMEOUT where the server does not answer, and goes on', async () => {
  const { symbols, pid } = await openStarted({ requestMs: 1_000 });
  await suspend(pid);
  await expect(symbols()).rejects.toMatchObject({ code: 'E_TIMEOUT' });
  process.kill(pid, 'SIGCONT');
  expect(await symbols()).toHaveLength(1);
});

test('ends an idle server, and starts it with the next call', async () => {
  const { host, symbols, pid } = await openStarted({ idleMs: 50 });
  await expectEnded(pid);
  expect(host.servers()).toEqual([]);
  expect(await symbols()).toHaveLength(1);
});

test('ends a server that uses too much memory between calls', async () => {
  const { symbols, pid } = await openStarted({ mostRssBytes: 1 });
  await expectEnded(pid);
  expect(await symbols()).toHaveLength(1);
});

test('nothing is left when the host is closed', async () => {
  const { host, pid } = await openStarted();
  await host.close();
  await expectEnded(pid);
});

test('nothing is left when this process is killed', async () => {
  const { folder, at } = openTestLanguages(project);
  const host = spawn(process.execPath, [script, folder, at('a.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  const [printed] = await once(host.stdout, 'data');
  const pid = Number(printed);
  expect(runningProcesses().map((one) => one.pid)).toContain(pid);
  host.kill('SIGKILL');
  await expectEnded(pid);
});

test('plans on the content of a file that is written while the server answers', async () => {
  const use = "import { area } from './a.js';\nconsole.log(area);\n";
  const { host, folder, pid, find, write } = await openStarted({}, { 'use.ts': use });
  const place = find('a.ts', 'area');
  await host.rename(place, 'surface', startContext);
  await suspend(pid);
  const change = host.rename(place, 'surface', startContext);
  await nextTurn();
  write('use.ts', `// first\n${use}`);
  process.kill(pid, 'SIGCONT');
  expect(await textsAfter(await change, folder)).toMatchObject({
    'use.ts': "// first\nimport { surface } from './a.js';\nconsole.log(surface);\n",
  });
});

test('answers E_LSP_NOT_READY where the project has not loaded after the wait', async () => {
  const { host, find } = openTestLanguages({ 'a.py': 'area = 1\n' }, { readyMs: 1 });
  const found = host.references(find('a.py', 'area'), { includeDeclaration: true }, startContext);
  await expect(found).rejects.toMatchObject({ code: 'E_LSP_NOT_READY' });
});

test('right after its start a server renames in all files', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `src/part${index % 10}/use${index}.ts`);
  const use = "import { area } from '../shape.js';\nexport const twice = area + area;\n";
  const { host, find } = openTestLanguages({
    'tsconfig.json': '{ "include": ["src"] }',
    'src/shape.ts': 'export const area = 1;\n',
    ...Object.fromEntries(names.map((name) => [name, use])),
  });
  const { edits } = await host.rename(find('src/shape.ts', 'area'), 'surface', startContext);
  expect(edits).toHaveLength(301);
});
