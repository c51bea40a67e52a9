import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitScopes, fitVariables } from './fit-variables.ts';
import { cutValue, growTrees, jsonBytes, type Tree } from './variable-tree.ts';
import type { VariableNode } from './variables.ts';

const nodeOf = (name: string, value: string, ref = 0): VariableNode => ({
  name,
  adapterName: name,
  value,
  raw: value,
  ref,
  isMasked: false,
  isLazy: false,
  isReadOnly: false,
});

const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '😀', '\ud800', 'é') });
const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc
    .tuple(text, text, fc.option(fc.array(tie('tree'), { maxLength: 4 })))
    .map(([name, value, children]) => ({
      node: nodeOf(name, value, children ? 7 : 0),
      ...(children ? { children } : {}),
    })),
})).tree;
const trees = fc.array(tree, { maxLength: 30 });
const options = { valueChars: 256, stopSeq: 3 };

test('variables never exceed the budget, and what is missing is said', () => {
  fc.assert(
    fc.property(trees, fc.integer({ min: 2, max: 4_000 }), (given, bytes) => {
      const { shown, dropped } = fitVariables(given, bytes, options);
      expect(jsonBytes(shown)).toBeLessThanOrEqual(bytes);
      const whole = fitVariables(given, Number.MAX_SAFE_INTEGER, options).shown;
      if (JSON.stringify(shown) !== JSON.stringify(whole)) expect(dropped.length).toBeGreaterThan(0);
      else expect(dropped).toEqual([]);
    }),
  );
});

test('scopes never exceed the budget, and what is missing is said', () => {
  const scopes = fc.array(fc.record({ name: text, trees }), { maxLength: 4 });
  fc.assert(
    fc.property(scopes, fc.boolean(), fc.integer({ min: 2, max: 4_000 }), (given, namesOnly, bytes) => {
      const { shown, dropped } = fitScopes(given, bytes, { ...options, namesOnly });
      expect(jsonBytes(shown)).toBeLessThanOrEqual(bytes);
      const whole = fitScopes(given, Number.MAX_SAFE_INTEGER, { ...options, namesOnly }).shown;
      if (JSON.stringify(shown) !== JSON.stringify(whole)) expect(dropped.length).toBeGreaterThan(0);
    }),
  );
});

test('cuts values first, then shows names, then counts', () => {
  const given = [{ name: 'Local', trees: [nodeOf('abc', 'v'.repeat(500))].map((node) => ({ node })) }];
  expect(fitScopes(given, 230, options).dropped).toEqual(['values beyond 128 characters']);
  expect(fitScopes(given, 60, options)).toEqual({
    shown: [{ name: 'Local', variables: [{ name: 'abc' }], total: 1 }],
    dropped: ['values'],
  });
  expect(fitScopes(given, 45, options).shown).toEqual([{ name: 'Local', variables: [], total: 1 }]);
});

test('reads no more children than fit, and folds the largest', async () => {
  const asked: number[] = [];
  const children = (count: number) =>
    Array.from({ length: count }, (_, at) => nodeOf(String(at), 'x'.repeat(20)));
  const expand = async ({ name }: VariableNode, count: number) => {
    asked.push(count);
    return {
      nodes: children(name === 'large' ? count : 1),
      total: name === 'large' ? 100_000 : 1,
      hidden: 0,
    };
  };
  const roots = [nodeOf('large', '[…]', 1), nodeOf('small', '[…]', 2)];
  const grow = { depth: 3, childLimit: 1_000, valueChars: 100, bytes: 600, stopSeq: 1, expand };
  const { trees: grown, folded } = await growTrees(roots, grow);
  expect(Math.max(...asked)).toBeLessThanOrEqual(600 / 24 + 1);
  expect(folded).toEqual(['large']);
  expect(grown[0]?.children).toBeUndefined();
  expect(grown[1]?.children).toHaveLength(1);
});

test('reads a cyclic object only to the depth', async () => {
  let reads = 0;
  const expand = async () => {
    reads += 1;
    return { nodes: [nodeOf('self', '{…}', 1)], total: 1, hidden: 0 };
  };
  const grow = { depth: 5, childLimit: 20, valueChars: 100, bytes: 10_000, stopSeq: 1, expand };
  await growTrees([nodeOf('cyclic', '{…}', 1)], grow);
  expect(reads).toBe(5);
});

test('cuts no surrogate pair', () => {
  expect(cutValue('ab😀cd', 3)).toBe('ab…');
  expect(cutValue('ab', 2)).toBe('ab');
});
