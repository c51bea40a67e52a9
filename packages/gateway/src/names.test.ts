import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignNames, exposedName, type Origin } from './names.ts';

const VALID = /^[A-Za-z0-9_-]{1,64}$/;
const serverIds = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/);
/** Names as servers write them, and names that collide as soon as they are mapped or cut. */
const ownNames = fc.oneof(
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
const origins = fc.record({ serverId: serverIds, ownName: ownNames });
const fewServers = fc.record({ serverId: fc.constantFrom('a', 'b', 'a-b'), ownName: ownNames });
const lists = fc.array(fc.oneof(origins, fewServers), { maxLength: 30 });

function nameOf(tools: readonly Origin[], { serverId, ownName }: Origin): string | undefined {
  const found = [...assignNames(tools)].find(
    ([, origin]) => origin.serverId === serverId && origin.ownName === ownName,
  );
  return found?.[0];
}

test.each([
  ['github', 'create_issue', 'github__create_issue'],
  ['a', 'repos.get', 'a__repos_get'],
  ['a', 'x'.repeat(61), `a__${'x'.repeat(61)}`],
])('%s and %s are exposed as %s', (serverId, ownName, name) => {
  expect(exposedName({ serverId, ownName })).toBe(name);
});

test('cuts a longer name and appends a stable hash', () => {
  expect(exposedName({ serverId: 'a', ownName: 'x'.repeat(62) })).toBe(`a__${'x'.repeat(52)}_be54aba5`);
  expect(exposedName({ serverId: 'a', ownName: 'x'.repeat(62) })).toHaveLength(64);
});

function namesOf(tools: readonly Origin[]): readonly (string | undefined)[] {
  return tools.map((tool) => nameOf(tools, tool));
}

test('every name is valid for clients', () => {
  fc.assert(
    fc.property(lists, (tools) => {
      for (const name of namesOf(tools)) expect(name).toMatch(VALID);
    }),
  );
});

test('names are unique and map back to their tools', () => {
  fc.assert(
    fc.property(lists, (tools) => {
      const names = assignNames(tools);
      const distinct = new Set(tools.map((tool) => JSON.stringify([tool.serverId, tool.ownName])));
      expect(new Set(namesOf(tools)).size).toBe(distinct.size);
      for (const tool of tools) expect(names.get(nameOf(tools, tool) ?? '')).toEqual(tool);
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
      const plain = exposedName(tool);
      const apart = others.filter((other) => exposedName(other) !== plain);
      expect(nameOf([tool, ...apart], tool)).toBe(plain);
    }),
  );
});

test('an exact name wins over names that map to it', () => {
  fc.assert(
    fc.property(serverIds, fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/), lists, (serverId, ownName, others) => {
      const tool = { serverId, ownName };
      expect(nameOf([...others, tool], tool)).toBe(`${serverId}__${ownName}`);
    }),
  );
});

test('tools that map to the same name get different hashes', () => {
  const tools = ['foo.bar', 'foo_bar', 'foo/bar'].map((ownName) => ({ serverId: 'a', ownName }));
  const [dot, exact, slash] = namesOf(tools);
  expect(exact).toBe('a__foo_bar');
  expect(dot).toMatch(/^a__foo_bar_[0-9a-f]{8}$/);
  expect(slash).toMatch(/^a__foo_bar_[0-9a-f]{8}$/);
  expect(assignNames(tools).get('a__other')).toBeUndefined();
});
