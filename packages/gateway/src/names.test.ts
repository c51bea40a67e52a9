import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNameTable, exposedName, type ToolOrigin } from './names.ts';

const VALID = /^[A-Za-z0-9_-]{1,64}$/;
const serverIds = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/);
/** Names as servers write them, and names that collide as soon as they are mapped or cut. */
const toolNames = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.stringMatching(/^[a-c][._/ ][a-c]$/),
  fc.constantFrom(
    'x'.repeat(70),
    `${'x'.repeat(70)}y`,
    'foo.bar',
    'foo_bar',
    'foo/bar',
    '',
    '_',
    '__',
    '日本',
    '本日',
  ),
);
const origins = fc.record({ serverId: serverIds, toolName: toolNames });
const fewServers = fc.record({ serverId: fc.constantFrom('a', 'b', 'a-b'), toolName: toolNames });
const lists = fc.array(fc.oneof(origins, fewServers), { maxLength: 30 });

const nameOf = (tools: readonly ToolOrigin[], { serverId, toolName }: ToolOrigin) =>
  createNameTable(tools).nameOf(serverId, toolName);

test.each([
  ['github', 'create_issue', 'github__create_issue'],
  ['a', 'repos.get', 'a__repos_get'],
  ['a', 'x'.repeat(61), `a__${'x'.repeat(61)}`],
])('%s and %s are exposed as %s', (serverId, toolName, name) => {
  expect(exposedName(serverId, toolName)).toBe(name);
});

test('cuts a longer name and appends a stable hash', () => {
  expect(exposedName('a', 'x'.repeat(62))).toBe(`a__${'x'.repeat(52)}_be54aba5`);
  expect(exposedName('a', 'x'.repeat(62))).toHaveLength(64);
});

function namesOf(tools: readonly ToolOrigin[]): readonly (string | undefined)[] {
  const table = createNameTable(tools);
  return tools.map(({ serverId, toolName }) => table.nameOf(serverId, toolName));
}

test('every name is valid for clients, whatever the tool is called', () => {
  fc.assert(
    fc.property(lists, (tools) => {
      for (const name of namesOf(tools)) expect(name).toMatch(VALID);
    }),
  );
});

test('names are unique and map back to their tools', () => {
  fc.assert(
    fc.property(lists, (tools) => {
      const table = createNameTable(tools);
      const distinct = new Set(tools.map((tool) => JSON.stringify([tool.serverId, tool.toolName])));
      expect(new Set(namesOf(tools)).size).toBe(distinct.size);
      for (const { serverId, toolName } of tools)
        expect(table.originOf(table.nameOf(serverId, toolName) ?? '')).toEqual({ serverId, toolName });
    }),
  );
});

test('names do not depend on the order of the list', () => {
  const shuffled = lists.chain((tools) =>
    fc.tuple(fc.constant(tools), fc.shuffledSubarray([...tools], { minLength: tools.length })),
  );
  fc.assert(
    fc.property(shuffled, ([tools, others]) => {
      for (const tool of tools) expect(nameOf(others, tool)).toBe(nameOf(tools, tool));
    }),
  );
});

test('a name changes only when another tool maps to the same name', () => {
  fc.assert(
    fc.property(origins, lists, (tool, others) => {
      const plain = exposedName(tool.serverId, tool.toolName);
      const apart = others.filter((other) => exposedName(other.serverId, other.toolName) !== plain);
      expect(nameOf([tool, ...apart], tool)).toBe(plain);
    }),
  );
});

test('an exact name wins over names that map to it', () => {
  fc.assert(
    fc.property(
      serverIds,
      fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/),
      lists,
      (serverId, toolName, others) => {
        const tool = { serverId, toolName };
        expect(nameOf([...others, tool], tool)).toBe(`${serverId}__${toolName}`);
      },
    ),
  );
});

test('tools that map to the same name get different hashes', () => {
  const tools = ['foo.bar', 'foo_bar', 'foo/bar'].map((toolName) => ({ serverId: 'a', toolName }));
  const table = createNameTable(tools);
  expect(table.nameOf('a', 'foo_bar')).toBe('a__foo_bar');
  expect(table.nameOf('a', 'foo.bar')).toMatch(/^a__foo_bar_[0-9a-f]{8}$/);
  expect(table.nameOf('a', 'foo/bar')).toMatch(/^a__foo_bar_[0-9a-f]{8}$/);
  expect(table.nameOf('a', 'other')).toBeUndefined();
  expect(table.originOf('a__other')).toBeUndefined();
});
