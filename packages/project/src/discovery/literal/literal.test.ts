import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectOf } from '../../testing/fixture-project.ts';
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

async function databases(text: string) {
  const files = ProjectFiles.of(projectOf({ 'settings.py': text }));
  return (await new PythonProgram(files, none).load('settings.py'))?.assigned('DATABASES');
}

async function exported(text: string) {
  const files = ProjectFiles.of(projectOf({ 'a.ts': text }));
  const script = await new ScriptLoader(files, none).load('a.ts');
  script?.callsOf(/DataSource/);
  return resultOf(script?.exports.default?.value);
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
  await fc.assert(
    fc.asyncProperty(pieces, async (text) => {
      await databases(`DATABASES = ${text}`);
      await FilledErb.of(text, ProjectFiles.of('/'), none);
      await exported(phpAsJavascript(`<?php return ${text}`));
      await exported(elixirAsJavascript(`config :a, B, ${text}`));
      parseProperties(text);
      await parseYaml(text);
      await exported(`export default ${text}`);
    }),
    { numRuns: 300 },
  );
});

test('circular names and unbalanced brackets are unknown', async () => {
  const circle = await databases('A = B\nB = A\nDATABASES = A');
  expect(circle?.value).toMatchObject({ why: expect.any(String) });
  const deep = await databases(`DATABASES = ${'('.repeat(10_000)}`);
  expect(deep?.value).toBeDefined();
  expect(await exported('const a = b; const b = a; export default a;')).toMatchObject({
    why: expect.any(String),
  });
  const endless = await exported('const f = () => f(); export default f;');
  expect(endless).toMatchObject({ why: expect.any(String) });
});
