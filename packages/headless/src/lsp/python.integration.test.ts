import { expect, test } from 'vitest';
import { startContext } from '../testing/host.ts';
import { openTestLanguages, textsAfter } from '../testing/language-host.ts';

const project = {
  'pyproject.toml': '[project]\nname = "shapes"\nversion = "1"\n',
  'shapes/__init__.py': '',
  'shapes/square.py': 'def area(side):\n    return side * side\n',
  'shapes/use.py': 'from shapes.square import area\n\nprint(area(2), "area")\n',
};

test('basedpyright: renames in all files right after the start, and in one written a moment ago', async () => {
  const { host, folder, write, find } = openTestLanguages(project);
  const at = find('shapes/square.py', 'area');
  expect(await textsAfter(await host.rename(at, 'surface', startContext), folder)).toEqual({
    'shapes/square.py': 'def surface(side):\n    return side * side\n',
    'shapes/use.py': 'from shapes.square import surface\n\nprint(surface(2), "area")\n',
  });
  write('shapes/more.py', 'from shapes import square\n\nsquare.area(3)\n');
  const { edits } = await host.rename(at, 'surface', startContext);
  expect(edits).toHaveLength(3);
});

test('basedpyright: a module that moves is imported from its new place', async () => {
  const { host, folder, at } = openTestLanguages(project);
  const moves = [{ from: at('shapes/square.py'), to: at('shapes/rectangle.py') }];
  const change = await host.willRenameFiles(moves, startContext);
  expect(change && (await textsAfter(change, folder))).toEqual({
    'shapes/use.py': 'from shapes.rectangle import area\n\nprint(area(2), "area")\n',
  });
});

test('basedpyright: reports what a file written a moment ago has wrong', async () => {
  const { host, at, write } = openTestLanguages(project);
  const check = async () => {
    const { files } = await host.diagnostics([at('shapes/use.py')], { waitMs: 20_000 }, startContext);
    const all = files.flatMap(({ diagnostics }) => diagnostics);
    return all.filter(({ severity }) => severity === 1).map(({ code }) => code);
  };
  expect(await check()).toEqual([]);
  write('shapes/square.py', 'def surface(side):\n    return side\n');
  expect(await check()).toEqual(['reportAttributeAccessIssue']);
});
