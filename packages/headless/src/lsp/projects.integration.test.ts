import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startContext } from '../testing/host.ts';
import { openTestLanguages } from '../testing/language-host.ts';

const shape = 'export function area() {\n  return 1;\n}\n';
const use = "import { area } from '../../a/src/shape.js';\narea();\n";
const twoProjects = {
  'packages/a/src/shape.ts': shape,
  'packages/b/src/use.ts': use,
};
const composite = '{ "compilerOptions": { "composite": true }, "include": ["src"] }';
const referring =
  '{ "compilerOptions": { "composite": true }, "include": ["src"], "references": [{ "path": "../a" }] }';
const module = '"module": "nodenext", "skipLibCheck": true';

const layouts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a solution with project references': {
    ...twoProjects,
    'tsconfig.json': '{ "files": [], "references": [{ "path": "packages/a" }, { "path": "packages/b" }] }',
    'packages/a/tsconfig.json': composite,
    'packages/b/tsconfig.json': referring,
  },
  'project references without a solution': {
    ...twoProjects,
    'packages/a/tsconfig.json': composite,
    'packages/b/tsconfig.json': referring,
  },
  'projects without references': {
    ...twoProjects,
    'packages/a/tsconfig.json': '{ "include": ["src"] }',
    'packages/b/tsconfig.json': '{ "include": ["src"] }',
  },
  'a package that is imported by name from its declarations': {
    'packages/a/src/shape.ts': shape,
    'packages/b/src/use.ts': "import { area } from 'a';\narea();\n",
    'packages/a/package.json':
      '{ "name": "a", "type": "module", "exports": { ".": { "types": "./dist/shape.d.ts" } } }',
    'packages/a/tsconfig.json': `{ "compilerOptions": { ${module}, "composite": true, "rootDir": "src", "outDir": "dist" }, "include": ["src"] }`,
    'packages/b/tsconfig.json': `{ "compilerOptions": { ${module}, "composite": true }, "include": ["src"], "references": [{ "path": "../a" }] }`,
  },
  'tests that no configuration includes': {
    'packages/a/src/shape.ts': shape,
    'packages/b/src/use.ts': use,
    'packages/a/tsconfig.json': '{ "include": ["src"] }',
  },
  'no configuration at all': twoProjects,
};

test.each(Object.entries(layouts))('renames in all projects: %s', async (_, files) => {
  const { host, at, find } = openTestLanguages(files);
  mkdirSync(at('node_modules'));
  symlinkSync('../packages/a', at('node_modules/a'));
  const place = find('packages/a/src/shape.ts', 'area');
  const both = [at('packages/a/src/shape.ts'), at('packages/b/src/use.ts')];
  const { edits } = await host.rename(place, 'surface', startContext);
  expect(edits.map(({ path }) => path)).toEqual(both);
  const references = await host.references(place, { includeDeclaration: true }, startContext);
  expect(new Set(references.map(({ path }) => path))).toEqual(new Set(both));
});

test('loads a project that was added a moment ago', async () => {
  const { host, at, write, find } = openTestLanguages({
    'packages/a/src/shape.ts': shape,
    'packages/a/tsconfig.json': '{ "include": ["src"] }',
  });
  const place = find('packages/a/src/shape.ts', 'area');
  const paths = async () => (await host.rename(place, 'surface', startContext)).edits.map(({ path }) => path);
  expect(await paths()).toEqual([at('packages/a/src/shape.ts')]);
  write('packages/b/src/use.ts', use);
  write('packages/b/tsconfig.json', '{ "include": ["src"] }');
  expect(await paths()).toEqual([at('packages/a/src/shape.ts'), at('packages/b/src/use.ts')]);
});

test('opens a file of no project where a default import gives the symbol another name', async () => {
  const { host, at, find } = openTestLanguages({
    'src/shape.ts': 'export default function area() {}\n',
    'tsconfig.json': '{ "include": ["src"] }',
    'test/use.ts': "import surface from '../src/shape.js';\nsurface();\n",
  });
  const found = await host.references(
    find('src/shape.ts', 'area'),
    { includeDeclaration: false },
    startContext,
  );
  expect(found.map(({ path }) => path)).toContain(at('test/use.ts'));
});
