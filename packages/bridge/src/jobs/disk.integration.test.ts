import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { answerOf } from '../testing/answers.ts';
import { JobClient } from './client.ts';
import { serveJobs } from './host.ts';
import { jobFolderOf } from './layout.ts';
import type { CallJob } from './running-job.ts';
import { TOKEN } from './testing/token.ts';

function mount(...args: readonly string[]): void {
  const { status, stderr } = system('mount', ...args);
  if (status !== 0) throw new Error(`mount: ${stderr}`);
}

const system = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { encoding: 'utf8' });

/** A 128 KB file system. Needs root on Linux; elsewhere these tests are skipped. */
function tinyDisk(): string {
  const path = join(tempFolder(), 'disk');
  mkdirSync(path);
  mount('-t', 'tmpfs', '-o', 'size=128k,mode=700', 'tmpfs', path);
  onTestFinished(() => void system('umount', '-l', path));
  return path;
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return system('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt').status === 0;
}

const onTinyDisk = test.skipIf(!canMount());

async function setUp(call: CallJob) {
  const workspace = tinyDisk();
  const timing = { scanMs: 20 };
  const host = await serveJobs({ workspace, token: TOKEN, log: silentLog, call, timing });
  const client = new JobClient({ workspace, timing });
  onTestFinished(async () => {
    client.close();
    await host.close().catch(() => {});
  });
  return { workspace, client };
}

function fill(workspace: string): void {
  for (const size of [65_536, 16_384, 4_096]) {
    for (let n = 0; n < 64; n++) {
      try {
        writeFileSync(join(workspace, `filler-${size}-${n}`), Buffer.alloc(size));
      } catch {
        break;
      }
    }
  }
}

const echo: CallJob = async ({ input }) => answerOf(input);
const small = { tool: 'echo', input: 'small' };

onTinyDisk('rejects an input that does not fit on the disk, and accepts one that does', async () => {
  const { workspace, client } = await setUp(echo);
  const large = client.call({ tool: 'echo', input: 'x'.repeat(300_000) });
  await expect(large).rejects.toMatchObject({ code: 'E_JOB_FOLDER', details: { reason: 'ENOSPC' } });
  expect(readdirSync(jobFolderOf(workspace).tmp)).toEqual([]);
  expect(await client.call(small)).toEqual(answerOf('small'));
});

onTinyDisk('rejects with E_JOB_UNANSWERED when the answer does not fit', async () => {
  const { client } = await setUp(async () => answerOf('x'.repeat(300_000)));
  await expect(client.call(small)).rejects.toMatchObject({
    code: 'E_JOB_UNANSWERED',
    message: expect.stringContaining('ENOSPC'),
  });
});

onTinyDisk('rejects with E_JOB_UNANSWERED when the disk is completely full', async () => {
  const workspaces: string[] = [];
  const { workspace, client } = await setUp(async () => {
    for (const path of workspaces) fill(path);
    return answerOf('done');
  });
  workspaces.push(workspace);
  await expect(client.call(small)).rejects.toMatchObject({ code: 'E_JOB_UNANSWERED' });
  workspaces.pop();
  for (const name of readdirSync(workspace)) if (name.startsWith('filler')) rmSync(join(workspace, name));
  expect(await client.call(small)).toEqual(answerOf('done'));
});

onTinyDisk('both sides report a disk that became read-only', async () => {
  const { workspace, client } = await setUp(echo);
  expect(await client.call(small)).toEqual(answerOf('small'));
  mount('-o', 'remount,ro', workspace);
  await expect(client.call(small)).rejects.toMatchObject({
    code: 'E_JOB_FOLDER',
    details: { reason: 'EROFS' },
  });
  const another = serveJobs({ workspace, token: TOKEN, log: silentLog, call: echo });
  await expect(another).rejects.toMatchObject({ code: 'E_JOB_FOLDER' });
});
