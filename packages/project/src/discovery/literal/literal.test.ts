import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProjectFiles } from '../project-files.ts';
import { Variables } from '../variables.ts';
import { elixirAsJavascript } from './elixir.ts';
import { FilledErb } from './erb.ts';
import { resultOf, ScriptLoader } from './javascript.ts';
import { phpAsJavascript } from './php.ts';
import { parseProperties } from './properties.ts';
import { PythonProgram } from './python.ts';
import { parseYaml } from './yaml.ts';

const none = new Variables(new Map(), { env: {} });

async function databases(text: string, root: string) {
  writeFileSync(join(root, 'settings.py'), text);
  const program = new PythonProgram(ProjectFiles.of(root), none);
  return (await program.load('settings.py'))?.assigned('DATABASES');
}

async function exported(text: string, root: string) {
  const script = await new ScriptLoader(ProjectFiles.of(root), none).evaluate('a.ts', text);
  script.callsOf(/DataSource/);
  return resultOf(script.exports.default?.value);
}

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
  const root = tempFolder();
  await fc.assert(
    fc.asyncProperty(pieces, async (text) => {
      await databases(`DATABASES = ${text}`, root);
      await FilledErb.of(text, ProjectFiles.of(root), none);
      await exported(phpAsJavascript(`<?php return ${text}`), root);
      await exported(elixirAsJavascript(`config :a, B, ${text}`), root);
      parseProperties(text);
      await parseYaml(text);
      await exported(`export default ${text}`, root);
    }),
    { numRuns: 200 },
  );
});

test('circular names and unbalanced brackets are unknown', async () => {
  const root = tempFolder();
  const circle = await databases('A = B\nB = A\nDATABASES = A', root);
  expect(circle?.value).toMatchObject({ why: expect.any(String) });
  const deep = await databases(`DATABASES = ${'('.repeat(10_000)}`, root);
  expect(deep?.value).toBeDefined();
  expect(await exported('const a = b; const b = a; export default a;', root)).toMatchObject({
    why: expect.any(String),
  });
  const endless = await exported('const f = () => f(); export default f;', root);
  expect(endless).toMatchObject({ why: expect.any(String) });
});
