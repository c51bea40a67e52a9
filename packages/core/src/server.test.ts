import { expect, test } from 'vitest';
import * as z from 'zod';
import { reads } from './effects.ts';
import { defineServer } from './server.ts';
import { defineTool } from './tool.ts';

function server(id: string, ...names: readonly (readonly [string, ...string[]])[]) {
  const tools = names.map(([name, ...aliases]) =>
    defineTool({
      name,
      title: name,
      description: name,
      input: z.strictObject({}),
      output: z.object({}),
      effects: reads,
      aliases,
      run: async () => ({}),
    }),
  );
  return defineServer({ id, title: id, version: '1', instructions: '', tools });
}

test('accepts a server with valid names', () => {
  expect(server('my-server-2', ['get-tables', 'tables'], ['run_query']).tools).toHaveLength(2);
});

test.each(['', 'My', 'a_b', 'a--b', '-a', 'a-'])('rejects the server id "%s"', (id) => {
  expect(() => server(id)).toThrow(/is not of the form/);
});

test.each(['', '1st', 'a.b', 'a b', 'ä', 'x'.repeat(65)])('rejects the tool name "%s"', (name) => {
  expect(() => server('s', [name])).toThrow(/is not usable/);
});

test('rejects a duplicate name of a tool or an alias', () => {
  expect(() => server('s', ['one'], ['one'])).toThrow('tool name "one" of server "s" is taken twice');
  expect(() => server('s', ['one'], ['two', 'one'])).toThrow(/taken twice/);
  expect(() => server('s', ['one', 'x'], ['two', 'x'])).toThrow(/taken twice/);
});
