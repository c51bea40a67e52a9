import { readFileSync } from 'node:fs';
import { createRedactor } from '@molehill/core/redact';
import { inputSchema } from '@molehill/core/tool-schema';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { editorTools } from './editor-tools.ts';
import { metadata } from './generated/metadata.ts';
import { definitions } from './generated/tools.ts';
import { LazyHost } from './lazy-host.ts';
import { RecentErrors } from './recent-errors.ts';
import { testBridge } from './testing/bridge-view.ts';

const MOST_TOKENS = 120;
const CHARACTERS_PER_TOKEN = 4;

const host = new LazyHost(
  () => {
    throw new Error('no host here');
  },
  () => {},
);
const tools = editorTools({
  host,
  bridge: testBridge('/'),
  errors: new RecentErrors(createRedactor()),
  timeoutMs: undefined,
  window: undefined,
});

test(`a tool costs at most ${MOST_TOKENS} tokens in a list, on average`, () => {
  const costs = Object.entries(definitions).map(([name, { description, inputSchema }]) => {
    return JSON.stringify({ name, description, inputSchema }).length / CHARACTERS_PER_TOKEN;
  });
  const average = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  expect(average).toBeLessThanOrEqual(MOST_TOKENS);
});

describe.each(tools.map(({ tool }) => [tool.name, tool] as const))('%s', (name, tool) => {
  const {
    llm,
    examples,
    inputSchema: described,
  } = Object.values(metadata).find((one) => one.name === name) ?? {
    llm: undefined,
    examples: {},
    inputSchema: {},
  };
  const schema = z.object({
    properties: z.record(z.string(), z.looseObject({ default: z.unknown().optional() })),
    required: z.array(z.string()).optional(),
  });

  test('says its category and when to use it', () => {
    expect(tool.listed?.meta.category).toEqual(expect.any(String));
    expect(llm?.when_to_use).toEqual(expect.any(String));
  });

  test('is validated by the schema that is described', () => {
    const validated = schema.parse(inputSchema(tool));
    const shown = schema.parse(described);
    const defaults = ({ properties }: z.output<typeof schema>) =>
      Object.fromEntries(Object.entries(properties).map(([key, { default: usual }]) => [key, usual]));
    expect(defaults(validated)).toEqual(defaults(shown));
    expect(validated.required ?? []).toEqual(shown.required ?? []);
  });

  test('accepts each example of its parameters', () => {
    for (const [parameter, example] of Object.entries(examples)) {
      const one = tool.input.shape[parameter] as z.ZodType;
      expect(one.safeParse(example).success, parameter).toBe(true);
    }
  });
});

test('contributes.languageModelTools is what VS Code accepts', () => {
  const file = new URL('../generated/language-model-tools.json', import.meta.url);
  const contributed = z
    .array(
      z.strictObject({
        name: z.string().regex(/^[\w-]+$/),
        displayName: z.string().min(1),
        toolReferenceName: z.string().regex(/^[\w-]+$/),
        canBeReferencedInPrompt: z.boolean(),
        userDescription: z.string().min(1),
        modelDescription: z.string().min(1),
        tags: z.array(z.string()),
        when: z.string().optional(),
        inputSchema: z.looseObject({
          type: z.literal('object'),
          properties: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(contributed.map(({ toolReferenceName }) => toolReferenceName)).toEqual(Object.keys(definitions));
});
