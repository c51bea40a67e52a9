import { describe, expect, test } from 'vitest';
import { languageServer } from '../../../../test/engines/language-servers.ts';
import { openCodeClient } from '../testing/code-client.ts';

const SLOW = 60_000;
const hasPython = (await languageServer('basedpyright')) !== undefined;
const hasGo = (await languageServer('gopls')) !== undefined;

const python = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  'cart.py': `"""total of a cart"""
from typing import overload


@overload
def total(value: int) -> int: ...
@overload
def total(value: str) -> int: ...
def total(value):
    """total of value"""
    def inner(value):
        return value
    return int(value) + inner(len("total value"))


class Cart:
    def __init__(self, owner: str):
        self.owner = owner

    @property
    def first(self) -> int:
        return 1

    @first.setter
    def first(self, value: int) -> None:
        print(value, f"{self.owner} {total(value)}")
`,
  'main.py': 'from cart import Cart, total\n\nprint(total(1), Cart("a").first)  # total\n',
};
const go = {
  'go.mod': 'module shop\n\ngo 1.22\n',
  'cart.go': `package main

// Cart has a total.
type Cart struct{ items []int }

func (c *Cart) Total(value int) int {
	sum := value
	for _, item := range c.items {
		sum += item // sum
	}
	println("sum", sum)
	return sum
}

type Totaler interface{ Total(int) int }

func main() { println((&Cart{}).Total(1)) }
`,
};

/** The new lines of a rename, by file and line. */
async function lines(files: Readonly<Record<string, string>>, input: Readonly<Record<string, unknown>>) {
  const renamed = await openCodeClient({ files }).call('rename_symbol', {
    newName: 'other',
    preview: true,
    ...input,
  });
  return renamed.files.flatMap(({ path, changes = [] }) => changes.map((change) => [path, change.line]));
}

describe.runIf(hasPython)('Python', { timeout: SLOW }, () => {
  test.each([
    [
      'overloads with their uses',
      { symbol: 'total' },
      [
        ['cart.py', 6],
        ['cart.py', 8],
        ['cart.py', 9],
        ['cart.py', 26],
        ['main.py', 1],
        ['main.py', 3],
      ],
    ],
    [
      'a parameter by what is around it',
      { symbol: 'inner.value' },
      [
        ['cart.py', 11],
        ['cart.py', 12],
      ],
    ],
    [
      'a parameter by a line',
      { symbol: 'value', near: 13 },
      [
        ['cart.py', 9],
        ['cart.py', 13],
      ],
    ],
    [
      'an attribute, not the parameter',
      { symbol: 'Cart.owner' },
      [
        ['cart.py', 18],
        ['cart.py', 26],
      ],
    ],
    [
      'a property with its setter',
      { symbol: 'Cart.first' },
      [
        ['cart.py', 21],
        ['cart.py', 24],
        ['cart.py', 25],
        ['main.py', 3],
      ],
    ],
  ])('renames %s', async (_, input, expected) => {
    expect(await lines(python, { path: 'cart.py', ...input })).toEqual(expected);
  });

  test('asks which of several parameters, and which overload is replaced', async () => {
    const client = openCodeClient({ files: python });
    const ambiguous = await client.read('rename_symbol', { path: 'cart.py', symbol: 'value', newName: 'x' });
    expect(ambiguous).toMatch(/E_AMBIGUOUS_SYMBOL.*total\.value.*total\.inner\.value.*Cart\.first\.value/);
    const replaced = await client.read('symbol_replace', { path: 'cart.py', symbol: 'total', text: '' });
    expect(replaced).toMatch(/E_AMBIGUOUS_SYMBOL.*line 6.*line 8.*line 9/);
  });

  test('refuses a keyword', async () => {
    const text = await openCodeClient({ files: python }).read('rename_symbol', {
      path: 'cart.py',
      symbol: 'Cart',
      newName: 'lambda',
    });
    expect(text).toContain('[E_INVALID_PARAMS]');
  });
});

describe.runIf(hasGo)('Go', { timeout: SLOW }, () => {
  test.each([
    ['a method by its receiver', { symbol: 'Cart.Total' }, [6, 17]],
    ['a local name, not those of comments and strings', { symbol: 'sum' }, [7, 9, 11, 12]],
    ['a parameter by its method', { symbol: 'Total.value' }, [6, 7]],
    ['a field', { symbol: 'Cart.items' }, [4, 8]],
  ])('renames %s', async (_, input, expected) => {
    expect((await lines(go, { path: 'cart.go', ...input })).map(([, line]) => line)).toEqual(expected);
  });

  test('asks which of two methods', async () => {
    const text = await openCodeClient({ files: go }).read('symbol_references', {
      path: 'cart.go',
      symbol: 'Total',
    });
    expect(text).toMatch(
      /E_AMBIGUOUS_SYMBOL.*Cart\.Total \(method, line 6\), Totaler\.Total \(method, line 15\)/,
    );
  });
});
