import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ask } from '@molehill/core/question';
import { describe, expect, test } from 'vitest';
import { openCodeClient } from '../testing/code-client.ts';

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    resolveJsonModule: true,
    paths: { '@lib/*': ['./src/lib/*'] },
  },
  include: ['src'],
});

/** A project in ESM, whose imports name the built files. */
function open(files: Readonly<Record<string, string>>, ask?: Ask) {
  const client = openCodeClient({
    ask,
    files: {
      'package.json': JSON.stringify({ name: 'shop', type: 'module' }),
      'tsconfig.json': tsconfig,
      ...files,
    },
  });
  const exists = (name: string) => existsSync(join(client.folder, name));
  return { ...client, exists };
}

const cart = {
  'src/price.ts': 'export type Price = number;\nexport const price: Price = 3;\n',
  'src/cart.ts': "import { price } from './price.js';\nexport const total = price * 2;\n",
  'src/main.ts': "import { total } from './cart.js';\nconsole.log(total);\n",
};

describe('imports follow', () => {
  test('in other files and in the moved file itself', async () => {
    const { call, text, exists } = open(cart);
    const result = await call('rename_file', { moves: [{ from: 'src/cart.ts', to: 'src/shop/cart.ts' }] });
    expect(text('src/main.ts')).toContain("from './shop/cart.js'");
    expect(text('src/shop/cart.ts')).toContain("from '../price.js'");
    expect(exists('src/cart.ts')).toBe(false);
    expect(result).toMatchObject({
      importsUpdated: true,
      applied: true,
      saved: true,
      moved: [{ from: 'src/cart.ts', to: 'src/shop/cart.ts' }],
      totalEdits: 2,
      newDiagnostics: [],
      settled: true,
      importEdits: expect.arrayContaining([
        { path: 'src/shop/cart.ts', edits: 1 },
        { path: 'src/main.ts', edits: 1 },
      ]),
    });
  });

  test('with the inputs of design 001, as file URIs', async () => {
    const { call, text, folder } = open(cart);
    const uri = (name: string) => pathToFileURL(join(folder, name)).href;
    const result = await call('rename_file', {
      oldUri: uri('src/price.ts'),
      newUri: uri('src/money/price.ts'),
    });
    expect(result).toMatchObject({ importsUpdated: true, newDiagnostics: [] });
    expect(text('src/cart.ts')).toContain("from './money/price.js'");
  });

  test('of types, of dynamic imports, of re-exports and by path aliases', async () => {
    const { call, text } = open({
      'src/lib/tool.ts': 'export type Tool = string;\nexport const tool: Tool = "x";\n',
      'src/types.ts': "import type { Tool } from './lib/tool.js';\nexport let it: Tool;\n",
      'src/inline.ts': "export let it: import('./lib/tool.js').Tool;\n",
      'src/later.ts': "export const later = () => import('./lib/tool.js');\n",
      'src/again.ts': "export * from './lib/tool.js';\nexport { tool as other } from './lib/tool.js';\n",
      'src/alias.ts': "import { tool } from '@lib/tool.js';\nconsole.log(tool);\n",
    });
    const result = await call('rename_file', {
      moves: [{ from: 'src/lib/tool.ts', to: 'src/lib/deep/hammer.ts' }],
    });
    expect(result.newDiagnostics).toEqual([]);
    expect(text('src/types.ts')).toContain("'./lib/deep/hammer.js'");
    expect(text('src/inline.ts')).toContain("import('./lib/deep/hammer.js')");
    expect(text('src/later.ts')).toContain("import('./lib/deep/hammer.js')");
    expect(text('src/again.ts')).toBe(
      "export * from './lib/deep/hammer.js';\nexport { tool as other } from './lib/deep/hammer.js';\n",
    );
    expect(text('src/alias.ts')).toMatch(/'(@lib|\.\/lib)\/deep\/hammer\.js'/);
  });

  test('of JSON files', async () => {
    const { call, text } = open({
      'src/data.json': '{"a": 1}',
      'src/main.ts': "import data from './data.json' with { type: 'json' };\nconsole.log(data.a);\n",
    });
    const result = await call('rename_file', { moves: [{ from: 'src/data.json', to: 'src/data/all.json' }] });
    expect(result).toMatchObject({ importsUpdated: true, newDiagnostics: [] });
    expect(text('src/main.ts')).toContain("from './data/all.json'");
  });

  test('of a folder, inside it and outside', async () => {
    const { call, text, exists, folder } = open({
      'src/shop/index.ts': "export * from './cart.js';\n",
      'src/shop/cart.ts': "import { price } from '../price.js';\nexport const total = price;\n",
      'src/shop/notes.txt': 'moves too',
      'src/price.ts': 'export const price = 3;\n',
      'src/main.ts':
        "import { total } from './shop/index.js';\nimport { total as t } from './shop/cart.js';\nconsole.log(total, t);\n",
    });
    const result = await call('rename_file', { moves: [{ from: 'src/shop', to: 'src/a/store' }] });
    expect(result).toMatchObject({ importsUpdated: true, newDiagnostics: [] });
    expect(exists('src/shop')).toBe(false);
    expect(readdirSync(join(folder, 'src/a/store')).toSorted()).toEqual(['cart.ts', 'index.ts', 'notes.txt']);
    expect(text('src/a/store/index.ts')).toBe("export * from './cart.js';\n");
    expect(text('src/a/store/cart.ts')).toContain("from '../../price.js'");
    expect(text('src/main.ts')).toContain("from './a/store/index.js'");
    expect(text('src/main.ts')).toContain("from './a/store/cart.js'");
  });

  test('of index files that are imported by their folder', async () => {
    const config = {
      compilerOptions: { module: 'esnext', moduleResolution: 'bundler', strict: true, noEmit: true },
    };
    const { call, text } = open({
      'tsconfig.json': JSON.stringify(config),
      'src/shop/index.ts': 'export const total = 1;\n',
      'src/main.ts': "import { total } from './shop';\nconsole.log(total);\n",
    });
    const result = await call('rename_file', { moves: [{ from: 'src/shop', to: 'src/store' }] });
    expect(result.newDiagnostics).toEqual([]);
    expect(text('src/main.ts')).toContain("from './store'");
  });

  test('between files that move together', async () => {
    const { call, text } = open(cart);
    const result = await call('rename_file', {
      moves: [
        { from: 'src/cart.ts', to: 'src/shop/cart.ts' },
        { from: 'src/price.ts', to: 'src/money/amount.ts' },
      ],
    });
    expect(result.newDiagnostics).toEqual([]);
    expect(text('src/shop/cart.ts')).toContain("from '../money/amount.js'");
    expect(text('src/main.ts')).toContain("from './shop/cart.js'");
  });
});

