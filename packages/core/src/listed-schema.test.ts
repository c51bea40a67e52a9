import { expect, test } from 'vitest';
import * as z from 'zod';
import { reads } from './effects.ts';
import { listedInputSchema } from './listed-schema.ts';
import { defineTool } from './tool.ts';

function listed(input: z.ZodObject) {
  const tool = defineTool({
    name: 't',
    title: 'T',
    description: 'For a test.',
    input,
    output: z.object({}),
    effects: reads,
    run: async () => ({}),
  });
  return listedInputSchema(tool);
}

test('lists names, types, choices and descriptions, without what only the validator needs', () => {
  const input = z.strictObject({
    name: z.string().min(1).max(9),
    limit: z.number().int().min(1).max(1_000).default(100).describe('Most rows'),
    format: z.enum(['csv', 'jsonl']).optional(),
    kinds: z.array(z.enum(['a', 'b'])).min(1),
  });
  expect(listed(input)).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      limit: { type: 'integer', description: 'Most rows' },
      format: { type: 'string', enum: ['csv', 'jsonl'] },
      kinds: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
    required: ['name', 'kinds'],
  });
});

test('describes an object by its fields', () => {
  const tls = z.strictObject({ mode: z.enum(['off', 'on']), ca: z.string().optional() });
  expect(listed(z.strictObject({ tls: tls.describe('How to encrypt') })).properties).toEqual({
    tls: { type: 'object', description: 'How to encrypt: {mode: off | on, ca?}' },
  });
});

test('lists a nullable argument by its type, and one of several types by its description', () => {
  const input = z.strictObject({
    port: z.number().int().nullable().optional(),
    body: z.union([z.string(), z.record(z.string(), z.unknown())]).describe('JSON or text'),
  });
  expect(listed(input).properties).toEqual({
    port: { type: 'integer' },
    body: { description: 'JSON or text' },
  });
});
