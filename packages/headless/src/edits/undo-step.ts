import { readFile, rename, rm, rmdir } from 'node:fs/promises';
import { errorCode } from '@molehill/core/state/files';
import type { Step, StepOf } from './step.ts';
import {
  entryExists,
  hashOfFile,
  isMissing,
  isPartlyWritten,
  isPartOf,
  removeTree,
  setAside,
  writeOver,
} from './trees.ts';

/** What another program changed before a step was undone, and was therefore left as it is. */
export interface Leftover {
  readonly path: string;
  /** Where the content from before the change is. */
  readonly old?: string;
}

export interface UndoneInPart extends Leftover {
  /** A temporary file or folder with the content from before the change. */
  readonly kept?: string;
}

/**
 * Undoes a step that was run, was not run, or was interrupted; also where it was undone in part before. What another program
 * changed since then is left as it is.
 */
export async function undoStep(step: Step): Promise<UndoneInPart | undefined> {
  switch (step.kind) {
    case 'write':
      return undoWrite(step);
    case 'folder':
      return undoFolder(step);
    case 'create':
      return undoCreate(step);
    case 'move':
      return undoMove(step);
    case 'remove':
      return restore(step.kept, step.path);
  }
}

async function undoWrite(step: StepOf<'write'>): Promise<UndoneInPart | undefined> {
  const leftover = await restoreContent(step);
  await removeTree(step.staged);
  await removeTree(`${step.kept}.part`);
  return leftover;
}

async function restoreContent(step: StepOf<'write'>): Promise<UndoneInPart | undefined> {
  const { path, kept, before, inPlace } = step;
  const [found, old] = [await hashOfFile(path), await hashOfFile(kept)];
  // Without a whole copy the file was not changed by this step, or was restored.
  if (found === before || old !== before) return removeKept(kept);
  if (found !== step.after && !(inPlace && (await isInterrupted(step)))) return { path, kept };
  if (!inPlace) return restoreByRename(kept, path);
  await writeOver(path, await readFile(kept));
  return removeKept(kept);
}

async function restoreByRename(kept: string, path: string): Promise<undefined> {
  await rename(kept, path);
}

async function removeKept(kept: string): Promise<undefined> {
  await removeTree(kept);
}

async function isInterrupted({ path, kept, staged }: StepOf<'write'>): Promise<boolean> {
  try {
    const [found, before, after] = await Promise.all([readFile(path), readFile(kept), readFile(staged)]);
    return isPartlyWritten(found, before, after);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** A folder that has files now is kept. */
async function undoFolder({ path }: StepOf<'folder'>): Promise<undefined> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!isMissing(error) && !['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  }
}

async function undoCreate({ path, staged, after }: StepOf<'create'>): Promise<UndoneInPart | undefined> {
  await removeTree(staged);
  if (!(await entryExists(path))) return undefined;
  if ((await hashOfFile(path)) !== after) return { path };
  await rm(path);
  return undefined;
}

async function undoMove({ from, to, staged, kept }: StepOf<'move'>): Promise<UndoneInPart | undefined> {
  await removeTree(staged);
  await removeTree(`${staged}.part`);
  if (await entryExists(kept)) return undoCopy(to, kept, from);
  await removeTree(`${kept}.part`);
  if (!(await entryExists(to))) return undefined;
  if (await entryExists(from)) return { path: from, old: to };
  await rename(to, from);
  return undefined;
}

async function undoCopy(to: string, kept: string, from: string): Promise<UndoneInPart | undefined> {
  const isOurs = await isPartOf(to, kept);
  if (isOurs) await removeTree(to);
  const leftover = await restore(kept, from);
  return leftover ?? (!isOurs && (await entryExists(to)) ? { path: to } : undefined);
}

/** Puts back what was set aside. */
async function restore(kept: string, path: string): Promise<UndoneInPart | undefined> {
  await removeTree(`${kept}.part`);
  if (!(await entryExists(kept))) return undefined;
  if (await entryExists(path)) {
    if (!(await isPartOf(path, kept))) return { path, kept };
    await removeTree(path);
  }
  await setAside(kept, path);
  return undefined;
}
