import { reads } from '@molehill/core/effects';
import { runModule } from '@molehill/core/testing/child';
import { defineTool } from '@molehill/core/tool';
import { inputSchema } from '@molehill/core/tool-schema';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { UsageError } from './output.ts';
import { inputFromWords } from './terminal-input.ts';

const tool = defineTool({
  name: 'sample',
  title: 'Sample',
  description: 'A sample.',
  input: z.strictObject({
    name: z.string().optional(),
    limit: z.number().optional(),
    deep: z.boolean().optional(),
    list: z.array(z.number()).optional(),
    order: z.enum(['1', '2']).optional(),
  }),
  output: z.object({}),
  effects: reads,
  run: async () => ({}),
});
const schema = inputSchema(tool);

test.each([
  ['no words', [], {}],
  ['a string', ['name=Ann'], { name: 'Ann' }],
  ['a string that looks like a number', ['name=007'], { name: '007' }],
  ['a string that looks like JSON', ['name={"a":1}'], { name: '{"a":1}' }],
  ['a string with the separator', ['name=a=b'], { name: 'a=b' }],
  ['an empty string', ['name='], { name: '' }],
  ['an enum value that looks like a number', ['order=1'], { order: '1' }],
  ['a number', ['limit=5'], { limit: 5 }],
  ['a boolean', ['deep=true'], { deep: true }],
  ['an array', ['list=[1,2]'], { list: [1, 2] }],
  ['a string where a number is expected', ['limit=five'], { limit: 'five' }],
  ['an unknown name, which the dispatcher rejects', ['limt=5'], { limt: 5 }],
  ['a repeated name, where the last value wins', ['limit=1', 'limit=2'], { limit: 2 }],
])('words: %s', async (_, words, input) => {
  expect(await inputFromWords(schema, words, undefined)).toEqual(input);
});

test('accepts names of Object.prototype', async () => {
  const input = await inputFromWords(schema, ['__proto__=1', 'constructor=2'], undefined);
  expect(Object.entries(input as object)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ]);
});

test.each([['word'], ['=value'], ['']])('rejects "%s", which has no name', async (word) => {
  await expect(inputFromWords(schema, [word], undefined)).rejects.toThrow(
    new UsageError(`"${word}" is not of the form name=value.`, 'Example: limit=5'),
  );
});

test('--input replaces the words', async () => {
  expect(await inputFromWords(schema, [], '{"limit": 5}')).toEqual({ limit: 5 });
});

test('rejects invalid JSON with the reason', async () => {
  const refusal = inputFromWords(schema, [], '{limit: 5}');
  await expect(refusal).rejects.toThrow(/^--input is not JSON: .*\.$/);
  await expect(refusal).rejects.toHaveProperty('hint', `Example: --input '{"limit": 5}'`);
});

test('rejects --input together with words', async () => {
  await expect(inputFromWords(schema, ['limit=5'], '{}')).rejects.toThrow('Arguments given twice.');
});

test('--input - reads standard input', { timeout: 30_000 }, async () => {
  const module = JSON.stringify(new URL('./terminal-input.ts', import.meta.url).href);
  const code = `
    import { inputFromWords } from ${module};
    console.log(JSON.stringify(await inputFromWords({}, [], '-')));
  `;
  const { lines } = await runModule(code, { input: '{"limit":\n 5}' });
  expect(lines).toEqual(['{"limit":5}']);
});
