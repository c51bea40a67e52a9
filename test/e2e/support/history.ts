import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './cleanup.ts';

const record = {
  id: '0',
  at: '2026-01-01T00:00:00.000Z',
  server: 'molehill',
  tool: 'status',
  frontend: 'stdio',
  durationMs: 1,
  outcome: 'ok',
  inputBytes: 2,
  outputBytes: 200,
};

const line = `${JSON.stringify(record)}\n`;
const linesOf = (megabytes: number) => line.repeat(Math.floor((megabytes * 1_000_000) / line.length));

/** A state directory with a history so long that a search without a match takes a while. */
export function homeWithLongHistory({ megabytes = 16 } = {}): string {
  const home = temporaryFolder();
  writeFileSync(join(home, 'audit.jsonl'), linesOf(1));
  writeFileSync(join(home, 'audit.1.jsonl'), linesOf(megabytes - 1));
  return home;
}

/** A call that searches the whole history. */
export const searchInVain = { name: 'molehill__call_history', arguments: { code: 'E_NEVER_HAPPENED' } };
