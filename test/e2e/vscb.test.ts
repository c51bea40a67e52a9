import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openWindows } from '@molehill/bridge/windows';
import { afterEach, describe, expect, test } from 'vitest';
import { at, text } from '../clients/json.ts';
import { adapterEnvironment } from '../engines/debug-adapters.ts';
import { afterwards, endEverything, temporaryFolder } from './support/cleanup.ts';
import { connectClient } from './support/clients.ts';
import { runMolehill, startUp, vscbBin } from './support/molehill.ts';
import { cleanEnvironment } from './support/processes.ts';
import { until } from './support/until.ts';
import { toolNames } from './support/upstreams.ts';

afterEach(endEverything);

const manifest = fileURLToPath(new URL('../../packages/editor/generated/manifest.json', import.meta.url));
const catalogue: { tools: { name: string; tier: string }[] } = JSON.parse(readFileSync(manifest, 'utf8'));
const ofTiers = (...tiers: string[]) =>
  catalogue.tools.filter(({ tier }) => tiers.includes(tier)).map(({ name }) => name);

const PROGRAM =
  'let total = 0;\nfor (const price of [1, 2, 3]) {\n  total += price;\n}\nconsole.log(total);\n';

/** A folder with a program, and `vscb` in it. */
function project() {
  const home = temporaryFolder();
  const root = realpathSync(temporaryFolder());
  writeFileSync(join(root, 'main.js'), PROGRAM);
  const vscb = (...args: string[]) => runMolehill(args, { home, cwd: root, program: 'vscb' });
  const openWindow = async () => {
    const window = await openWindows(home).register({ folders: [root], version: '1.0.0', kind: 'vscode' });
    afterwards(() => window.unregister());
    return window.id;
  };
  return { home, root, vscb, openWindow };
}

/** The official client on `vscb mcp`. */
async function connect(args: readonly string[] = [], env: Record<string, string> = {}) {
  const { home, root } = project();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [vscbBin, 'mcp', ...args],
    cwd: root,
    env: { ...cleanEnvironment(home), ...env },
    stderr: 'pipe',
  });
  return connectClient(transport);
}

describe('vscb mcp', () => {
  test.each([
    ['core', ofTiers('core')],
    ['full', ofTiers('core', 'extended')],
    ['expert', ofTiers('core', 'extended', 'expert')],
  ])('lists the editor tools of the profile %s under their bare names', async (profile, expected) => {
    expect(await toolNames(await connect(['--profile', profile]))).toEqual(expected);
  });

  test('says the category and what must come first, and calls what it does not list', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map((tool) => at(tool, '_meta', 'category'))).not.toContain(undefined);
    expect(tools.map((tool) => at(tool, '_meta', 'requires'))).not.toContain(undefined);
    const answer = await client.callTool({ name: 'docs_get', arguments: { id: 'debug_start' } });
    expect(at(answer, 'structuredContent', 'data', 'tool')).toMatchObject({
      llm: { when_to_use: expect.any(String), workflows: expect.any(Array) },
      errors: expect.arrayContaining([expect.objectContaining({ code: 'E_NO_ADAPTER' })]),
    });
  });

  test('--host vscode fails without a window', async () => {
    const client = await connect(['--host', 'vscode']);
    const answer = await client.callTool({ name: 'debug_status', arguments: {} });
    expect(text(at(answer, 'content', 0, 'text'))).toMatch(/^\[E_BRIDGE_UNAVAILABLE\] .* — Open the folder/);
    const status = await client.callTool({ name: 'bridge_status', arguments: {} });
    expect(at(status, 'structuredContent', 'data', 'used', 'kind')).toBe('none');
  });

  test('lists the extended tools while a program is debugged', async () => {
    const client = await connect([], await adapterEnvironment('js-debug'));
    const changes: unknown[] = [];
    client.setNotificationHandler('notifications/tools/list_changed', (change) => void changes.push(change));
    expect(await toolNames(client)).toEqual(ofTiers('core'));
    const input = { path: 'main.js', stopOnEntry: true };
    const started = await client.callTool({ name: 'debug_start', arguments: input });
    expect(at(started, 'structuredContent', 'data', 'event'), JSON.stringify(started)).toBe('stopped');
    await until('the client is notified', () => changes.length > 0);
    expect(await toolNames(client)).toEqual(ofTiers('core', 'extended'));
    await client.callTool({ name: 'debug_stop', arguments: {} });
    await until('the list is short again', async () => {
      return (await toolNames(client)).length === ofTiers('core').length;
    });
  });
});

