import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { checkImports } from './check.ts';
import type { ImportRules } from './rules.ts';

const rules: ImportRules = {
  packages: { low: [], high: ['low'], page: [] },
  testsMayImport: ['tests'],
  files: { 'packages/low/src/main.ts': ['tests'] },
  libraries: [[/^driver$/, 'packages/low/src/driver/']],
  typesOnly: { '@x/api': 'page' },
};

const manifests = {
  'packages/low/package.json': '{"name":"@x/low","exports":{"./a":"./src/a.ts"}}',
  'packages/low/src/a.ts': '',
  'packages/high/package.json': '{"name":"high-mcp","exports":{"./b":"./src/b.ts"}}',
  'packages/high/src/b.ts': '',
  'packages/tests/package.json': '{"name":"@x/tests","exports":{"./t":"./src/t.ts"}}',
  'packages/tests/src/t.ts': '',
};

function problemsIn(files: Readonly<Record<string, string>>): readonly string[] {
  const root = tempFolder();
  for (const [path, text] of Object.entries({ ...manifests, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkImports(root, rules).problems;
}

describe('allows', () => {
  test.each<[string, Record<string, string>]>([
    ['a direction that the rules name', { 'packages/high/src/x.ts': "import { a } from '@x/low/a';" }],
    ['a package that one file may import', { 'packages/low/src/main.ts': "import '@x/tests/t';" }],
    ['a package for tests in a test', { 'packages/low/src/x.test.ts': "import '@x/tests/t';" }],
    ['a package for tests below testing/', { 'packages/low/src/testing/x.ts': "import '@x/tests/t';" }],
    ['a library below its path', { 'packages/low/src/driver/x.ts': "import d from 'driver';" }],
    ['a library in a test', { 'packages/high/src/x.test.ts': "import d from 'driver';" }],
    ['the types of the page’s API', { 'packages/page/src/x.ts': "import type { A } from '@x/api';" }],
    ['shared test code in a test', { 'packages/low/src/x.test.ts': "import '../../../test/engines/x.ts';" }],
    [
      'a manifest as JSON',
      { 'packages/low/src/x.ts': "import m from '../package.json' with { type: 'json' };" },
    ],
    ['any package in test/', { 'test/x.ts': "import '@x/low/a';\nimport 'high-mcp/b';" }],
    [
      'a dynamic import that points back',
      {
        'packages/low/src/x.ts': "export const load = () => import('./y.ts');",
        'packages/low/src/y.ts': "import { load } from './x.ts';",
      },
    ],
  ])('%s', (_, files) => {
    expect(problemsIn(files)).toEqual([]);
  });
});

describe('reports', () => {
  test.each<[string, string, string, string]>([
    ['a wrong direction', 'packages/low/src/x.ts', "import 'high-mcp/b';", 'low may not import high'],
    [
      'a wrong direction of a type',
      'packages/low/src/x.ts',
      "import type { B } from 'high-mcp/b';",
      'low may not import high',
    ],
    [
      'a wrong direction of a dynamic import',
      'packages/low/src/x.ts',
      "await import('high-mcp/b');",
      'low may not import high',
    ],
    [
      'a wrong direction of a re-export over several lines',
      'packages/low/src/x.ts',
      "export {\n  b,\n} from 'high-mcp/b';",
      'low may not import high',
    ],
    [
      'a file exception used by another file',
      'packages/low/src/x.ts',
      "import '@x/tests/t';",
      'low may not import tests',
    ],
    [
      'a subpath that is not exported',
      'packages/high/src/x.ts',
      "import '@x/low/src/a.ts';",
      '@x/low does not export @x/low/src/a.ts',
    ],
    [
      'a relative import of another package',
      'packages/high/src/x.ts',
      "import '../../low/src/a.ts';",
      'imports the source of another package: ../../low/src/a.ts',
    ],
    [
      'a relative import of a package in test/',
      'test/x.ts',
      "import '../packages/low/src/a.ts';",
      'imports the source of another package: ../packages/low/src/a.ts',
    ],
    [
      'test code in a source file',
      'packages/low/src/x.ts',
      "import '../../../test/x.ts';",
      'imports test code: ../../../test/x.ts',
    ],
    [
      'a library outside its path',
      'packages/low/src/x.ts',
      "import d from 'driver';",
      'only packages/low/src/driver/ may import driver',
    ],
    [
      'a value of the page’s API',
      'packages/page/src/x.ts',
      "import { a } from '@x/api';",
      '@x/api is for types only',
    ],
  ])('%s', (_, file, text, problem) => {
    expect(problemsIn({ [file]: text })).toEqual([`${file}: ${problem}`]);
  });

  test('an export of a missing file', () => {
    const manifest = '{"name":"@x/low","exports":{"./gone":"./src/gone.ts"}}';
    expect(problemsIn({ 'packages/low/package.json': manifest })).toEqual([
      'packages/low/package.json: exports a missing file as ./gone',
    ]);
  });

  test('a cycle between files, with its path', () => {
    const problems = problemsIn({
      'packages/low/src/x.ts': "import './y.ts';",
      'packages/low/src/y.ts': "import type { Z } from './z.ts';",
      'packages/low/src/z.ts': "import './x.ts';",
    });
    expect(problems).toEqual([
      'import cycle: packages/low/src/x.ts → packages/low/src/y.ts → packages/low/src/z.ts → packages/low/src/x.ts',
    ]);
  });

  test('a cycle that leads through another package', () => {
    const problems = problemsIn({
      'packages/low/src/a.ts': "import 'high-mcp/b';",
      'packages/high/src/b.ts': "import '@x/low/a';",
    });
    expect(problems).toContain(
      'import cycle: packages/high/src/b.ts → packages/low/src/a.ts → packages/high/src/b.ts',
    );
  });
});
