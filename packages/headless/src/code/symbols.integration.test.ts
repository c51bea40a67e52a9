import type { CallNode } from '@molehill/editor/types';
import { describe, expect, test } from 'vitest';
import { openCodeClient } from '../testing/code-client.ts';
import { shop } from '../testing/code-project.ts';

const many = (count: number) =>
  `import { total } from './cart.ts';\n${Array.from({ length: count }, (_, index) => `export const v${index} = total(${index});`).join('\n')}\n`;

describe('symbol_references', () => {
  test('finds uses by file and line, and nothing in comments and strings', async () => {
    const client = openCodeClient({ files: shop });
    const found = await client.call('symbol_references', { path: 'cart.ts', symbol: 'Item' });
    expect(found).toMatchObject({ symbol: 'Item', total: 5, totalFiles: 1 });
    expect(found.files[0]?.hits[0]).toEqual({ line: 19, column: 11, text: '#items: Item[] = [];' });
  });

  test('finds imports and exports, and not the declaration', async () => {
    const client = openCodeClient({ files: shop });
    const { files } = await client.call('symbol_references', { path: 'cart.ts', symbol: 'describe' });
    expect(files.map(({ path, hits }) => [path, hits.map(({ line }) => line)])).toEqual([
      ['index.ts', [1, 1]],
      ['use.ts', [1, 8]],
    ]);
  });

  test('includes declarations and context when asked', async () => {
    const client = openCodeClient({ files: shop });
    const input = { path: 'cart.ts', symbol: 'shadow', includeDeclaration: true, context: 1 };
    const { files } = await client.call('symbol_references', input);
    expect(files).toEqual([
      {
        path: 'cart.ts',
        hits: [
          {
            line: 38,
            column: 17,
            text: 'export function shadow(total: number): number {',
            before: [''],
            after: ['  const inner = (total: number) => total * 2;'],
          },
        ],
      },
    ]);
  });

  test('finds implementations of an interface', async () => {
    const files = {
      ...shop,
      'shape.ts': 'export interface Shape { area(): number }\n',
      'circle.ts':
        "import type { Shape } from './shape.ts';\nexport class Circle implements Shape { area() { return 1; } }\n",
    };
    const client = openCodeClient({ files });
    const input = { path: 'shape.ts', symbol: 'Shape.area', kind: 'implementations' };
    const found = await client.call('symbol_references', input);
    expect(found.files.map(({ path }) => path)).toContain('circle.ts');
  });

  test.each([500, 2_000])('gives every hit once over its pages, within %i tokens', async (maxTokens) => {
    const client = openCodeClient({ files: { ...shop, 'many.ts': many(150), 'more.ts': many(30) } });
    const address = { path: 'cart.ts', symbol: 'total', near: 2, maxTokens };
    const places: string[] = [];
    let cursor: string | undefined;
    let total = 0;
    do {
      const { envelope, text } = await client.send('symbol_references', { ...address, cursor });
      expect(Buffer.byteLength(JSON.stringify(envelope) + text)).toBeLessThanOrEqual(maxTokens * 3.5 + 20);
      const data = (envelope.ok ? envelope.data : undefined) as Awaited<
        ReturnType<typeof client.call<'symbol_references'>>
      >;
      places.push(
        ...data.files.flatMap(({ path, hits }) =>
          hits.map(({ line, column }) => `${path}:${line}:${column}`),
        ),
      );
      ({ cursor, total } = { cursor: data.cursor, total: data.total });
      if (cursor) expect(text).toContain(`cursor: "${cursor}"`);
    } while (cursor);
    expect(places).toHaveLength(total);
    expect(new Set(places).size).toBe(total);
    expect(total).toBeGreaterThan(180);
  });
});

