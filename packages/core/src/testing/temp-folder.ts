import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder for the current test, removed afterwards. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
