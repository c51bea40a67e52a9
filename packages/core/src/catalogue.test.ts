import { expect, test } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { createFixtureServer } from './testing/fixture-server.ts';

const { server } = createFixtureServer();
const second = { ...server, id: 'second' };

test('lists bare names of a single server in declared order', () => {
  const { entries } = createCatalogue([server], { prefixed: false });
  expect(entries.map(({ name }) => name)).toEqual(server.tools.map(({ name }) => name));
});

test('prefixes the tools of several servers', () => {
  const catalogue = createCatalogue([server, second], { prefixed: true });
  expect(catalogue.find('fixture__echo').server).toBe(server);
  expect(catalogue.find('second__echo').server).toBe(second);
  expect(catalogue.entries).toHaveLength(2 * server.tools.length);
});

test('finds a tool by its alias, which is not listed', () => {
  const catalogue = createCatalogue([server], { prefixed: true });
  expect(catalogue.find('fixture__say').tool.name).toBe('echo');
  expect(catalogue.entries.map(({ name }) => name)).not.toContain('fixture__say');
});

test('suggests the closest name for an unknown tool', () => {
  const catalogue = createCatalogue([server], { prefixed: false });
  expect(() => catalogue.find('ecko')).toThrow(
    expect.objectContaining({ code: 'E_UNKNOWN_TOOL', hint: 'Did you mean "echo"?' }),
  );
});

test('refers to the list for an unknown tool without a close name, and shortens the name', () => {
  const catalogue = createCatalogue([server], { prefixed: false });
  expect(() => catalogue.find('x'.repeat(5_000))).toThrow(
    expect.objectContaining({
      message: `No tool is named "${'x'.repeat(80)}".`,
      hint: 'List the tools to see which are served here.',
    }),
  );
});

test.each(['constructor', '__proto__', 'toString'])('finds no tool for %s', (name) => {
  expect(() => createCatalogue([server], { prefixed: false }).find(name)).toThrow(/No tool is named/);
});

test('a dormant server lists some of its tools, the others can be called, and a change is announced', () => {
  const { server } = createFixtureServer();
  const echo = server.tools.find(({ name }) => name === 'echo');
  let isDormant = true;
  let announce = () => {};
  const sleepy = {
    ...server,
    listedTools: () => (isDormant && echo ? [echo] : server.tools),
    onListChanged: (listener: () => void) => {
      announce = listener;
      return () => {};
    },
  };
  const catalogue = createCatalogue([sleepy], { prefixed: true });
  const [only] = catalogue.entries;
  expect(catalogue.entries.map(({ name }) => name)).toEqual(['fixture__echo']);
  expect(catalogue.find('fixture__slow').tool.name).toBe('slow');
  let changes = 0;
  catalogue.onChanged(() => {
    changes += 1;
  });
  isDormant = false;
  announce();
  expect(changes).toBe(1);
  expect(catalogue.entries).toHaveLength(server.tools.length);
  expect(catalogue.entries[0]).toBe(only);
});
