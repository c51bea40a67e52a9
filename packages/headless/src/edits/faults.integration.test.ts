import { appendFileSync, chmodSync, chownSync, linkSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileOperation } from '@molehill/editor/workspace-change';
import { describe, expect, test } from 'vitest';
import { canFreeze, canMount, freeze, isRoot, smallDisk } from './testing/faults.ts';
import { applyInProcess, startEditProcess } from './testing/process.ts';
import { toggled, toggleFiles } from './testing/toggle.ts';
import { change, replaceText, saving, type TestWorkspace, testWorkspace } from './testing/workspace.ts';

const FILES = { 'a.ts': 'old', 'b.ts': 'old', 'c/d.ts': 'old', 'e/f.ts': 'f', 'e/g.ts': 'g' };
const editsOf = ({ at }: TestWorkspace) =>
  ['a.ts', 'b.ts', 'c/d.ts'].map((name) => replaceText(at(name), 'old', 'new'));
const rename = (from: string, to: string): FileOperation => ({ kind: 'rename', from, to, overwrite: false });
const failed = (message: string) =>
  expect.objectContaining({ code: 'E_WRITE_FAILED', message: expect.stringContaining(message) });

describe('a write that fails in the middle restores everything', () => {
  test.skipIf(!canMount)('on a full disk, before and after the first file is changed', async () => {
    const disk = testWorkspace({});
    smallDisk(disk.at('disk'), '256k');
    const used = testWorkspace(FILES, disk.at('disk'));
    linkSync(used.at('b.ts'), used.at('linked.ts'));
    const before = used.tree();
    const large = 'x'.repeat(400_000);
    const growing = [...editsOf(used).slice(0, 2), replaceText(used.at('c/d.ts'), 'old', large)];
    await expect(used.apply(growing)).rejects.toEqual(failed('ENOSPC'));
    expect(used.tree()).toEqual(before);
    const operations: FileOperation[] = [
      rename(used.at('e'), used.at('x/y/e')),
      { kind: 'delete', path: used.at('x/y/e/f.ts') },
      { kind: 'create', path: used.at('large'), text: large },
    ];
    await expect(used.apply(editsOf(used), operations)).rejects.toEqual(failed('ENOSPC'));
    expect(used.tree()).toEqual(before);
  });

  test.skipIf(!canMount)('where the state directory has no space', async () => {
    const state = testWorkspace({});
    smallDisk(state.at('disk'), '8k');
    const used = testWorkspace(FILES, undefined, state.at('disk'));
    const before = used.tree();
    const many = Array.from(
      { length: 200 },
      (_, index): FileOperation => ({ kind: 'create', path: used.at(`${index}`), text: '' }),
    );
    await expect(used.apply(editsOf(used), many)).rejects.toEqual(failed('ENOSPC'));
    expect(used.tree()).toEqual(before);
  });

  test.skipIf(process.platform === 'win32')('at the limit of file sizes of the process', async () => {
    const used = testWorkspace(FILES);
    const before = used.tree();
    const operations: FileOperation[] = [
      rename(used.at('e'), used.at('x/y/e')),
      { kind: 'create', path: used.at('large'), text: 'x'.repeat(100_000) },
    ];
    const wanted = JSON.stringify(change(editsOf(used), operations));
    const limit = ['sh', '-c', 'ulimit -f 128; exec "$@"', 'sh'];
    const answer = await applyInProcess([used.folder, used.stateRoot, 'limited', wanted], limit);
    expect(answer).toMatch(/^E_WRITE_FAILED EFBIG/);
    expect(used.tree()).toEqual(before);
  });

  test('in a folder that must not be changed', async ({ skip }) => {
    skip(!canFreeze(), 'files cannot be made immutable here');
    const used = testWorkspace(FILES);
    const before = used.tree();
    const thaw = freeze(used.at('e'), used.folder);
    const operations = [rename(used.at('c'), used.at('x/y')), rename(used.at('e/f.ts'), used.at('moved.ts'))];
    await expect(used.apply(editsOf(used), operations)).rejects.toEqual(failed('e/f.ts'));
    thaw();
    expect(used.tree()).toEqual(before);
    await used.apply(editsOf(used), operations);
    expect(readFileSync(used.at('x/y/d.ts'), 'utf8')).toBe('new');
  });

  test('in a folder of another user', async ({ skip }) => {
    skip(!isRoot, 'only root can give files to another user');
    const used = testWorkspace(FILES);
    for (const name of ['.', ...Object.keys(used.tree())]) chownSync(used.at(name), 65_534, 65_534);
    for (const path of [used.stateRoot]) chownSync(path, 65_534, 65_534);
    chmodSync(used.at('c'), 0o555);
    chmodSync(used.at('e'), 0o555);
    const before = used.tree();
    const apply = (...given: Parameters<typeof change>) =>
      applyInProcess([used.folder, used.stateRoot, 'apply', JSON.stringify(change(...given))]);
    expect(await apply(editsOf(used))).toMatch(/^E_WRITE_FAILED EACCES/);
    const first = editsOf(used).slice(0, 2);
    expect(await apply(first, [rename(used.at('e/f.ts'), used.at('f.ts'))])).toMatch(
      /^E_WRITE_FAILED EACCES/,
    );
    expect(used.tree()).toEqual(before);
    chownSync(used.at('b.ts'), 0, 65_534);
    chmodSync(used.at('b.ts'), 0o666);
    expect(await apply(first)).toBe('applied');
    expect(used.tree()).toMatchObject({ 'a.ts': '644 new', 'b.ts': '666 new' });
  });

  test.skipIf(!canMount)('between devices', async () => {
    const used = testWorkspace(FILES);
    smallDisk(used.at('mounted'), '64k');
    chmodSync(used.at('e/f.ts'), 0o750);
    const before = used.tree();
    const operations = [
      rename(used.at('e'), used.at('mounted/new/e')),
      rename(used.at('mounted/new/e/g.ts'), used.at('g.ts')),
    ];
    const large: FileOperation = {
      kind: 'create',
      path: used.at('mounted/large'),
      text: 'x'.repeat(100_000),
    };
    await expect(used.apply(editsOf(used), [...operations, large])).rejects.toEqual(failed('ENOSPC'));
    expect(used.tree()).toEqual(before);
    await used.apply([], operations);
    const moved = { 'mounted/new/e/f.ts': '750 f', 'g.ts': '644 g' };
    expect(used.tree()).toMatchObject(moved);
    expect(used.tree()).not.toHaveProperty('e');
  });
});

