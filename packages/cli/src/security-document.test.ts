import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url).pathname;
const document = readFileSync(`${root}docs/security.md`, 'utf8');
const named = [...document.matchAll(/`((?:packages|test)\/[^`]+\.test\.ts)`/g)].map(([, path]) => path ?? '');

test('docs/security.md names tests', () => expect(named.length).toBeGreaterThan(30));

test.each([...new Set(named)])('%s exists', (pattern) => {
  expect(globSync(pattern, { cwd: root })).not.toEqual([]);
});
