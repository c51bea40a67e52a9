import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { thisProcess } from '@molehill/core/state/process-identity';
import { claim, WITHDRAWN } from './hosts.ts';
import type { JobFolder } from './layout.ts';
import { writeCard } from './messages.ts';

/** Takes a job back. True means that no host has run it and none will. */
export async function withdraw(folder: JobFolder, job: string): Promise<boolean> {
  const card = join(folder.tmp, `${basename(job)}.card`);
  const now = Date.now();
  await writeCard(card, { hostId: WITHDRAWN, ...thisProcess(), version: '', since: now, at: now });
  try {
    return (await claim(job, card)) === 'mine';
  } finally {
    await rm(card, { force: true });
  }
}
