import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { at, items, text } from '../clients/json.ts';
import { AuditFile } from './support/audit.ts';
import { afterwards, endEverything, temporaryFolder } from './support/cleanup.ts';
import {
  type CodeProject,
  codeProject,
  type Files,
  shop,
  typescriptSetting,
  wideProject,
} from './support/code-project.ts';
import { type Debugger, type DebuggerProgram, openEditor } from './support/debugger.ts';
import { commandOf, isGone, processesWithHome } from './support/processes.ts';
import { until } from './support/until.ts';

/** The code tools of the built programs, as an agent calls them. */

const USES = 400;
const MOST_KILLS = 12;

afterEach(endEverything);

const open = (program: DebuggerProgram, { folder }: CodeProject, home = temporaryFolder()) =>
  openEditor({ program, workspace: folder, home, env: typescriptSetting });

const languageServers = (client: Debugger) =>
  client.processes().filter((pid) => commandOf(pid).includes('--lsp'));

function changed(before: Files, after: Files): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}

describe.each<DebuggerProgram>(['molehill', 'vscb'])('%s mcp', (program) => {
  test('finds problems and symbols, and renames with a preview first', async () => {
    const project = codeProject(shop);
    const client = await open(program, project);
    const { data: problems } = await client.call('diagnostic_list', { paths: ['src'] });
    expect(problems).toMatchObject({ counts: { error: 1 }, diagnostics: [{ path: 'src/main.ts', line: 3 }] });
    const { data: found } = await client.call('symbol_search', { query: 'total', kinds: ['function'] });
    expect(at(found, 'symbols', 0)).toMatchObject({ name: 'total', path: 'src/cart.ts', line: 2 });
    const address = { path: 'src/cart.ts', symbol: 'total' };
    const { data: uses } = await client.call('symbol_references', address);
    expect(uses).toMatchObject({ total: 4, totalFiles: 2 });
    const rename = { ...address, newName: 'sum' };
    const { data: preview } = await client.call('rename_symbol', { ...rename, preview: true });
    expect(preview).toMatchObject({ applied: false, totalEdits: 5 });
    expect(project.files()).toEqual(shop);
    const { data: renamed } = await client.call('rename_symbol', rename);
    expect(renamed).toMatchObject({ applied: true, totalEdits: 5, newDiagnostics: [], settled: true });
    const after = project.files();
    expect(changed(shop, after)).toEqual(['src/cart.ts', 'src/receipt.ts', 'src/tax/rate.ts']);
    expect(after['src/cart.ts']).toBe(shop['src/cart.ts']?.replace('function total', 'function sum'));
    expect(after['src/tax/rate.ts']).toBe(
      "import { sum } from '../cart';\nexport const tax = (prices: number[]) => sum(prices) * 0.2; // total\n",
    );
  });

  test('moves a file and a folder by their URIs', async () => {
    const project = codeProject(shop);
    const client = await open(program, project);
    const uri = (path: string) => pathToFileURL(join(project.folder, path)).href;
    const move = async (from: string, to: string) =>
      (await client.call('rename_file', { oldUri: uri(from), newUri: uri(to) })).data;
    expect(await move('src/cart.ts', 'src/goods/basket.ts')).toMatchObject({
      importsUpdated: true,
      applied: true,
      moved: [{ from: 'src/cart.ts', to: 'src/goods/basket.ts' }],
      totalEdits: 2,
      newDiagnostics: [],
    });
    expect(await move('src/tax', 'src/goods/duty')).toMatchObject({ applied: true, newDiagnostics: [] });
    const { 'src/cart.ts': cart, 'src/tax/rate.ts': _, ...others } = shop;
    expect(project.files()).toEqual({
      ...others,
      'src/goods/basket.ts': cart,
      'src/goods/duty/rate.ts': shop['src/tax/rate.ts']?.replace("'../cart'", "'../basket'"),
      'src/receipt.ts': shop['src/receipt.ts']?.replace("'./cart'", "'./goods/basket'"),
      'src/main.ts': shop['src/main.ts']?.replace("'./tax/rate'", "'./goods/duty/rate'"),
    });
  });

  test('reads and writes settings, and asks a person before one that runs programs', async () => {
    const project = codeProject(shop);
    const client = await open(program, project);
    const { data: read } = await client.call('get_setting', { key: 'editor.tabSize' });
    expect(read).toMatchObject({ value: 4, effectiveFrom: 'workspace' });
    const { data: written } = await client.call('set_setting', { key: 'editor.tabSize', value: 2 });
    expect(written).toMatchObject({ old: 4, new: 2, file: '.vscode/settings.json' });
    const settings = shop['.vscode/settings.json']?.replace('4', '2');
    const refused = await client.fail('set_setting', { key: 'git.path', value: '/tmp/git' });
    expect(refused.text).toMatch(/^\[E_CONFIRMATION_REQUIRED\] \S.*git\.path.* — \S.*/);
    expect(project.files()).toEqual({ ...shop, '.vscode/settings.json': settings });
  });

  test('says what was wrong and what to do, with tools by the names that it lists', async () => {
    const client = await open(program, codeProject(shop));
    const address = { path: 'src/cart.ts', symbol: 'totel', newName: 'sum' };
    const { text: missing } = await client.fail('rename_symbol', address);
    expect(missing).toMatch(/^\[E_SYMBOL_NOT_FOUND\] .*total.* — \S.*/);
    expect(missing).toContain(client.name('symbol_search'));
    const target = { moves: [{ from: 'src/cart.ts', to: 'src/main.ts' }] };
    expect((await client.fail('rename_file', target)).text).toMatch(/^\[E_CONFLICT\] \S.* — \S.*overwrite/);
  });

  test('a rename that is cancelled while it runs changes nothing', async () => {
    const project = codeProject(shop);
    const home = temporaryFolder();
    const client = await open(program, project, home);
    await client.call('symbol_search', { path: 'src/cart.ts' });
    const [server = 0] = languageServers(client);
    process.kill(server, 'SIGSTOP');
    afterwards(() => isGone(server) || process.kill(server, 'SIGCONT'));
    const cancel = new AbortController();
    const rename = { path: 'src/cart.ts', symbol: 'total', newName: 'sum' };
    const answer = client.call('rename_symbol', rename, cancel.signal).catch((error: unknown) => error);
    // Requests of one client begin in their order.
    await client.call('bridge_status', {});
    cancel.abort();
    expect(await answer).toBeInstanceOf(Error);
    expect(await new AuditFile(join(home, 'audit.jsonl')).outcomes('rename_symbol', 1)).toEqual([
      'E_CANCELLED',
    ]);
    process.kill(server, 'SIGCONT');
    const { data } = await client.call('symbol_references', { path: 'src/cart.ts', symbol: 'total' });
    expect(at(data, 'total')).toBe(4);
    expect(project.files()).toEqual(shop);
  });

  test('no process is left when the client disconnects', async () => {
    const home = temporaryFolder();
    const client = await open(program, codeProject(shop), home);
    await client.call('symbol_search', { path: 'src/cart.ts' });
    expect(languageServers(client)).toHaveLength(1);
    await client.client.close();
    await until('no process is left', () => processesWithHome(home).length === 0);
  });
});

