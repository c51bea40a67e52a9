import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Task = () => unknown;

const tasks: Task[] = [];

/** Registers a cleanup. */
export function afterwards(task: Task): void {
  tasks.push(task);
}

/** Runs the cleanups of this file, newest first. Pass it to `afterEach` or `afterAll`. */
export async function endEverything(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}

/** A temporary folder for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-e2e-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
