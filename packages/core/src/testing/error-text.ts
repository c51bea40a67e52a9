import { expect } from 'vitest';
import * as z from 'zod';
import { reads } from '../effects.ts';
import { defineServer } from '../server.ts';
import { defineTool } from '../tool.ts';
import { createTestEndpoint, testCaller } from './endpoint.ts';

/** What an agent reads when a tool does this work and it fails. */
export async function readByAgent(work: () => unknown): Promise<string> {
  const tool = defineTool({
    name: 'work',
    title: 'Work',
    description: 'Does the work of a test.',
    input: z.strictObject({}),
    output: z.object({}),
    effects: reads,
    run: async () => {
      await work();
      return {};
    },
  });
  const server = defineServer({
    id: 'test',
    title: 'Test',
    version: '1.0.0',
    instructions: 'Does the work of a test.',
    tools: [tool],
  });
  const { dispatcher, catalogue } = createTestEndpoint(server);
  const entry = catalogue.find('work');
  return (await dispatcher.call({ entry, input: {}, caller: testCaller() })).text;
}

/** Placeholders, values that were never filled in, and stack traces. */
const LEFTOVERS = /\{(tool|param):|undefined|\[object |NaN|\n\s+at |\/src\/|node_modules/;

/** An agent reads which error it is, what happened, and what to do next. */
export function expectHelpful(text: string, code: string): void {
  expect(text).toContain(`[${code}] `);
  const [, message = '', hint = ''] = /^\[\w+\] (.*?) — (.*)$/s.exec(text) ?? [];
  expect(message, `what happened: ${text}`).toMatch(/\w{2,}.*\s.*\w{2,}/s);
  expect(hint, `what to do: ${text}`).toMatch(/\w{2,}.*\s.*\w{2,}/s);
  expect(text).not.toMatch(LEFTOVERS);
  expect(text.length, text).toBeLessThan(1_000);
}