test('of two folders that move together and import each other', async () => {
  const { call, text } = open({
    'src/a/one.ts': "import { two } from '../b/two.js';\nexport const one: number = two;\n",
    'src/b/two.ts': 'export const two = 2;\n',
    'src/main.ts':
      "import { one } from './a/one.js';\nimport { two } from './b/two.js';\nconsole.log(one, two);\n",
  });
  const result = await call('rename_file', {
    moves: [
      { from: 'src/a', to: 'src/x/first' },
      { from: 'src/b', to: 'src/second' },
    ],
  });
  expect(result.newDiagnostics).toEqual([]);
  expect(text('src/x/first/one.ts')).toContain("from '../../second/two.js'");
  expect(text('src/main.ts')).toContain("from './x/first/one.js'");
  expect(text('src/main.ts')).toContain("from './second/two.js'");
});

test('a preview shows the lines and changes nothing', async () => {
  const { call, text, exists } = open(cart);
  const move = { moves: [{ from: 'src/cart.ts', to: 'src/shop/cart.ts' }], preview: true };
  const result = await call('rename_file', move);
  expect(result).toMatchObject({
    applied: false,
    totalEdits: 2,
    importEdits: expect.arrayContaining([
      {
        path: 'src/main.ts',
        edits: 1,
        changes: [
          {
            line: 1,
            old: "import { total } from './cart.js';",
            new: "import { total } from './shop/cart.js';",
          },
        ],
      },
    ]),
  });
  expect(exists('src/shop')).toBe(false);
  expect(text('src/main.ts')).toBe(cart['src/main.ts']);
});

test('without updating imports, the result names what breaks', async () => {
  const { call, text } = open(cart);
  const result = await call('rename_file', {
    moves: [{ from: 'src/cart.ts', to: 'src/shop/cart.ts' }],
    updateImports: false,
  });
  expect(result).toMatchObject({ importsUpdated: false, totalEdits: 0, applied: true });
  expect(result.newDiagnostics).toMatchObject([{ path: 'src/shop/cart.ts', line: 1, code: '2307' }]);
  expect(text('src/main.ts')).toBe(cart['src/main.ts']);
});

test('problems that were there before are not new', async () => {
  const broken = { ...cart, 'src/cart.ts': `${cart['src/cart.ts']}const wrong: string = price;\n` };
  const { call } = open(broken);
  const result = await call('rename_file', { moves: [{ from: 'src/cart.ts', to: 'src/shop/cart.ts' }] });
  expect(result).toMatchObject({ newDiagnostics: [], settled: true });
});

test('a file of no language moves alone', async () => {
  const { call, text } = open({ 'notes.txt': 'text' });
  const result = await call('rename_file', { oldUri: 'notes.txt', newUri: 'docs/notes.txt' });
  expect(result).toMatchObject({ importsUpdated: 'no-provider', applied: true, totalEdits: 0 });
  expect(text('docs/notes.txt')).toBe('text');
});

