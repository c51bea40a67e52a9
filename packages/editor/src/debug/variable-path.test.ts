import { readByAgent } from '@molehill/core/testing/error-text';
import { expect, test } from 'vitest';
import { classify } from './frame-scopes.ts';
import { patternOf } from './pattern.ts';
import { parsePath } from './variable-path.ts';

test.each([
  ['order', [{ name: 'order' }]],
  ['order.items[3].price', [{ name: 'order' }, { name: 'items' }, { index: 3 }, { name: 'price' }]],
  ['config["db host"].x', [{ name: 'config' }, { name: 'db host' }, { name: 'x' }]],
  ['p->next->value', [{ name: 'p' }, { name: 'next' }, { name: 'value' }]],
  ['größe.#priv', [{ name: 'größe' }, { name: '#priv' }]],
])('reads the path %s', (path, steps) => expect(parsePath(path)).toEqual(steps));

test.each(['', 'f(x)', 'a + b', '[0]', 'a[b]', 'a..b'])('refuses %s as a path', async (path) => {
  expect(await readByAgent(() => parsePath(path))).toMatch(/^\[E_INVALID_PARAMS\] path:/);
});

test.each(['(a+)+', '(a*)*', '('])('refuses the pattern %s', async (source) => {
  expect(await readByAgent(() => patternOf(source, 'match'))).toMatch(/^\[E_INVALID_PARAMS\] match:/);
});

const scope = (name: string, presentationHint?: string) => ({
  name,
  variablesReference: 1,
  expensive: false,
  ...(presentationHint === undefined ? {} : { presentationHint }),
});

test('takes a module for the local scope only where no function is around', () => {
  const kinds = (scopes: Parameters<typeof classify>[0]) => classify(scopes).map(({ kind }) => kind);
  expect(kinds([scope('Module'), scope('Global')])).toEqual(['local', 'global']);
  expect(
    kinds([scope('Local: f', 'locals'), scope('Closure (g)'), scope('Module'), scope('Global')]),
  ).toEqual(['local', 'closure', 'closure', 'global']);
  expect(kinds([scope('Locals', 'locals'), scope('Globals')])).toEqual(['local', 'global']);
  expect(kinds([scope('Local'), scope('Static'), scope('Registers')])).toEqual([
    'local',
    'global',
    'registers',
  ]);
});
