import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreErrors, mergeErrorTables } from '@molehill/core/errors';
import { expect, test } from 'vitest';
import { connectionErrors } from './errors.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const files = globSync('**/*.ts', { cwd: root });
const textOf = (wanted: (file: string) => boolean) =>
  files
    .filter(wanted)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

test('every code is thrown, tested and has a hint', () => {
  const code = textOf((file) => !file.includes('.test.'));
  const tests = textOf((file) => file.includes('.test.') && !file.endsWith('errors.test.ts'));
  for (const [name, { hint, when }] of Object.entries(connectionErrors.table)) {
    expect(code).toMatch(new RegExp(`fail\\(\\s*'${name}'`));
    expect(tests).toContain(name);
    expect(hint.length * when.length).toBeGreaterThan(0);
  }
});

test('declares no code of core', () => {
  expect(() => mergeErrorTables(coreErrors.table, connectionErrors.table)).not.toThrow();
});
