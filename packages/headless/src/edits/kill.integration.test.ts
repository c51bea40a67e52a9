import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEditProcess } from './testing/process.ts';
import { toggled, toggleFiles } from './testing/toggle.ts';
import { saving, testWorkspace, treeOf } from './testing/workspace.ts';

const KILLS = 100;

/** In memory where possible: a kill needs no real disk. */
function fastFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'molehill-edits-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test(`a change of 50 files that is killed at any moment is undone or complete, ${KILLS} times`, async () => {
  const { folder, stateRoot, workspace, logged, tree } = testWorkspace(
    toggleFiles,
    fastFolder(),
    fastFolder(),
  );
  const old = tree();
  await workspace.apply(toggled(folder), saving);
  const states = [JSON.stringify(old), JSON.stringify(tree())];
  const seen = new Set<number>();
  /** Spread over the whole change. */
  const start = (kill: number) =>
    startEditProcess([folder, stateRoot, 'killed', String((kill - Math.random()) / KILLS)]);
  let next = start(1);
  for (let kill = 1; kill <= KILLS; kill++) {
    const child = await next;
    if (kill < KILLS) next = start(kill + 1);
    child.go();
    expect((await child.ended).signal).toBe('SIGKILL');
    await workspace.apply({ edits: [], operations: [] }, saving);
    const state = states.indexOf(JSON.stringify(tree()));
    if (state < 0) expect(tree()).toEqual(old);
    seen.add(state);
  }
  const count = (message: string) => logged.filter((entry) => entry.message === message).length;
  const [undone, finished] = [count('undid an interrupted change'), count('finished an interrupted change')];
  expect(undone).toBeGreaterThan(KILLS / 4);
  expect(finished).toBeGreaterThan(0);
  expect([...seen].sort()).toEqual([0, 1]);
  expect(Object.keys(treeOf(stateRoot)).filter((name) => name.includes('journal'))).toEqual([]);
}, 240_000);

test('two processes that change the same files never mix their changes', async () => {
  const files = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.txt`, '0']));
  const { folder, stateRoot, tree } = testWorkspace(files);
  const args = [folder, stateRoot, 'count', '15'];
  const children = await Promise.all([startEditProcess(args), startEditProcess(args)]);
  for (const child of children) child.go();
  await Promise.all(children.map(({ ended }) => ended));
  expect([...new Set(Object.values(tree()))]).toEqual(['644 30']);
});
