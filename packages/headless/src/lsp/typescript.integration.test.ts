import { readFileSync, rmSync } from 'node:fs';
import { silentLog } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { hashOf } from '@molehill/editor/edits/text';
import { expect, test } from 'vitest';
import { LanguageServers } from '../language-servers/language-servers.ts';
import { startContext } from '../testing/host.ts';
import { openTestLanguages, textsAfter } from '../testing/language-host.ts';
import { testLanguageServers } from '../testing/language-servers.ts';

const project = {
  'tsconfig.json': '{ "include": ["src"] }',
  'src/shape.ts': 'export function area(side: number) {\n  return side * side;\n}\n// area of a square\n',
  'src/index.ts': "export { area } from './shape.js';\n",
  'src/use.ts':
    "import { area } from './shape.js';\nexport const all = { area };\nconsole.log(area(2), 'area');\n",
};

test('renames over files, and keeps outside names of exports and shorthands', async () => {
  const { host, folder, find } = openTestLanguages(project);
  const change = await host.rename(find('src/shape.ts', 'area'), 'surface', startContext);
  expect(await textsAfter(change, folder)).toEqual({
    'src/shape.ts':
      'export function surface(side: number) {\n  return side * side;\n}\n// area of a square\n',
    'src/index.ts': "export { surface as area } from './shape.js';\n",
    'src/use.ts':
      "import { surface } from './shape.js';\nexport const all = { area: surface };\nconsole.log(surface(2), 'area');\n",
  });
  for (const { path, basis } of change.edits) expect(basis).toBe(hashOf(readFileSync(path, 'utf8')));
  expect(change.operations).toEqual([]);
});

test('sees files that were created, changed and deleted a moment ago', async () => {
  const { host, folder, at, write, find } = openTestLanguages(project);
  const at1 = find('src/shape.ts', 'area');
  const renamed = async () =>
    Object.keys(await textsAfter(await host.rename(at1, 'surface', startContext), folder)).sort();
  expect(await renamed()).toEqual(['src/index.ts', 'src/shape.ts', 'src/use.ts']);
  write('src/deep/new.ts', "import { area } from '../shape.js';\narea(3);\n");
  expect(await renamed()).toEqual(['src/deep/new.ts', 'src/index.ts', 'src/shape.ts', 'src/use.ts']);
  write('src/use.ts', '// nothing\n');
  expect(await renamed()).toEqual(['src/deep/new.ts', 'src/index.ts', 'src/shape.ts']);
  rmSync(at('src/deep'), { recursive: true });
  rmSync(at('src/index.ts'));
  expect(await renamed()).toEqual(['src/shape.ts']);
  write('src/shape.ts', `const before = 1;\n${project['src/shape.ts']}`);
  const { path, position } = find('src/shape.ts', 'area');
  const moved = await host.rename({ path, position }, 'surface', startContext);
  expect(Object.values(await textsAfter(moved, folder))).toEqual([
    'const before = 1;\nexport function surface(side: number) {\n  return side * side;\n}\n// area of a square\n',
  ]);
});

test('finds symbols, definitions and references', async () => {
  const { host, at, find } = openTestLanguages(project);
  const symbols = await host.documentSymbols(at('src/shape.ts'), startContext);
  expect(symbols.map(({ name }) => name)).toEqual(['area']);
  const use = find('src/use.ts', 'area(2)');
  const [definition] = await host.locations('definition', use, startContext);
  expect(definition).toMatchObject({
    path: at('src/shape.ts'),
    range: { start: { line: 0, character: 16 } },
  });
  const references = await host.references(use, { includeDeclaration: true }, startContext);
  expect(references).toHaveLength(5);
  expect(await host.hover(use, startContext)).toContain('function area(side: number): number');
  const { symbols: found } = await host.workspaceSymbols('area', startContext);
  expect(found.map(({ name, path }) => [name, path])).toContainEqual(['area', at('src/shape.ts')]);
  expect(host.servers()).toMatchObject([
    { name: 'typescript', state: 'ready', version: '7.0.2', rssBytes: expect.any(Number) },
  ]);
});

test('says which language was not searched for symbols', async () => {
  const present = testLanguageServers(tempFolder());
  const options = { env: { PATH: '', HOME: tempFolder() }, stateRoot: tempFolder(), config: {} };
  const missing = new LanguageServers({ ...options, reaper: createReaper(silentLog) });
  const { host } = openTestLanguages(
    { ...project, 'use.py': 'area = 1\n' },
    {},
    {
      specFor: (path) => present.specFor(path),
      find: (spec, folder) => (spec.name === 'basedpyright' ? missing : present).find(spec, folder),
    },
  );
  const { symbols, unsearched } = await host.workspaceSymbols('area', startContext);
  expect(symbols.map(({ name }) => name)).toContain('area');
  expect(unsearched).toEqual([
    { server: 'basedpyright', reason: expect.stringContaining('molehill adapters install basedpyright') },
  ]);
});

test('refuses to rename what has no name', async () => {
  const { host, find } = openTestLanguages(project);
  const keyword = host.prepareRename(find('src/shape.ts', 'return'), startContext);
  await expect(keyword).rejects.toMatchObject({ code: 'E_RENAME_REJECTED' });
  const { name, range } = await host.prepareRename(find('src/shape.ts', 'area'), startContext);
  expect([name, range.start, range.end]).toEqual([
    'area',
    { line: 0, character: 16 },
    { line: 0, character: 20 },
  ]);
});

test('reports what a file written a moment ago has wrong', async () => {
  const { host, at, write } = openTestLanguages(project);
  const check = async () => {
    const { files, settled } = await host.diagnostics([at('src/use.ts')], { waitMs: 20_000 }, startContext);
    expect(settled).toBe(true);
    return files.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  };
  expect(await check()).toEqual([]);
  write('src/shape.ts', 'export function area(side: string) {\n  return side;\n}\n');
  expect(await check()).toEqual([2345]);
});
