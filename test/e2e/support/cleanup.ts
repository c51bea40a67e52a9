import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Task = () => unknown;

const tasks: Task[] = [];

/** Says how to undo what a helper has just done. */
export function afterwards(task: Task): void {
  tasks.push(task);
}

/** Ends and deletes what the tests of this file started and made, newest first. Hand it to `afterEach` or `afterAll`. */
export async function endEverything(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}

/** A folder of its own for one test: a state directory, a project, whatever it needs. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-e2e-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