describe('recovery', () => {
  test('keeps what a person wrote after a crash, and says where the old content is', async () => {
    const used = testWorkspace(toggleFiles);
    const { folder, stateRoot, workspace, logged } = used;
    let reported = 0;
    for (const point of [0.5, 0.6, 0.7, 0.8]) {
      const child = await startEditProcess([folder, stateRoot, 'killed', String(point)]);
      child.go();
      await child.ended;
      const [place = ''] = readdirSync(folder).filter((name) => name === 'old' || name === 'new');
      const names = readdirSync(used.at(place)).filter((name) => name.startsWith('file'));
      for (const name of names) appendFileSync(used.at(join(place, name)), '// mine');
      const written = new Map(names.map((name) => [name, readFileSync(used.at(join(place, name)), 'utf8')]));
      await workspace.apply({ edits: [], operations: [] }, saving);
      const [restored = ''] = readdirSync(folder).filter((name) => name === 'old' || name === 'new');
      for (const [name, text] of written)
        expect(readFileSync(used.at(join(restored, name)), 'utf8')).toBe(text);
      expect(readdirSync(used.at(restored))).toHaveLength(50);
      for (const { path, old } of logged.slice(reported).filter((entry) => typeof entry.old === 'string'))
        expect([path, readFileSync(String(old), 'utf8')]).toEqual([
          path,
          expect.stringContaining(`'${restored}';`),
        ]);
      reported = logged.length;
    }
    expect(logged.filter(({ old }) => typeof old === 'string').length).toBeGreaterThan(0);
  });

  test('happens when a workspace is opened', async () => {
    const { folder, stateRoot, tree } = testWorkspace(toggleFiles);
    const states = [tree()];
    const child = await startEditProcess([folder, stateRoot, 'killed', '0.75']);
    child.go();
    await child.ended;
    expect(Object.keys(tree()).some((name) => name.includes('.molehill-'))).toBe(true);
    const { workspace, logged } = testWorkspace({}, folder, stateRoot);
    await workspace.close();
    expect(logged).toEqual([expect.objectContaining({ message: 'undid an interrupted change' })]);
    await workspace.apply(toggled(folder), saving);
    expect(tree()).toEqual(states[0]);
  });

  test('is tried again where it was not possible, and nothing is changed before', async ({ skip }) => {
    skip(!isRoot || !canFreeze(), 'files cannot be made immutable here');
    const used = testWorkspace(toggleFiles);
    const child = await startEditProcess([used.folder, used.stateRoot, 'killed', '0.75']);
    child.go();
    await child.ended;
    const [place = ''] = readdirSync(used.folder).filter((name) => name === 'old' || name === 'new');
    const thaw = freeze(used.at(place), used.folder);
    const create: FileOperation = { kind: 'create', path: used.at('created'), text: '' };
    await expect(used.apply([], [create])).rejects.toEqual(
      failed('An interrupted change could not be undone'),
    );
    thaw();
    await used.apply([], [create]);
    expect(Object.keys(used.tree()).filter((name) => name.includes('.molehill-'))).toEqual([]);
  });
});
