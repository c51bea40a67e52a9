import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { FileTree } from './file-tree.ts';

function openTree(names: readonly string[], most?: number): FileTree {
  const folder = tempFolder();
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  const tree = new FileTree(folder, (name) => name.endsWith('.ts'), most);
  onTestFinished(() => tree.close());
  return tree;
}

test('tracks source files, without those that a change puts beside them for a moment', async () => {
  const names = [
    'a.ts',
    'b/c.ts',
    'b/d.md',
    'node_modules/e.ts',
    '.molehill-1-0.new.tmp',
    '.molehill-1-1.old.tmp/f.ts',
  ];
  const tree = openTree(names);
  const found = (await tree.changes()).map(({ path, kind }) => `${kind} ${path.split('/').at(-1)}`);
  expect(found.toSorted()).toEqual(['created a.ts', 'created c.ts']);
  expect(tree.isComplete).toBe(true);
});

test('says where it tracks some of the files only', async () => {
  const tree = openTree(['a.ts', 'b.ts', 'c/d.ts'], 1);
  await tree.changes();
  expect(tree.isComplete).toBe(false);
});
