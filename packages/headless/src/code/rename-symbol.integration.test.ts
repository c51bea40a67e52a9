import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCodeClient } from '../testing/code-client.ts';
import { shop } from '../testing/code-project.ts';

const names = Object.keys(shop);

/** Renames, and returns the lines of all files that changed. */
async function renamed(input: Readonly<Record<string, unknown>>) {
  const client = openCodeClient({ files: shop });
  const result = await client.call('rename_symbol', input);
  const changed = names.flatMap((name) => {
    const before = (shop[name] ?? '').split('\n');
    const after = client.text(name).split('\n');
    return after.flatMap((line, index) => (line === before[index] ? [] : [`${name}: ${line.trim()}`]));
  });
  return { client, result, changed };
}

describe('rename_symbol', () => {
  test('renames overloads with all uses and leaves comments, strings, substrings and other scopes alone', async () => {
    const { result, changed } = await renamed({
      path: 'cart.ts',
      symbol: 'total',
      near: 2,
      newName: 'sumOf',
    });
    expect(changed).toEqual([
      'cart.ts: export function sumOf(value: number): number;',
      'cart.ts: export function sumOf(value: string): number;',
      'cart.ts: export function sumOf(value: number | string): number {',
      `cart.ts: export const describe = (item: Item) => \`\${item.label} total \${sumOf(item.price)}\`;`,
      "cart.ts: return sumOf(1) + sumOf('2');",
      "use.ts: import main, { Cart, sumOf as sum, describe } from './cart.ts';",
      "use.ts: export { sumOf as total } from './cart.ts';",
      expect.stringMatching(/^index\.ts: export \{ (sumOf as )?total/),
    ]);
    expect(result).toMatchObject({
      from: 'total',
      to: 'sumOf',
      applied: true,
      saved: true,
      newDiagnostics: [],
    });
    expect(result.totalEdits).toBe(result.files.reduce((sum, { edits }) => sum + edits, 0));
  });

  test('takes the arguments of design 001: file URI, old name, new name', async () => {
    const client = openCodeClient({ files: shop });
    const uri = `file://${client.folder}/cart.ts`;
    const text = await client.read('symbol_rename', { uri, oldName: 'describe', newName: 'label' });
    expect(text).toContain('label');
    expect(client.text('use.ts')).toContain("total as sum, label } from './cart.ts'");
    expect(client.text('index.ts')).toContain('label as show');
  });

  test('renames a parameter by the name around it, not the function it shadows', async () => {
    const { changed } = await renamed({
      path: 'cart.ts',
      symbol: 'shadow.total',
      near: 41,
      newName: 'amount',
    });
    expect(changed).toEqual([
      'cart.ts: export function shadow(amount: number): number {',
      'cart.ts: return inner(amount);',
    ]);
  });

  test('renames the shadowing name of an inner scope by a piece of text', async () => {
    const snippet = '(total: number) => total * 2';
    const { changed } = await renamed({ path: 'cart.ts', symbol: 'total', snippet, newName: 'x' });
    expect(changed).toEqual(['cart.ts: const inner = (x: number) => x * 2;']);
  });

  test('renames a destructured name without its property', async () => {
    const { changed } = await renamed({ path: 'cart.ts', symbol: 'add.price', newName: 'amount' });
    expect(changed).toEqual([
      'cart.ts: const { price: amount } = item;',
      'cart.ts: return amount + cost + label.length;',
    ]);
  });

  test('renames a property and keeps shorthand and destructured names', async () => {
    const { changed } = await renamed({ path: 'cart.ts', symbol: 'Item.price', newName: 'amount' });
    expect(changed).toEqual([
      'cart.ts: amount: number;',
      'cart.ts: const { amount: price } = item;',
      'cart.ts: const { amount: cost, label } = item;',
      `cart.ts: export const describe = (item: Item) => \`\${item.label} total \${total(item.amount)}\`;`,
      "use.ts: cart.add({ amount: price, label: 'a', count: 1 });",
      "use.ts: return describe({ amount: price, label: 'total', count: sum(1) }) + main() + cart.size() + Cart.size;",
    ]);
  });

  test('renames merged declarations, accessors and private members as one symbol', async () => {
    const client = openCodeClient({ files: shop });
    await client.call('rename_symbol', { path: 'cart.ts', symbol: 'Item', newName: 'Line' });
    await client.call('rename_symbol', { path: 'cart.ts', symbol: 'Cart.first', newName: 'head' });
    await client.call('rename_symbol', { path: 'cart.ts', symbol: '#items', newName: '#lines' });
    const text = client.text('cart.ts');
    expect(text.match(/interface Line/g)).toHaveLength(2);
    expect(text.match(/[gs]et head\(/g)).toHaveLength(2);
    expect(text.match(/#lines/g)).toHaveLength(4);
    expect(text).not.toMatch(/\bItem\b|#items/);
  });

  test('renames a default export with the imports that have its name', async () => {
    const expected = [
      'cart.ts: export default function start(): number {',
      "use.ts: import start, { Cart, total as sum, describe } from './cart.ts';",
      "use.ts: return describe({ price, label: 'total', count: sum(1) }) + start() + cart.size() + Cart.size;",
    ];
    const { changed } = await renamed({ path: 'cart.ts', symbol: 'main', newName: 'start' });
    expect(changed).toEqual(expected);
  });

  test('renames a re-exported name only for those who import it from there', async () => {
    const { changed } = await renamed({ path: 'index.ts', symbol: 'total', newName: 'sumOf' });
    expect(changed).toEqual([
      expect.stringContaining('index.ts: export { total as sumOf'),
      "far.ts: import { sumOf } from './index.ts';",
      "far.ts: export const result = { total: sumOf(3), text: 'total' };",
    ]);
  });

  test('renames by position, from a use in another file', async () => {
    const { changed } = await renamed({ path: 'use.ts', line: 7, column: 8, newName: 'put' });
    expect(changed).toEqual([
      'cart.ts: put(item: Item): number {',
      expect.stringContaining('cart.put({ price'),
    ]);
  });

  test('shows a preview and changes nothing', async () => {
    const { result, changed } = await renamed({
      path: 'cart.ts',
      symbol: 'Cart',
      newName: 'Basket',
      preview: true,
    });
    expect(changed).toEqual([]);
    expect(result).toMatchObject({ applied: false, saved: false, newDiagnostics: [] });
    expect(result.files[0]?.changes?.[0]).toEqual({
      line: 18,
      old: 'export class Cart {',
      new: 'export class Basket {',
    });
  });

  test('reports the errors that a name in use brings', async () => {
    const { result } = await renamed({ path: 'use.ts', symbol: 'run.cart', newName: 'price' });
    expect(result.newDiagnostics.map(({ message }) => message).join()).toMatch(/redeclare.*price/);
  });
});

test('renames in UTF-16 and UTF-8 at once, and keeps the encodings', async () => {
  const client = openCodeClient({
    files: { 'tsconfig.json': '{}', 'a.ts': "import { größe } from './b';\ngröße();\n" },
  });
  const wide = Buffer.from('\uFEFF// Maße\nexport function größe() {}\n', 'utf16le');
  writeFileSync(join(client.folder, 'b.ts'), wide);
  await client.call('rename_symbol', { path: 'b.ts', symbol: 'größe', newName: 'weite' });
  expect(readFileSync(join(client.folder, 'b.ts'), 'utf16le')).toBe(
    '\uFEFF// Maße\nexport function weite() {}\n',
  );
  expect(client.text('a.ts')).toBe("import { weite } from './b';\nweite();\n");
});

describe('rename_symbol refuses', () => {
  test.each([
    [{ symbol: 'Cart', newName: 'two words' }, 'E_INVALID_PARAMS', 'not an identifier of typescript'],
    [{ symbol: 'Cart', newName: 'class' }, 'E_INVALID_PARAMS', 'reserved word'],
    [{ symbol: 'Cart', newName: 'Cart' }, 'E_INVALID_PARAMS', 'already named'],
    [{ symbol: 'Cart.constructor', newName: 'build' }, 'E_RENAME_REJECTED', ''],
    [{ symbol: 'Cart', line: 1, column: 1, newName: 'x' }, 'E_INVALID_PARAMS', 'expected one of'],
    [{ symbol: 'Basket', newName: 'x' }, 'E_SYMBOL_NOT_FOUND', 'Basket'],
    [{ symbol: 'Cart.ad', newName: 'x' }, 'E_SYMBOL_NOT_FOUND', 'Cart.add'],
    [{ symbol: 'cart', newName: 'x' }, 'E_SYMBOL_NOT_FOUND', 'Cart'],
    [{ symbol: 'total', snippet: 'nowhere', newName: 'x' }, 'E_SYMBOL_NOT_FOUND', 'snippet'],
    [{ symbol: 'total', near: 999, newName: 'x' }, 'E_INVALID_LINE', 'no line 999'],
    [{ line: 1, column: 9, newName: 'x' }, 'E_SYMBOL_NOT_FOUND', 'The line has none'],
    [{ line: 5, column: 18, newName: 'x' }, 'E_SYMBOL_NOT_FOUND', 'text (column 9)'],
  ])('%j', async (input, code, said) => {
    const client = openCodeClient({ files: shop });
    const text = await client.read('rename_symbol', { path: 'cart.ts', ...input });
    expect(text).toContain(`[${code}]`);
    expect(text).toContain(said);
    expect(names.map((name) => client.text(name))).toEqual(Object.values(shop));
  });

  test('an ambiguous name, with candidates that its answer can choose from', async () => {
    const client = openCodeClient({ files: shop });
    const input = { path: 'cart.ts', symbol: 'size', newName: 'x' };
    const { envelope, text } = await client.send('rename_symbol', input);
    expect(text).toMatch(
      /\[E_AMBIGUOUS_SYMBOL\].*Cart\.size \(property, line 20\), Cart\.size \(method, line 22\).*near/,
    );
    expect(envelope).toMatchObject({
      error: {
        details: {
          candidates: [
            { symbol: 'Cart.size', kind: 'property', line: 20, text: 'static size = 1;' },
            { symbol: 'Cart.size', kind: 'method', line: 22, text: 'size(): number {' },
          ],
        },
      },
    });
    await client.call('rename_symbol', { ...input, near: 22 });
    expect(client.text('use.ts')).toContain('cart.x() + Cart.size');
  });

  test('names of several scopes that no declaration has', async () => {
    const client = openCodeClient({ files: shop });
    const { envelope } = await client.send('rename_symbol', {
      path: 'cart.ts',
      symbol: 'value',
      newName: 'x',
    });
    expect(envelope).toMatchObject({
      error: {
        code: 'E_AMBIGUOUS_SYMBOL',
        details: { candidates: [{ line: 2 }, { line: 3 }, { symbol: 'total.value', line: 4 }] },
      },
    });
  });
});