describe('vscb', () => {
  test('lists all tools, and shows everything about one', async () => {
    const { vscb } = project();
    const listed = JSON.parse((await vscb('list', '--json')).stdout);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(catalogue.tools.map(({ name }) => name));
    const cost = JSON.parse((await vscb('list', '--tokens', '--json')).stdout);
    const tokens = listed.map((tool: { tokens: number }) => tool.tokens);
    expect(tokens.reduce((sum: number, one: number) => sum + one, 0)).toBe(cost.total);
    const shown = await vscb('show', 'debug_start');
    expect(shown.stdout).toContain('when_to_use');
    expect(shown.stdout).toContain('E_NO_ADAPTER');
    expect(shown.stdout).toContain('timeoutMs');
    expect(JSON.parse((await vscb('show', 'debug_start', '--json')).stdout)).toMatchObject({
      tier: 'core',
      llm: { when_to_use: expect.any(String) },
    });
  });

  test('exec refuses --host vscode without a window, and with several', async () => {
    const { vscb, openWindow } = project();
    const call = () => vscb('exec', 'debug_status', '--host', 'vscode');
    expect((await call()).stderr).toContain('[E_BRIDGE_UNAVAILABLE]');
    const ids = [await openWindow(), await openWindow()];
    const { stderr, code } = await call();
    expect(code).toBe(1);
    expect(stderr).toContain('[E_AMBIGUOUS_WINDOW]');
    for (const id of ids) expect(stderr).toContain(id);
  });

  test('status says which windows are open and what is used', async () => {
    const { vscb, openWindow, root } = project();
    const id = await openWindow();
    const { stdout, stderr } = await vscb('status', '--json', '--via', 'auto');
    expect(JSON.parse(stdout || stderr)).toMatchObject({
      data: {
        windows: [{ id, kind: 'vscode', folders: [root], heartbeatAgeMs: expect.any(Number) }],
        used: { kind: 'vscode', window: id, reason: expect.stringContaining(id) },
      },
    });
  });

  test('names its own commands in hints', async () => {
    const { vscb } = project();
    expect((await vscb('exec', 'stack_get')).stderr).toContain('`vscb exec debug_start`');
  });

  test('completes commands and tools in bash', async () => {
    const { vscb } = project();
    const { stdout } = await vscb('completion', 'bash');
    expect(stdout).toContain('debug_start');
    expect(await vscb('completion', 'fish')).toMatchObject({ code: 2 });
  });
});

describe('debugging over several commands', () => {
  test('a session outlives the command where molehill up runs', async () => {
    const { home, root, vscb } = project();
    await startUp([], { home, cwd: root, env: await adapterEnvironment('js-debug') });
    const call = async (...words: string[]): Promise<unknown> => {
      const { stdout, stderr } = await vscb('exec', ...words, '--json');
      expect(stdout, stderr).not.toBe('');
      return JSON.parse(stdout);
    };
    expect(await call('breakpoint_set', 'path=main.js', 'line=3')).toMatchObject({ ok: true });
    expect(await call('debug_start', 'path=main.js')).toMatchObject({ data: { event: 'stopped', line: 3 } });
    expect(await call('debug_evaluate', 'expression=price')).toMatchObject({
      data: { results: [{ value: '1' }] },
    });
    expect(await call('debug_status', '--session', 'other')).toMatchObject({ data: { sessions: [] } });
    expect(await call('debug_stop')).toMatchObject({ ok: true });
  });

  test('without one the command says what is needed', async () => {
    const { vscb } = project();
    expect((await vscb('exec', 'breakpoint_list')).stderr).toContain('Start `molehill up` here');
  });
});
