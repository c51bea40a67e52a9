import { chmod, chown, mkdir, rename, rm, stat } from 'node:fs/promises';
import { errorCode, placeNew } from '@molehill/core/state/files';
import { changedFile, existingTarget } from '@molehill/editor/edits/conflicts';
import type { Step, StepOf } from './step.ts';
import { copyTree, entryExists, hashOfFile, setAside, writeNew, writeOver } from './trees.ts';

/** Writes the new content beside the file, with its mode and owner. Nothing that others see is changed yet. */
export async function stageWrite(step: StepOf<'write'>, content: Buffer): Promise<void> {
  await writeNew(step.staged, content);
  if (step.inPlace) return copyTree(step.path, step.kept);
  const { mode, uid, gid } = await stat(step.path);
  const staged = await stat(step.staged);
  if (staged.uid !== uid || staged.gid !== gid) await chown(step.staged, uid, gid);
  await chmod(step.staged, mode & 0o7777);
}

/** E_CONFLICT where the file system is not as it was when the step was planned. */
export async function runStep(step: Step, content: Buffer): Promise<void> {
  switch (step.kind) {
    case 'write':
      return step.inPlace ? writeInPlace(step, content) : replaceByStaged(step);
    case 'folder':
      return mkdir(step.path);
    case 'create':
      return create(step, content);
    case 'move':
      return move(step);
    case 'remove':
      return setAside(step.path, step.kept);
  }
}

/** The old file stays under another name, so that undoing needs no space on the disk. */
async function replaceByStaged({ path, staged, kept, before }: StepOf<'write'>): Promise<void> {
  await placeNew(path, kept);
  if ((await hashOfFile(kept)) !== before) throw changedFile(path);
  await rename(staged, path);
}

async function writeInPlace({ path, before }: StepOf<'write'>, content: Buffer): Promise<void> {
  if ((await hashOfFile(path)) !== before) throw changedFile(path);
  await writeOver(path, content);
}

async function create({ path, staged }: StepOf<'create'>, content: Buffer): Promise<void> {
  await writeNew(staged, content);
  try {
    await placeNew(staged, path);
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? existingTarget(path) : error;
  }
  await rm(staged);
}

async function move({ from, to, staged, kept }: StepOf<'move'>): Promise<void> {
  if (await entryExists(to)) throw existingTarget(to);
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyTree(from, staged);
    await setAside(from, kept);
    await rename(staged, to);
  }
}
