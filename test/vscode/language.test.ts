import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeServer } from '../engines/code-server.ts';
import { openTestWindow } from './support/window.ts';

const engine = await codeServer();
const USES = 30;
const SETTING = 'js/ts.updateImportsOnFileMove.enabled';

const use = (index: number) => `src/uses/use${index}.ts`;
const files = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext' },
    include: ['src'],
  }),
  'package.json': JSON.stringify({ name: 'shop', type: 'module' }),
  'src/cart.ts': [
    'export interface Item {',
    '  readonly price: number;',
    '}',
    '',
    'export function total(items: readonly Item[]): number {',
    '  return items.reduce((sum, { price }) => sum + price, 0);',
    '}',
    '',
  ].join('\n'),
  ...Object.fromEntries(
    Array.from({ length: USES }, (_, index) => [
      use(index),
      `import { total } from '../cart.js';\n\nexport const total${index} = total([{ price: ${index} }]); // total\n`,
    ]),
  ),
  'src/wrong.ts': 'export const count: number = "one";\n',
  'loose/script.ts': "import { total } from '../src/cart.js';\n\nconsole.log(total([]));\n",
  'notes.txt': 'total\n',
};

describe.skipIf(engine === undefined)('code tools in a window of VS Code', () => {
  let window: Awaited<ReturnType<typeof openTestWindow>>;
  beforeAll(async () => {
    if (engine) window = await openTestWindow(engine, files);
  });
  afterAll(() => window?.close());

  test('a symbol is renamed in all files right after the window was opened', async () => {
    const result = await window.call('rename_symbol', {
      path: 'src/cart.ts',
      symbol: 'total',
      newName: 'sumOf',
    });
    expect(result).toMatchObject({
      from: 'total',
      to: 'sumOf',
      applied: true,
      saved: true,
      newDiagnostics: [],
    });
    expect(result.totalEdits).toBe(1 + 2 * (USES + 1));
    for (let index = 0; index < USES; index += 1)
      expect(window.readText(use(index))).toBe(
        `import { sumOf } from '../cart.js';\n\nexport const total${index} = sumOf([{ price: ${index} }]); // total\n`,
      );
    expect(window.readText('loose/script.ts')).toContain('console.log(sumOf([]))');
    expect((await window.call('editor_context', {})).dirtyFiles).toEqual([]);
  });

  test('references are found in all files', async () => {
    const { total } = await window.call('symbol_references', { path: 'src/cart.ts', symbol: 'sumOf' });
    expect(total).toBe(2 * (USES + 1));
    expect(await window.read('symbol_search', { query: 'sumOf' })).toContain('src/cart.ts');
  });

  test('a rename that the server refuses changes nothing', async () => {
    const before = window.readText('src/cart.ts');
    const refused = { path: 'src/cart.ts', line: 6, column: 16, newName: 'fold' };
    expect(await window.read('rename_symbol', refused)).toContain('[E_RENAME_REJECTED]');
    expect(window.readText('src/cart.ts')).toBe(before);
  });

  test('problems are listed of files that are in no tab', async () => {
    const { diagnostics, settled } = await window.call('diagnostic_list', {
      paths: ['src/wrong.ts', use(0)],
    });
    expect(settled).toBe(true);
    expect(diagnostics).toEqual([
      expect.objectContaining({ path: 'src/wrong.ts', line: 1, severity: 'error', code: '2322' }),
    ]);
    window.write('src/wrong.ts', 'export const count: number = 1;\n');
    expect((await window.call('diagnostic_list', { paths: ['src/wrong.ts'] })).diagnostics).toEqual([]);
  });

  test('imports follow a moved file, and the setting of VS Code is as before', async () => {
    const before = await window.call('get_setting', { key: SETTING });
    const moves = [{ from: 'src/cart.ts', to: 'src/shop/basket.ts' }];
    const result = await window.call('rename_file', { moves });
    expect(result).toMatchObject({ importsUpdated: true, applied: true, saved: true });
    expect(result.importEdits).toHaveLength(USES + 1);
    for (let index = 0; index < USES; index += 1)
      expect(window.readText(use(index))).toContain("from '../shop/basket.js';");
    expect(window.readText('loose/script.ts')).toContain("from '../src/shop/basket.js';");
    expect(existsSync(`${window.folder}/src/cart.ts`)).toBe(false);
    expect(await window.call('get_setting', { key: SETTING })).toEqual(before);
    expect((await window.call('editor_context', {})).dirtyFiles).toEqual([]);
  });

  test('imports stay where that is wanted', async () => {
    const moves = [{ from: 'src/shop/basket.ts', to: 'src/shop/bag.ts' }];
    const result = await window.call('rename_file', { moves, updateImports: false });
    expect(result).toMatchObject({ importsUpdated: false, importEdits: [] });
    expect(window.readText(use(0))).toContain("from '../shop/basket.js';");
    const back = [{ from: 'src/shop/bag.ts', to: 'src/shop/basket.ts' }];
    await window.call('rename_file', { moves: back, updateImports: false });
    expect(await window.page.locator('.monaco-dialog-box').count()).toBe(0);
  });

  test('a file without a server moves without imports', async () => {
    const moves = [{ from: 'notes.txt', to: 'docs/notes.txt' }];
    expect(await window.call('rename_file', { moves })).toMatchObject({ importsUpdated: 'no-provider' });
    expect(window.readText('docs/notes.txt')).toBe('total\n');
  });

  test('a setting is written, read and removed', async () => {
    const key = 'editor.rulers';
    expect(await window.call('set_setting', { key, value: [80] })).toMatchObject({ new: [80] });
    expect(window.readText('.vscode/settings.json')).toContain('80');
    expect(await window.call('get_setting', { key })).toMatchObject({
      value: [80],
      effectiveFrom: 'workspace',
    });
    await window.call('set_setting', { key, value: null });
    expect(await window.call('get_setting', { key })).toMatchObject({ value: [], effectiveFrom: 'default' });
  });

  test('a file with unsaved changes is not changed, or saved first', async () => {
    await window.call('editor_goto', { path: use(1), line: 1, focus: true });
    await window.page.keyboard.type('/* mine */ ');
    await expect
      .poll(async () => (await window.call('editor_context', {})).dirtyFiles, { timeout: 10_000 })
      .toEqual([expect.stringContaining(use(1))]);
    const input = { path: 'src/shop/basket.ts', symbol: 'sumOf', newName: 'total' };
    expect(await window.read('rename_symbol', input)).toContain('[E_CONFLICT]');
    expect(window.readText(use(0))).toContain('sumOf');
    expect(await window.call('rename_symbol', { ...input, dirty: 'save' })).toMatchObject({ saved: true });
    expect(window.readText(use(1))).toMatch(/^\/\* mine \*\/ import \{ total \}/);
  });

  test('a file that cannot be written leaves all files as before', async ({ skip }) => {
    const frozen = `${window.folder}/${use(2)}`;
    skip(!canFreeze(frozen), 'files cannot be made immutable here');
    const names = ['src/shop/basket.ts', ...Array.from({ length: USES }, (_, index) => use(index))];
    const before = names.map(window.readText);
    const input = { path: 'src/shop/basket.ts', symbol: 'total', newName: 'other' };
    execFileSync('chattr', ['+i', frozen]);
    const answer = await window
      .read('rename_symbol', input)
      .finally(() => execFileSync('chattr', ['-i', frozen]));
    expect(answer).toContain('[E_WRITE_FAILED]');
    expect(answer).toContain('Everything is as before.');
    expect(names.map(window.readText)).toEqual(before);
    expect((await window.call('editor_context', {})).dirtyFiles).toEqual([]);
  });

  test('calls, actions and formatting come from the extension of the language', async () => {
    window.write('src/style.ts', "import { total } from './shop/basket.js';\nexport const   a = () => 1 ;\n");
    const calls = await window.call('symbol_calls', { path: 'src/shop/basket.ts', symbol: 'total' });
    expect(JSON.stringify(calls)).toContain(use(3));
    const organised = await window.call('action_apply', {
      path: 'src/style.ts',
      kind: 'source.organizeImports',
    });
    expect(organised).toMatchObject({ applied: true, saved: true });
    await window.call('code_format', { paths: ['src/style.ts'] });
    expect(window.readText('src/style.ts')).toBe('export const a = () => 1;\n');
  });

  test('tests are not known, and the answer says what to do', async () => {
    expect(await window.read('test_discover', {})).toMatch(/E_TESTS_NOT_DISCOVERED.*--host headless/);
  });

  /** The last: the window is opened again. */
  test('a setting that a crash left is put back by the next window', async () => {
    const user = join(window.server.userData, 'User');
    const file = join(user, 'settings.json');
    const storage = join(user, 'globalStorage', 'molehill.molehill-vscode');
    writeFileSync(join(storage, 'import-setting.json'), JSON.stringify([{ key: SETTING, target: 1 }]));
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...settings, [SETTING]: 'always' }));
    await window.page.reload();
    await expect.poll(() => JSON.parse(readFileSync(file, 'utf8')), { timeout: 60_000 }).toEqual(settings);
  });
});

function canFreeze(path: string): boolean {
  try {
    execFileSync('chattr', ['+i', path], { stdio: 'ignore' });
    execFileSync('chattr', ['-i', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
