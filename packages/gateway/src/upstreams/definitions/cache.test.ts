import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { testConfig } from '../../testing/configs.ts';
import { DefinitionCache, definitionKey } from './cache.ts';
import type { Definitions } from './definitions.ts';

const config = testConfig('s', { kind: 'http', url: 'http://127.0.0.1:1/', headers: {} });
const key = definitionKey('/a', config);
const definitions: Definitions = {
  serverInfo: { name: 's', version: '1', title: 'S' },
  capabilities: { tools: { listChanged: true }, experimental: { x: {} } },
  instructions: 'Ask.',
  tools: [{ name: 'echo', inputSchema: { type: 'object' }, _meta: { a: 1 }, unheardOf: [1, 2] }],
  prompts: [],
  resources: [{ name: 'r', uri: 'x://r' }],
  resourceTemplates: [{ name: 't', uriTemplate: 'x://{t}' }],
};

test('another process reads the definitions with all fields', async () => {
  const folder = tempFolder();
  expect(await new DefinitionCache(folder).put(key, definitions)).toBe(true);
  const later = new DefinitionCache(folder);
  expect(await later.get(key)).toEqual(definitions);
  expect(await later.put(key, definitions)).toBe(false);
});

test('has separate entries for each directory, server and configuration', async () => {
  const cache = new DefinitionCache(tempFolder());
  await cache.put(key, definitions);
  const others = [
    definitionKey('/b', config),
    definitionKey('/a', { ...config, id: 't' }),
    definitionKey('/a', { ...config, hash: 'i' }),
  ];
  expect(await Promise.all(others.map((other) => cache.get(other)))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('directories share the entry of a shared server', () => {
  const shared = { ...config, shared: true };
  expect(definitionKey('/a', shared)).toBe(definitionKey('/b', shared));
});

test('removes the oldest entries above the limit and does not write oversized ones', async () => {
  const folder = tempFolder();
  const cache = new DefinitionCache(folder, { maxEntries: 2, maxEntryBytes: 10_000 });
  for (const server of ['one', 'two', 'three']) {
    await cache.put(server, { ...definitions, instructions: server });
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), age(name), age(name));
  }
  expect(readdirSync(folder)).toHaveLength(2);
  await cache.put(key, { ...definitions, instructions: 'x'.repeat(10_000) });
  expect(readdirSync(folder)).toHaveLength(2);
});

const ages = new Map<string, number>();

/** Files written within the same millisecond have no order; these get one, by when they were first seen. */
function age(name: string): Date {
  const at = ages.get(name) ?? 1_000 + ages.size;
  ages.set(name, at);
  return new Date(at * 1_000);
}

test('ignores a damaged file', async () => {
  const folder = tempFolder();
  await new DefinitionCache(folder).put(key, definitions);
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"tools":');
  expect(await new DefinitionCache(folder).get(key)).toBeUndefined();
});

test('reports a change that another process has written already', async () => {
  const folder = tempFolder();
  const [one, other] = [new DefinitionCache(folder), new DefinitionCache(folder)];
  await one.put(key, definitions);
  await other.get(key);
  const changed = { ...definitions, instructions: 'Ask again.' };
  expect(await one.put(key, changed)).toBe(true);
  expect(await other.put(key, changed)).toBe(true);
});
