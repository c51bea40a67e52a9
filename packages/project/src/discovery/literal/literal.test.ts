import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Variables } from '../variables.ts';
import { FilledErb } from './erb.ts';
import { readExport } from './javascript.ts';
import { parseProperties } from './properties.ts';
import { parsePython } from './python.ts';
import { parseYaml } from './yaml.ts';

const none = new Variables(new Map(), { env: {} });

/** Fragments of real files in any order. */
const pieces = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      '"""',
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ',',
      ':',
      '\n',
      ' ',
      '#',
      '\\',
      'DATABASES',
      '=',
      "'a'",
      'env',
      '.',
      '/',
      '+',
      'or',
      'if',
      '1',
      '<%=',
      '%>',
      `\${`,
      'module.exports',
      '`',
      '&a',
      '*a',
      '- ',
      '**',
      'x',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

test('parsing terminates without an exception for arbitrary text', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (text) => {
      (await parsePython(`DATABASES = ${text}`, '/x/settings.py', none)).assigned('DATABASES');
      new FilledErb(text, none);
      parseProperties(text);
      await parseYaml(text);
      await readExport(`export default ${text}`, '/x/a.ts', none, 'DataSource');
    }),
    { numRuns: 300 },
  );
});

test('circular names and unbalanced brackets are unknown', async () => {
  const databases = async (text: string) => (await parsePython(text, '/x/s.py', none)).assigned('DATABASES');
  const circle = await databases('A = B\nB = A\nDATABASES = A');
  expect(circle?.value).toMatchObject({ why: expect.any(String) });
  const deep = await databases(`DATABASES = ${'('.repeat(10_000)}`);
  expect(deep?.value).toBeDefined();
  const script = await readExport('const a = b; const b = a; export default a;', '/x/a.js', none);
  expect(script?.value).toMatchObject({ why: expect.any(String) });
});
