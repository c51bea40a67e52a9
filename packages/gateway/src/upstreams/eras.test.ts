import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { createEraStore } from './eras.ts';

const DAY = 24 * 3_600_000;

test('another process reads the stored era', async () => {
  const file = join(tempFolder(), 'eras.json');
  await createEraStore(file).put('a', 'modern');
  await createEraStore(file).put('b', 'legacy');
  const later = createEraStore(file);
  expect([await later.get('a'), await later.get('b'), await later.get('c')]).toEqual([
    'modern',
    'legacy',
    undefined,
  ]);
});

test('a stored legacy era expires, a modern one does not', async () => {
  const file = join(tempFolder(), 'eras.json');
  let now = 0;
  const store = createEraStore(file, () => now);
  await store.put('a', 'modern');
  await store.put('b', 'legacy');
  now = 8 * DAY;
  expect([await store.get('a'), await store.get('b')]).toEqual(['modern', undefined]);
});

test('keeps all concurrent writes and no temporary files', async () => {
  const folder = tempFolder();
  const file = join(folder, 'eras.json');
  await Promise.all(Array.from({ length: 8 }, (_, i) => createEraStore(file).put(`hash${i}`, 'legacy')));
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')).verdicts)).toHaveLength(8);
  expect(readdirSync(folder)).toEqual(['eras.json']);
});

test('replaces a damaged file', async () => {
  const file = join(tempFolder(), 'eras.json');
  writeFileSync(file, '{"version":1,"verd');
  const store = createEraStore(file);
  expect(await store.get('a')).toBeUndefined();
  await store.put('a', 'legacy');
  expect(await createEraStore(file).get('a')).toBe('legacy');
});
