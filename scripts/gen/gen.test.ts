import { reads } from '@molehill/core/effects';
import { defineServer } from '@molehill/core/server';
import { defineTool } from '@molehill/core/tool';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { errorReference } from './error-reference.ts';
import { markdownTable } from './markdown.ts';
import { type JsonSchema, typeText } from './schema-text.ts';
import { replaceSection } from './sections.ts';
import { toolReference, toolTable } from './tool-reference.ts';

describe('typeText', () => {
  test.each<[JsonSchema, string]>([
    [{}, 'any'],
    [{ type: 'string' }, 'string'],
    [{ type: 'integer', minimum: 1, maximum: 200 }, 'integer 1–200'],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer ≥ 0'],
    [{ type: 'number', maximum: 9 }, 'number ≤ 9'],
    [{ const: 'a' }, '"a"'],
    [{ enum: ['a', 1] }, '"a" | 1'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [{ type: 'object' }, 'object'],
    [{ type: 'array', items: { type: 'object', properties: { a: {}, b: {} } } }, '{ a, b }[]'],
  ])('%j is %s', (schema, text) => {
    expect(typeText(schema)).toBe(text);
  });
});

describe('markdownTable', () => {
  test('escapes pipes and line breaks', () => {
    expect(markdownTable(['a'], [['x | y\n z']])).toBe('| a |\n| --- |\n| x \\| y z |');
  });

  test('omits columns without content', () => {
    expect(markdownTable(['a', 'b'], [['1', '']])).toBe('| a |\n| --- |\n| 1 |');
  });
});

describe('replaceSection', () => {
  const document = 'before\n<!-- generated: x -->\nold\n<!-- /generated -->\nafter\n';

  test('replaces the text between the markers and nothing else', () => {
    const once = replaceSection(document, 'x', 'new');
    expect(once).toBe('before\n<!-- generated: x -->\n\nnew\n\n<!-- /generated -->\nafter\n');
    expect(replaceSection(once, 'x', 'new')).toBe(once);
  });

  test('fails without the markers', () => {
    expect(() => replaceSection(document, 'y', 'new')).toThrow('<!-- generated: y -->');
  });
});

const server = defineServer({
  id: 'demo',
  title: 'A demo',
  version: '1.0.0',
  instructions: 'Call find first.',
  tools: [
    defineTool({
      name: 'find',
      title: 'Find things',
      description: 'Finds things by name.',
      input: z.strictObject({
        name: z.string().describe('Its name'),
        limit: z.int().min(1).max(9).default(5),
      }),
      output: z.object({ things: z.array(z.string()), cursor: z.string().optional() }),
      effects: reads,
      timeoutMs: 60_000,
      aliases: ['search'],
      run: async () => ({ things: [] }),
    }),
  ],
});

test('the tool reference shows parameters, result, effect, timeout and aliases', () => {
  const section = toolReference([server]).split('## Server')[1];
  expect(section).toBe(` \`demo\`: A demo

Call find first.

### demo__find

**Find things.** Finds things by name.

Effect: reads · Timeout: 60 s · Aliases: \`search\`

| parameter | type | default | description |
| --- | --- | --- | --- |
| \`name\` (required) | \`string\` |  | Its name |
| \`limit\` | \`integer 1–9\` | \`5\` |  |

| result field | type |
| --- | --- |
| \`things\` | \`string[]\` |
| \`cursor\` (optional) | \`string\` |
`);
});

test('a tool table links to the reference where there is one', () => {
  expect(toolTable(server, server.tools, 'tools.md')).toContain(
    '| [`find`](tools.md#demo__find) | Finds things by name. | reads |',
  );
  expect(toolTable(server, server.tools, undefined)).toContain('| `find` | Finds things by name. | reads |');
});

test('the error reference lists the codes of all tables in order', () => {
  const kind = { when: 'W', hint: 'Call {tool:sql.query} with {param:limit=50}.', retryable: true };
  expect(errorReference([{ E_B: kind }, { E_A: { ...kind, retryable: false } }])).toContain(
    '| `E_A` | W | Call `sql__query` with `limit`. | no |\n| `E_B` | W | Call `sql__query` with `limit`. | yes |\n',
  );
});
