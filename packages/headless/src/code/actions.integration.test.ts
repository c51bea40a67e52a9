import { describe, expect, test } from 'vitest';
import { openCodeClient } from '../testing/code-client.ts';

const project = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, module: 'nodenext' } }),
  'package.json': JSON.stringify({ name: 'shop', type: 'module' }),
  'src/price.ts': 'export const price = 3;\nexport const tax = 4;\n',
  'src/cart.ts': 'export const total = price * 2;\n',
};

function open(files: Readonly<Record<string, string>> = {}) {
  return openCodeClient({ files: { ...project, ...files } });
}

const missingImport = { path: 'src/cart.ts', line: 1, kinds: ['quickfix'] };

describe('code actions', () => {
  test('a quick fix is listed with a handle, previewed and applied', async () => {
    const { call, text } = open();
    const { actions } = await call('action_list', missingImport);
    const fix = actions.find(({ title }) => title.includes('price.js'));
    expect(fix).toMatchObject({ kind: 'quickfix', handle: expect.stringMatching(/^actions_/) });
    const preview = await call('action_apply', { handle: fix?.handle, preview: true });
    expect(preview).toMatchObject({ applied: false, files: [{ path: 'src/cart.ts' }] });
    expect(text('src/cart.ts')).toBe(project['src/cart.ts']);
    const result = await call('action_apply', { handle: fix?.handle });
    expect(result).toMatchObject({ title: fix?.title, applied: true, commands: [], newDiagnostics: [] });
    expect(text('src/cart.ts')).toContain('import { price } from "./price.js";');
    expect((await call('diagnostic_list', { paths: ['src/cart.ts'] })).diagnostics).toEqual([]);
  });

  test('a handle dies when its file changes, and belongs to its caller', async () => {
    const { call, read, write, as } = open();
    const { actions } = await call('action_list', missingImport);
    const handle = actions[0]?.handle ?? '';
    expect(await as('other').read('action_apply', { handle })).toMatch(/^\[E_STALE_REFERENCE\]/);
    write('src/cart.ts', '\nexport const total = price * 2;\n');
    const stale = /^\[E_STALE_REFERENCE\] .*action_list/s;
    expect(await read('action_apply', { handle })).toMatch(stale);
    write('src/cart.ts', project['src/cart.ts']);
    expect(await read('action_apply', { handle })).toMatch(stale);
    expect(await read('action_apply', { handle: 'actions_none.0' })).toMatch(stale);
  });

  test('an applied action makes the other handles of its list stale', async () => {
    const { call, read } = open();
    const { actions } = await call('action_list', missingImport);
    const handle = actions[0]?.handle ?? '';
    await call('action_apply', { handle });
    expect(await read('action_apply', { handle })).toMatch(/^\[E_STALE_REFERENCE\]/);
  });

  test('imports are organized by path and kind', async () => {
    const { call, text } = open({
      'src/cart.ts': "import { tax, price } from './price.js';\nexport const total = price;\n",
    });
    const input = { path: 'src/cart.ts', kind: 'source.organizeImports' };
    expect(await call('action_apply', input)).toMatchObject({ applied: true, newDiagnostics: [] });
    expect(text('src/cart.ts')).toBe("import { price } from './price.js';\nexport const total = price;\n");
    expect(await call('action_apply', input)).toMatchObject({ totalEdits: 0, files: [] });
  });

  test('rejects what is not an action of a whole file, a line outside it and a missing file', async () => {
    const { read } = open();
    expect(await read('action_apply', { path: 'src/cart.ts', kind: 'quickfix' })).toMatch(
      /^\[E_INVALID_PARAMS\] .*action_list/s,
    );
    expect(await read('action_apply', { path: 'src/cart.ts' })).toMatch(/^\[E_INVALID_PARAMS\]/);
    expect(await read('action_list', { path: 'src/cart.ts', line: 99 })).toMatch(
      /^\[E_INVALID_LINE\] .*2 lines/s,
    );
    expect(await read('action_list', { path: 'src/none.ts', line: 1 })).toMatch(/^\[E_FILE_NOT_FOUND\]/);
    expect(await read('action_list', { path: 'package.json', line: 1 })).toMatch(/^\[E_NO_LANGUAGE_SERVER\]/);
  });
});

