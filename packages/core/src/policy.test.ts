import { expect, test } from 'vitest';
import type { CallEffects, EffectTarget } from './effects.ts';
import { applyPolicy } from './policy.ts';
import { testCaller } from './testing/endpoint.ts';

const caller = testCaller({ workspace: ['/home/ann/shop'] });
const shop: EffectTarget = { name: 'connection "shop"' };

function ask(call: CallEffects): string | undefined {
  return applyPolicy(call, caller)?.message;
}

test.each<[string, CallEffects]>([
  ['reads', { effect: 'reads' }],
  ['reads of a read-only target', { effect: 'reads', target: { ...shop, readonly: true } }],
  ['writes', { effect: 'writes', target: shop }],
  [
    'writes to a folder of the workspace',
    { effect: 'writes', target: { ...shop, folder: '/home/ann/shop/api' } },
  ],
  ['what a person allowed without asking', { effect: 'destroys', target: { ...shop, confirm: 'never' } }],
])('lets %s pass', (_, call) => {
  expect(ask(call)).toBeUndefined();
});

test('asks before anything is destroyed', () => {
  expect(ask({ effect: 'destroys', summary: 'Drop the table "orders".', target: shop })).toBe(
    'Drop the table "orders".',
  );
});

test('says how a person turns the question off, where that is possible', () => {
  const target = { ...shop, confirmHint: 'A person can set it in a file.' };
  expect(applyPolicy({ effect: 'destroys', target }, caller)).toEqual({
    message: 'Run this tool?',
    hint: 'A person can set it in a file.',
  });
});

test('asks where a tool wants it for another reason', () => {
  expect(ask({ effect: 'reads', ask: true, summary: 'Send the password elsewhere?' })).toBe(
    'Send the password elsewhere?',
  );
});

test.each(['/home/ann/other', '/home/ann/shop-2', '/home/ann'])(
  'asks before a write to another project: %s',
  (folder) => {
    expect(ask({ effect: 'writes', summary: 'Insert a row.', target: { ...shop, folder } })).toBe(
      `Insert a row. This changes another project: ${folder}.`,
    );
  },
);

test.each(['writes', 'destroys'] as const)(
  'refuses what %s on a read-only target, whatever a person allowed',
  (effect) => {
    const target = {
      ...shop,
      readonly: true,
      confirm: 'never',
      reason: 'DROP changes data',
      rule: 'ddl',
    } as const;
    expect(() => ask({ effect, target })).toThrow(
      expect.objectContaining({
        code: 'E_READONLY',
        message: 'Connection "shop" is read-only: DROP changes data (rule ddl).',
        details: { rule: 'ddl' },
      }),
    );
  },
);