describe('symbol_search', () => {
  test('outlines a file to a depth, without local names', async () => {
    const client = openCodeClient({ files: shop });
    const outline = async (depth: number) =>
      (await client.call('symbol_search', { path: 'cart.ts', depth })).symbols.map(({ name }) => name);
    expect(await outline(1)).toEqual([
      'total',
      'total',
      'total',
      'Item',
      'Item',
      'Cart',
      'shadow',
      'describe',
      'main',
    ]);
    expect(await outline(2)).toContain('add');
    expect(await outline(2)).not.toContain('subtotal');
  });

  test('shows kind, container and lines', async () => {
    const client = openCodeClient({ files: shop });
    const { symbols } = await client.call('symbol_search', { path: 'cart.ts', query: 'add' });
    expect(symbols).toEqual([
      { name: 'add', kind: 'method', container: 'Cart', path: 'cart.ts', line: 31, endLine: 35 },
    ]);
  });

  test('finds symbols of the workspace, the equal name first', async () => {
    const client = openCodeClient({ files: { ...shop, 'lib/cartons.ts': 'export class Cartons {}\n' } });
    const { symbols, total } = await client.call('symbol_search', { query: 'Cart', kinds: ['class'] });
    expect(symbols.map(({ name, path }) => [name, path])).toEqual([
      ['Cart', 'cart.ts'],
      ['Cartons', 'lib/cartons.ts'],
    ]);
    expect(total).toBe(2);
    const inFolder = await client.call('symbol_search', { query: 'Cart', path: 'lib' });
    expect(inFolder.symbols.map(({ name }) => name)).toEqual(['Cartons']);
  });

  test.each([
    [{}, 'E_INVALID_PARAMS', 'query'],
    [{ path: '.' }, 'E_INVALID_PARAMS', 'folder'],
    [{ query: 'x', kinds: ['klass'] }, 'E_INVALID_PARAMS', 'class'],
    [{ path: 'missing.ts' }, 'E_FILE_NOT_FOUND', 'missing.ts'],
    [{ path: 'notes.txt' }, 'E_NO_LANGUAGE_SERVER', ''],
  ])('refuses %j', async (input, code, said) => {
    const client = openCodeClient({ files: { ...shop, 'notes.txt': 'total' } });
    const text = await client.read('symbol_search', input);
    expect(text).toContain(`[${code}]`);
    expect(text).toContain(said);
  });
});

describe('symbol_info', () => {
  test('shows hover and the definition with its text', async () => {
    const client = openCodeClient({ files: shop });
    const info = await client.call('symbol_info', { path: 'use.ts', symbol: 'describe' });
    expect(info.hover).toContain('(item: Item) => string');
    expect(info.definition).toEqual([
      expect.objectContaining({
        name: 'describe',
        path: 'cart.ts',
        line: 43,
        text: shop['cart.ts']?.split('\n')[42],
      }),
    ]);
  });

  test('shows signatures of a call and of a declaration, and types', async () => {
    const client = openCodeClient({ files: shop });
    const call = await client.call('symbol_info', {
      path: 'use.ts',
      line: 7,
      column: 8,
      what: ['signature'],
    });
    expect(call.signature?.join()).toMatch(/add\(item: Item\): number/);
    const declared = await client.call('symbol_info', {
      path: 'cart.ts',
      symbol: 'Cart.add',
      what: ['signature'],
    });
    expect(declared.signature?.join()).toMatch(/add\(item: Item\): number/);
    const typed = await client.call('symbol_info', {
      path: 'use.ts',
      symbol: 'run.cart',
      what: ['typeDefinition'],
    });
    expect(typed.typeDefinition?.map(({ name, line }) => [name, line])).toEqual([['Cart', 18]]);
  });

  test('says what the server cannot tell beside what it can', async () => {
    const client = openCodeClient({ files: shop });
    const what = ['hover', 'supertypes', 'subtypes', 'implementation'];
    const info = await client.call('symbol_info', { path: 'cart.ts', symbol: 'Cart', what });
    const told = [...Object.keys(info), ...(info.unsupported ?? []).map((one) => one.what)];
    expect(told).toEqual(expect.arrayContaining(what));
  });

  test('shows a long declaration by its first line, and keeps the budget', async () => {
    const body = Array.from({ length: 70 }, (_, index) => `  x += ${index};`).join('\n');
    const short = Array.from({ length: 50 }, (_, index) => `  // ${'long '.repeat(20)}${index}`).join('\n');
    const long = `export function long() {\n  let x = 0;\n${body}\n  return x;\n}\nexport function wide() {\n${short}\n}\n`;
    const client = openCodeClient({ files: { ...shop, 'long.ts': long } });
    const info = await client.call('symbol_info', { path: 'long.ts', symbol: 'long', what: ['definition'] });
    expect(info.definition?.[0]).toMatchObject({ line: 1, endLine: 74, text: 'export function long() {' });
    const { text } = await client.send('symbol_info', { path: 'long.ts', symbol: 'wide', maxTokens: 300 });
    expect(text.length).toBeLessThan(1_200);
    expect(text).toContain('maxTokens');
  });
});

