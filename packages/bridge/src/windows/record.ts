import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@molehill/core/state/files';
import { stateOfProcess } from '@molehill/core/state/process-identity';
import * as z from 'zod';
import { processSchema } from '../answer.ts';
import { parseJson } from '../http/request.ts';

const recordSchema = z.object({
  id: z.string(),
  ...processSchema.shape,
  /** Real paths. */
  folders: z.array(z.string()),
  port: z.int().optional(),
  tokenFile: z.string().optional(),
  /** The time of the last heartbeat in milliseconds since 1970. */
  heartbeat: z.number(),
  version: z.string(),
  kind: z.enum(['vscode', 'headless', 'up']),
});

/** `windows/<id>.json`: the lease of a process that has folders open. */
export type WindowRecord = z.output<typeof recordSchema>;

export const HEARTBEAT_MS = 10_000;
const STALE_MS = 30_000;
/** For a window whose process cannot be checked: on another machine, or an unreadable file. */
const FORGOTTEN_MS = 600_000;

export const windowsFolder = (stateRoot: string) => join(stateRoot, 'windows');

export async function writeRecord(stateRoot: string, record: WindowRecord): Promise<void> {
  const folder = windowsFolder(stateRoot);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(join(folder, `${record.id}.json`), `${JSON.stringify(record, null, 2)}\n`);
}

/** The live windows. Files of dead ones are removed; a window that was suspended recreates its own. */
export async function readRecords(stateRoot: string, now: number = Date.now()): Promise<WindowRecord[]> {
  const folder = windowsFolder(stateRoot);
  const names = await readdir(folder).catch((): string[] => []);
  const records = await Promise.all(names.sort().map((name) => readOne(join(folder, name), now)));
  return records.filter((record) => record !== undefined);
}

async function readOne(path: string, now: number): Promise<WindowRecord | undefined> {
  const text = path.endsWith('.json') ? await readFile(path, 'utf8').catch(() => '') : '';
  const record = recordSchema.safeParse(parseJson(text)).data;
  const state = record ? stateOfProcess(record) : 'unknown';
  const heard = record?.heartbeat ?? (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
  if (state === 'gone' || (state === 'unknown' && now - heard > FORGOTTEN_MS))
    await rm(path, { force: true });
  return record && state !== 'gone' && now - heard <= STALE_MS ? record : undefined;
}