describe('an existing target', () => {
  const files = { ...cart, 'src/other.ts': 'export const other = 1;\n' };
  const move = { moves: [{ from: 'src/price.ts', to: 'src/other.ts' }] };

  test('is a conflict that leaves everything as it is', async () => {
    const { read, text } = open(files);
    expect(await read('rename_file', move)).toMatch(/^\[E_CONFLICT\] .*src\/other\.ts exists.*overwrite/s);
    expect(text('src/other.ts')).toBe(files['src/other.ts']);
    expect(text('src/cart.ts')).toBe(files['src/cart.ts']);
  });

  test('is replaced only when a person agrees', async () => {
    const overwrite = { ...move, overwrite: true };
    const { read, text } = open(files);
    expect(await read('rename_file', overwrite)).toMatch(/^\[E_CONFIRMATION_REQUIRED\]/);
    expect(text('src/other.ts')).toBe(files['src/other.ts']);
    const asked: string[] = [];
    const agreed = open(files, async ({ message }) => {
      asked.push(message);
      return { action: 'accept' };
    });
    expect(await agreed.call('rename_file', { ...overwrite, preview: true })).toMatchObject({
      applied: false,
    });
    expect(asked).toEqual([]);
    expect(await agreed.call('rename_file', overwrite)).toMatchObject({ applied: true, newDiagnostics: [] });
    expect(asked).toEqual([expect.stringContaining('src/other.ts by src/price.ts')]);
    expect(agreed.text('src/other.ts')).toBe(files['src/price.ts']);
    expect(agreed.text('src/cart.ts')).toContain("from './other.js'");
  });
});

test('a file gets into the folder of VS Code only when a person agrees', async () => {
  const { read, exists } = open({ ...cart, 'x.json': '{ "git.path": "/tmp/git" }\n' });
  for (const to of ['.vscode/settings.json', 'src/../.vscode/tasks.json']) {
    const answer = await read('rename_file', { oldUri: 'x.json', newUri: to });
    expect(answer).toMatch(/^\[E_CONFIRMATION_REQUIRED\] .*x\.json to \.vscode/);
  }
  expect(exists('.vscode')).toBe(false);
});

test('a failing move of several leaves all of them', async () => {
  const { read, text, exists } = open(cart);
  const answer = await read('rename_file', {
    moves: [
      { from: 'src/cart.ts', to: 'src/shop/cart.ts' },
      { from: 'src/price.ts', to: 'src/main.ts' },
    ],
  });
  expect(answer).toMatch(/^\[E_CONFLICT\]/);
  expect(exists('src/shop')).toBe(false);
  expect(text('src/main.ts')).toBe(cart['src/main.ts']);
});

test('an answer keeps its budget, and new problems come before names of files', async () => {
  const many = Array.from({ length: 80 }, (_, n) => [
    `src/use/number-${n}.ts`,
    "import { price } from '../price.js';\nconsole.log(price);\n",
  ]);
  const { call, send, text } = open({ ...cart, ...Object.fromEntries(many) });
  const move = { moves: [{ from: 'src/price.ts', to: 'src/money/price.ts' }], maxTokens: 1000 };
  const preview = await send('rename_file', { ...move, preview: true });
  expect(preview.text).toMatch(/cut this answer at \d+ of 81/);
  const result = await call('rename_file', move);
  expect(result).toMatchObject({ totalEdits: 81, newDiagnostics: [], unchecked: 62 });
  expect(result.importEdits.length).toBeLessThan(81);
  for (const [name] of many) expect(text(name ?? '')).toContain("from '../money/price.js'");
});

test('a Python module moves to another package, and the answer names the strings that stay', async () => {
  const { call, text } = openCodeClient({
    files: {
      'shop/__init__.py': '',
      'shop/price.py': 'VAT = 0.2\n',
      'shop/money/__init__.py': '',
      'main.py': 'from shop import price\nprint(price.VAT, "shop.price")\n',
    },
  });
  const result = await call('rename_file', { oldUri: 'shop/price.py', newUri: 'shop/money/price.py' });
  expect(result).toMatchObject({
    importsUpdated: true,
    applied: true,
    totalEdits: 1,
    newDiagnostics: [],
    hint: 'Strings and settings that name a moved module were not changed (1): main.py:2.',
  });
  expect(text('main.py')).toBe('from shop.money import price\nprint(price.VAT, "shop.price")\n');
});

test('without Python a Python module moves alone, and the answer says so', async () => {
  const { call } = openCodeClient({
    files: { 'shop/__init__.py': '', 'shop/price.py': '', 'main.py': 'import shop.price\n' },
    env: { ...process.env, PATH: '/nowhere', VIRTUAL_ENV: undefined },
  });
  const result = await call('rename_file', {
    oldUri: 'shop/price.py',
    newUri: 'shop/cost.py',
    preview: true,
  });
  expect(result).toMatchObject({ importsUpdated: 'no-provider', totalEdits: 0 });
  expect(result.hint).toMatch(/^Imports were not updated: .*Install Python/);
});
