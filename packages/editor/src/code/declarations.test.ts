import { describe, expect, test } from 'vitest';
import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import { declarationsOf, matching, partsOf } from './declarations.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const symbol = (
  name: string,
  children: readonly DocumentSymbol[] = [],
  kind: SymbolKind = SymbolKind.Class,
): DocumentSymbol => ({ name, kind, range, selectionRange: range, children: [...children] });

const names = (symbols: readonly DocumentSymbol[]) =>
  declarationsOf(symbols).map((each) => each.names.join('.'));

describe('declarations', () => {
  test('have the names around them', () => {
    expect(names([symbol('Cart', [symbol('add', [symbol('item')])])])).toEqual([
      'Cart',
      'Cart.add',
      'Cart.add.item',
    ]);
  });

  test.each([
    ['(*Server).Start', 'Server.Start'],
    ['(Server).Start', 'Server.Start'],
    ['(*List[T]).Add', 'List.Add'],
    ['impl Cart', 'Cart'],
    ['impl<T> Show for shop::Cart<T>', 'Cart'],
    ['Cart::add', 'Cart.add'],
    ['Add(int, string)', 'Add'],
    ['"a-b"', 'a-b'],
    ['#items', '#items'],
    ['operator()', 'operator'],
  ])('%s is %s', (name, expected) => {
    expect(names([symbol(name)])).toEqual([expected]);
  });

  test('inside a callback belong to what is around it', () => {
    expect(names([symbol('run', [symbol('map() callback', [symbol('item')])])])).toContain('run.item');
  });

  test('inside a function are local', () => {
    const [outer, inner] = declarationsOf([symbol('run', [symbol('x')], SymbolKind.Function)]);
    expect([outer?.isLocal, inner?.isLocal]).toEqual([false, true]);
  });
});

describe('an asked name', () => {
  const declarations = declarationsOf([
    symbol('add'),
    symbol('Cart', [symbol('add'), symbol('Item', [symbol('add')])]),
    symbol('"a.b"'),
  ]);
  const found = (asked: string) => matching(declarations, asked).map((each) => each.names.join('.'));

  test.each([
    ['add', ['add', 'Cart.add', 'Cart.Item.add']],
    ['Cart.add', ['Cart.add']],
    ['Cart::add', ['Cart.add']],
    ['Cart#add', ['Cart.add']],
    ['Cart/add()', ['Cart.add']],
    ['Item.add', ['Cart.Item.add']],
    ['Cart.Item.add', ['Cart.Item.add']],
    ['a.b', ['a.b']],
    ['ad', []],
    ['Cart.Item.add.more', []],
    ['.', []],
  ])('%s', (asked, expected) => {
    expect(found(asked)).toEqual(expected);
  });

  test('of a private member keeps its sign', () => {
    expect(partsOf('Cart.#items')).toEqual(['Cart', '#items']);
  });
});
