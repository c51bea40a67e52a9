import { expect, test } from 'vitest';
import { startContext } from '../testing/host.ts';
import { openTestLanguages, textsAfter } from '../testing/language-host.ts';

const project = {
  'tsconfig.json': '{ "include": ["src"] }',
  'src/unit.ts': 'export const unit = 1;\n',
  'src/lib/shape.ts': "import { unit } from '../unit.js';\nexport const area = unit;\n",
  'src/lib/use.ts': "import { area } from './shape.js';\nconsole.log(area);\n",
  'src/main.ts': "import { area } from './lib/shape.js';\nconsole.log(area);\n",
  'test.ts': "import { area } from './src/lib/shape.js';\nconsole.log(area);\n",
};

function openMoves() {
  const { host, folder, at } = openTestLanguages(project);
  const plan = async (...moves: readonly (readonly [string, string])[]) => {
    const change = await host.willRenameFiles(
      moves.map(([from, to]) => ({ from: at(from), to: at(to) })),
      startContext,
    );
    return change && (await textsAfter(change, folder));
  };
  return { plan };
}

test('moves a file: imports of it and in it follow', async () => {
  const { plan } = openMoves();
  expect(await plan(['src/lib/shape.ts', 'src/shape.ts'])).toEqual({
    'src/lib/shape.ts': "import { unit } from './unit.js';\nexport const area = unit;\n",
    'src/lib/use.ts': "import { area } from '../shape.js';\nconsole.log(area);\n",
    'src/main.ts': "import { area } from './shape.js';\nconsole.log(area);\n",
    'test.ts': "import { area } from './src/shape.js';\nconsole.log(area);\n",
  });
});

test('moves a folder', async () => {
  const { plan } = openMoves();
  expect(await plan(['src/lib', 'src/deep/parts'])).toEqual({
    'src/lib/shape.ts': "import { unit } from '../../unit.js';\nexport const area = unit;\n",
    'src/main.ts': "import { area } from './deep/parts/shape.js';\nconsole.log(area);\n",
    'test.ts': "import { area } from './src/deep/parts/shape.js';\nconsole.log(area);\n",
  });
});

test('moves files that import each other', async () => {
  const { plan } = openMoves();
  expect(await plan(['src/lib/shape.ts', 'src/a/shape.ts'], ['src/lib/use.ts', 'src/a/use.ts'])).toEqual({
    'src/main.ts': "import { area } from './a/shape.js';\nconsole.log(area);\n",
    'test.ts': "import { area } from './src/a/shape.js';\nconsole.log(area);\n",
  });
  expect(await plan(['src/lib/shape.ts', 'src/shape.ts'], ['src/lib/use.ts', 'src/a/b/use.ts'])).toEqual({
    'src/lib/shape.ts': "import { unit } from './unit.js';\nexport const area = unit;\n",
    'src/lib/use.ts': "import { area } from '../../shape.js';\nconsole.log(area);\n",
    'src/main.ts': "import { area } from './shape.js';\nconsole.log(area);\n",
    'test.ts': "import { area } from './src/shape.js';\nconsole.log(area);\n",
  });
  expect(await plan(['src/unit.ts', 'src/lib/unit.ts'], ['src/lib/shape.ts', 'src/shape.ts'])).toMatchObject({
    'src/lib/shape.ts': "import { unit } from './lib/unit.js';\nexport const area = unit;\n",
  });
});

test('says that no server updates imports of a text file', async () => {
  const { host, at } = openTestLanguages({ 'notes.txt': '' });
  const moves = [{ from: at('notes.txt'), to: at('other.txt') }];
  expect(await host.willRenameFiles(moves, startContext)).toBeUndefined();
});