describe('symbol_calls', () => {
  const calls = {
    ...shop,
    'calls.ts': `export function a(): void {
  b();
  b();
}
export function b(): void {
  c();
}
export function c(): void {
  a();
}
export const d = () => a();
`,
  };
  const names = (nodes: readonly CallNode[] = []): string[] =>
    nodes.map(
      ({ name, calls: inner, repeated }) => `${name}${repeated ? '*' : ''}(${names(inner).join(' ')})`,
    );

  test('names the code outside of functions by its file', async () => {
    const client = openCodeClient({
      files: { ...calls, 'lib/top.ts': "import { c } from '../calls.ts';\nc();\n" },
    });
    const { calls: tree } = await client.call('symbol_calls', { path: 'calls.ts', symbol: 'c' });
    expect(tree.find(({ kind }) => kind === 'module')).toMatchObject({ name: 'top.ts', path: 'lib/top.ts' });
  });

  test('shows callers as a tree, and stops at cycles', async () => {
    const client = openCodeClient({ files: calls });
    const { calls: tree } = await client.call('symbol_calls', { path: 'calls.ts', symbol: 'c', depth: 3 });
    expect(names(tree)).toEqual(['b(a(c*() d()))']);
    expect(tree[0]?.calls?.[0]).toMatchObject({ path: 'calls.ts', line: 1, at: [2, 3] });
  });

  test('shows what a function calls', async () => {
    const client = openCodeClient({ files: calls });
    const input = { path: 'calls.ts', symbol: 'a', direction: 'outgoing', depth: 2 };
    expect(names((await client.call('symbol_calls', input)).calls)).toEqual(['b(c())']);
  });

  test('cuts the deepest level first and says what to call next', async () => {
    const client = openCodeClient({
      files: { ...shop, 'many.ts': many(60).replaceAll(/= (total\(\d+\))/g, '= () => $1') },
    });
    const input = { path: 'cart.ts', symbol: 'total', near: 2, depth: 2, limit: 20 };
    const { envelope, text } = await client.send('symbol_calls', input);
    expect(envelope).toMatchObject({ ok: true, data: { total: 20 } });
    expect(text).toContain('symbol_calls');
  });

  test('refuses what is not called', async () => {
    const client = openCodeClient({ files: shop });
    expect(await client.read('symbol_calls', { path: 'cart.ts', symbol: 'Item.price' })).toContain(
      '[E_SYMBOL_NOT_FOUND]',
    );
  });
});

describe('symbol_replace', () => {
  test('replaces a declaration that is as expected', async () => {
    const client = openCodeClient({ files: shop });
    const address = { path: 'cart.ts', symbol: 'Cart.add' };
    const { definition } = await client.call('symbol_info', { ...address, what: ['definition'] });
    const text = '  add(item: Item): number {\n    return item.price;\n  }\n';
    const result = await client.call('symbol_replace', { ...address, text, expect: definition?.[0]?.hash });
    expect(result).toMatchObject({
      path: 'cart.ts',
      range: { line: 31, column: 3, endLine: 35, endColumn: 4 },
      oldHash: definition?.[0]?.hash,
      newDiagnostics: [],
    });
    const expected = shop['cart.ts']?.replace(/ {2}add\([\s\S]*?\n {2}\}\n/, text);
    expect(client.text('cart.ts')).toBe(expected);
    const again = await client.call('symbol_info', { ...address, what: ['definition'] });
    expect(again.definition?.[0]?.hash).toBe(result.newHash);
  });

  test('replaces the whole statement of a constant, and reports new errors', async () => {
    const client = openCodeClient({ files: shop });
    const text = 'export const describe = (item: Item): string => item.price;';
    const { newDiagnostics } = await client.call('symbol_replace', {
      path: 'cart.ts',
      symbol: 'describe',
      text,
    });
    expect(client.text('cart.ts')).toContain(`\n${text}\n`);
    expect(newDiagnostics).toMatchObject([{ path: 'cart.ts', line: 43, severity: 'error' }]);
  });

  test('deletes with an empty text', async () => {
    const client = openCodeClient({ files: shop });
    await client.call('symbol_replace', { path: 'cart.ts', symbol: 'Cart.size', near: 20, text: '' });
    expect(client.text('cart.ts')).toBe(shop['cart.ts']?.replace('  static size = 1;\n', ''));
  });

  test.each([
    [{ symbol: 'Cart.add', expect: '00000000' }, 'E_CONTENT_MISMATCH', 'add(item: Item)'],
    [{ symbol: 'total' }, 'E_AMBIGUOUS_SYMBOL', 'line 3'],
    [{ symbol: 'shadow.total', near: 38 }, 'E_SYMBOL_NOT_FOUND', 'not a declaration of its own'],
  ])('refuses %j and changes nothing', async (input, code, said) => {
    const client = openCodeClient({ files: shop });
    const text = await client.read('symbol_replace', { path: 'cart.ts', text: 'x', ...input });
    expect(text).toContain(`[${code}]`);
    expect(text).toContain(said);
    expect(client.text('cart.ts')).toBe(shop['cart.ts']);
  });

  test('names the file that declares an imported name', async () => {
    const client = openCodeClient({ files: shop });
    const text = await client.read('symbol_replace', { path: 'use.ts', symbol: 'Cart', text: '' });
    expect(text).toContain('not declared in use.ts, but in cart.ts, line 18');
  });
});
