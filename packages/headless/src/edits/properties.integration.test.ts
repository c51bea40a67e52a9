import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { hashOf } from '@molehill/editor/edits/text';
import type { FileEdits, FileOperation } from '@molehill/editor/workspace-change';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canFreeze, freeze, isRoot } from './testing/faults.ts';
import { editsArbitrary, Model, operationsArbitrary, treeArbitrary } from './testing/model.ts';
import { type TestWorkspace, testWorkspace } from './testing/workspace.ts';

const RUNS = 100;
const stateRoot = () => realpathSync.native(tempFolder());

interface Case {
  readonly used: TestWorkspace;
  readonly edits: readonly FileEdits[];
  readonly undoEdits: readonly FileEdits[];
  /** The tree after the edits and operations. */
  readonly model: Model;
}

const caseArbitrary = fc.record({
  tree: treeArbitrary,
  texts: editsArbitrary,
  operations: operationsArbitrary,
});
type Given = typeof caseArbitrary extends fc.Arbitrary<infer T> ? T : never;

function setUp({ tree, texts, operations }: Given): Case {
  const before = new Model(tree).files;
  const used = testWorkspace(Object.fromEntries(before), stateRoot(), stateRoot());
  const changed = Object.entries(texts).filter(
    ([path, text]) => before.has(path) && before.get(path) !== text,
  );
  const model = new Model({ ...Object.fromEntries(before), ...Object.fromEntries(changed) });
  for (const operation of operations) model.run(operation);
  const rewrite = (path: string, old = '', text = '') => rewritten(used.at(path), old, text);
  return {
    used,
    edits: changed.map(([path, text]) => rewrite(path, before.get(path), text)),
    undoEdits: changed.map(([path, text]) => rewrite(path, text, before.get(path))),
    model,
  };
}

/** Replaces the whole text of a file. */
function rewritten(path: string, old: string, newText: string): FileEdits {
  const lines = old.split(/\r\n|\n|\r/);
  const end = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return { path, edits: [{ range: { start: { line: 0, character: 0 }, end }, newText }], basis: hashOf(old) };
}

const within = (folder: string, operations: readonly FileOperation[]): FileOperation[] =>
  operations.map((each) =>
    each.kind === 'rename'
      ? { ...each, from: join(folder, each.from), to: join(folder, each.to) }
      : { ...each, path: join(folder, each.path) },
  );

function treeOfModel({ files, folders }: Model): Readonly<Record<string, string>> {
  const inFolder = (path: string) => path.slice(1);
  const shownFiles = [...files].map(([path, text]) => [
    inFolder(path),
    `644 ${Buffer.from(text).toString('latin1')}`,
  ]);
  const shownFolders = [...folders].filter((path) => path !== '/').map((path) => [inFolder(path), '755 /']);
  return Object.fromEntries([...shownFiles, ...shownFolders]);
}

test('a change does what it should, and its inverse gives the old tree', async () => {
  let operations = 0;
  await fc.assert(
    fc.asyncProperty(caseArbitrary, async (given) => {
      const { used, edits, undoEdits, model } = setUp(given);
      const before = used.tree();
      await used.apply(edits, within(used.folder, model.done));
      expect(used.tree()).toEqual(treeOfModel(model));
      for (const operation of within(used.folder, model.inverse)) await used.apply([], [operation]);
      await used.apply(undoEdits);
      expect(used.tree()).toEqual(before);
      operations += model.done.length;
    }),
    { numRuns: RUNS },
  );
  expect(operations).toBeGreaterThan(RUNS);
}, 120_000);

test('a change that fails at any file or folder leaves the old tree', async ({ skip }) => {
  skip(!canFreeze(), 'files cannot be made immutable here');
  let failures = 0;
  await fc.assert(
    fc.asyncProperty(caseArbitrary, fc.nat(), async (given, choice) => {
      const { used, edits, model } = setUp(given);
      const before = used.tree();
      const names = Object.keys(before).filter((name) => isRoot || before[name]?.endsWith('/'));
      const thaw = freeze(used.at(names[choice % names.length] ?? '.'), used.folder);
      const isApplied = await used.apply(edits, within(used.folder, model.done)).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'E_WRITE_FAILED' });
          return false;
        },
      );
      const left = used.tree();
      thaw();
      // Removes what could not be removed from a frozen folder.
      await used.apply([]);
      expect(used.tree()).toEqual(isApplied ? treeOfModel(model) : before);
      if (isApplied) return;
      failures++;
      expect(Object.keys(left)).toEqual(Object.keys(before));
    }),
    { numRuns: RUNS },
  );
  expect(failures).toBeGreaterThan(RUNS / 10);
}, 120_000);
