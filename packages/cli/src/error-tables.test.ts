import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mergeErrorTables } from '@molehill/core/errors';
import { expect, test } from 'vitest';
import { errorTables } from './error-tables.ts';

const packages = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('*/src/**/*.{ts,tsx}', { cwd: packages })
  .filter((file) => !/\.test\.|test-support|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(packages, file), 'utf8') }));

test('no code is declared twice', () => {
  expect(() => mergeErrorTables(...Object.values(errorTables))).not.toThrow();
});

test('errorTables has every table that a package declares', () => {
  const declaring = sources.filter(({ text }) => /= defineErrors\(/.test(text)).map(({ file }) => file);
  expect(declaring.sort()).toEqual(Object.keys(errorTables).sort());
});

test('source files mention declared codes only', () => {
  const declared = new Set(Object.values(errorTables).flatMap((table) => Object.keys(table)));
  const mentioned = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bE_[A-Z][A-Z_]*\b/g)].map(([code]) => ({ file, code })),
  );
  expect(mentioned.filter(({ code }) => !declared.has(code))).toEqual([]);
});