type Moment = 'first' | 'half-way';

/** Resolves when a file that the change writes half-way is replaced, or first when anything is written beside it. */
async function changeBegins({ folder }: CodeProject, when: Moment): Promise<void> {
  const half = USES / 2;
  const stop = new AbortController();
  afterwards(() => stop.abort());
  const events = watch(join(folder, `src/part${half % 10}`), { signal: stop.signal });
  for await (const { filename } of events) if (when === 'first' || filename === `use${half}.ts`) return;
}

describe('a rename over many files', { timeout: 180_000 }, () => {
  const old = wideProject(USES, ['area', 'edge']);
  const renamed = wideProject(USES, ['surface', 'edge']);
  const rename = { path: 'src/shape.ts', symbol: 'area', newName: 'surface' };

  const isPartial = (files: Files) => changed(files, old).length > 0 && changed(files, renamed).length > 0;

  /** Kills a process during the rename. Whether it left some files renamed and others not. */
  const leavesPart = async (program: DebuggerProgram, when: Moment) => {
    const [project, home] = [codeProject(old), temporaryFolder()];
    const client = await open(program, project, home);
    const begun = changeBegins(project, when).catch(() => {});
    const answer = client.call('rename_symbol', rename).catch(() => {});
    await Promise.race([begun, answer]);
    process.kill(client.pid, 'SIGKILL');
    await answer;
    await until('no process is left', () => processesWithHome(home).length === 0);
    const left = project.files();
    const next = await open('vscb', project, home);
    await next.call('symbol_search', { path: 'src/shape.ts' });
    const files = project.files();
    expect(files).toEqual(changed(files, renamed).length === 0 ? renamed : old);
    return isPartial(left);
  };

  test.each<DebuggerProgram>(['molehill', 'vscb'])(
    'in a killed %s is undone or complete after the next start',
    async (program) => {
      await leavesPart(program, 'first');
      let isSeen = false;
      for (let kill = 0; kill < MOST_KILLS && !isSeen; kill++) isSeen = await leavesPart(program, 'half-way');
      expect(isSeen, 'a kill in the middle').toBe(true);
    },
  );

  test('and another one of a second process wait for each other', async () => {
    const home = temporaryFolder();
    const project = codeProject(old);
    const clients = [await open('molehill', project, home), await open('vscb', project, home)] as const;
    const inputs = [rename, { ...rename, symbol: 'edge', newName: 'border' }] as const;
    // Loaded beforehand, so that the changes meet.
    for (const client of clients)
      await client.call('symbol_references', { path: rename.path, symbol: 'area' });
    const codes: string[] = [];
    const renameUntilDone = async (client: Debugger, input: Record<string, unknown>) => {
      for (;;) {
        const answer = await client.client.callTool({
          name: client.name('rename_symbol'),
          arguments: input,
        });
        if (answer.isError !== true) return items(at(answer.structuredContent, 'data', 'files'));
        codes.push(text(at(answer.structuredContent, 'error', 'code')));
        expect(codes.at(-1)).toBe('E_CONFLICT');
      }
    };
    await Promise.all(clients.map((client, index) => renameUntilDone(client, { ...inputs[index] })));
    expect(project.files()).toEqual(wideProject(USES, ['surface', 'border']));
    // The other process changed every file in the meantime, so only one of them planned again.
    expect(codes.length).toBeLessThanOrEqual(1);
  });
});
