import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesOf, movesOf, packagesArbitrary } from '../testing/python-packages.ts';
import { openPythonProject } from '../testing/python-project.ts';

/** Each starts Python three times. */
const RUNS = 25;

test('after any moves of modules and packages every module imports what it did', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(packagesArbitrary, async (packages) => {
      const project = openPythonProject(filesOf(packages));
      const moves = movesOf(packages);
      fc.pre(Object.keys(moves).length > 0 && (await project.broken()).length === 0);
      await project.move(moves);
      expect(await project.broken()).toEqual([]);
    }),
    { numRuns: RUNS, seed: 14, endOnFailure: true },
  );
});