const ugly = 'export const a   =   1;\nexport function  f( ){\nreturn a }\n';
const pretty = 'export const a = 1;\nexport function f() {\n  return a\n}\n';

describe('code_format', () => {
  test('formats files, and a second time changes nothing', async () => {
    const { call, text } = open({ 'src/ugly.ts': ugly });
    const first = await call('code_format', { paths: ['src/ugly.ts', 'src/price.ts'] });
    expect(first).toMatchObject({
      changed: 1,
      applied: true,
      files: [
        { path: 'src/ugly.ts', changed: true },
        { path: 'src/price.ts', changed: false, edits: 0 },
      ],
    });
    expect(text('src/ugly.ts')).toBe(pretty);
    expect(await call('code_format', { paths: ['src/ugly.ts'] })).toMatchObject({ changed: 0 });
  });

  test('keeps the indentation of each file', async () => {
    const four = 'export class A {\n    go() {\n        return 1;\n    }\n}\n';
    const files = { 'src/four.ts': four, 'src/tabs.ts': four.replaceAll('    ', '\t') };
    const { call } = open(files);
    const paths = Object.keys(files);
    expect(await call('code_format', { paths, check: true })).toMatchObject({ changed: 0 });
  });

  test('a check changes nothing', async () => {
    const { call, text } = open({ 'src/ugly.ts': ugly });
    const result = await call('code_format', { paths: ['src/ugly.ts'], check: true });
    expect(result).toMatchObject({ changed: 1, applied: false });
    expect(text('src/ugly.ts')).toBe(ugly);
  });

  test('a range changes its lines only', async () => {
    const { call, text } = open({ 'src/ugly.ts': ugly });
    await call('code_format', { paths: ['src/ugly.ts'], range: { start: 1, end: 1 } });
    expect(text('src/ugly.ts')).toBe(ugly.replace('a   =   1', 'a = 1'));
  });

  test('imports are organized before', async () => {
    const { call, text } = open({
      'src/cart.ts': "import { tax, price } from './price.js';\nexport const total   = price;\n",
    });
    const check = { paths: ['src/cart.ts'], organizeImports: true, check: true };
    expect(await call('code_format', check)).toMatchObject({ changed: 1, applied: false });
    const result = await call('code_format', { paths: ['src/cart.ts'], organizeImports: true });
    expect(result.files).toMatchObject([{ changed: true }]);
    expect(text('src/cart.ts')).toBe("import { price } from './price.js';\nexport const total = price;\n");
  });

  test('other formatters are refused, naming the one that is there', async () => {
    const { read, call, text } = open({ 'src/ugly.ts': ugly, 'notes.txt': '' });
    const paths = ['src/ugly.ts'];
    expect(await read('code_format', { paths, formatter: 'prettier' })).toMatch(
      /^\[E_INVALID_PARAMS\] .*src\/ugly\.ts is formatted by typescript/s,
    );
    expect(text('src/ugly.ts')).toBe(ugly);
    expect(await call('code_format', { paths, formatter: 'typescript' })).toMatchObject({ changed: 1 });
    expect(await read('code_format', { paths: ['notes.txt'] })).toMatch(/^\[E_NO_LANGUAGE_SERVER\]/);
    const range = { start: 1, end: 1 };
    expect(await read('code_format', { paths: ['src/ugly.ts', 'src/cart.ts'], range })).toMatch(
      /^\[E_INVALID_PARAMS\]/,
    );
    const mixed = await call('code_format', { paths: ['notes.txt', 'src/price.ts'] });
    expect(mixed.files).toContainEqual(
      expect.objectContaining({ path: 'notes.txt', changed: false, error: expect.any(String) }),
    );
  });
});
