import { basename, dirname } from 'node:path';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import { errorCode, flushFolder } from '@molehill/core/state/files';
import { editorErrors } from '@molehill/editor/errors';
import type { Journal } from './journal.ts';
import type { Plan } from './plan.ts';
import { runStep, stageWrite } from './run-step.ts';
import type { Step } from './step.ts';
import { pathAfter } from './step-paths.ts';
import { removeTree, setAside } from './trees.ts';
import { type Leftover, type UndoneInPart, undoStep } from './undo-step.ts';

const FILES_AT_ONCE = 32;

export type ReportLeftover = (leftover: Leftover) => void;

interface TransactionOptions {
  /** Called last before the first file is changed. When it throws, nothing is. */
  readonly beforeFirstChange: () => Promise<void>;
  readonly report: ReportLeftover;
}

/** Runs all steps, or undoes those that were run. */
export async function runTransaction(
  plan: Plan,
  journal: Journal,
  options: TransactionOptions,
): Promise<void> {
  try {
    await stage(plan);
    await options.beforeFirstChange();
    await runSteps(plan, journal);
    await flushFolders(plan.steps);
    await journal.markDone();
  } catch (error) {
    await settle(journal, options.report).catch((cause: unknown) => {
      throw notRestored(error, cause, journal);
    });
    throw error;
  }
}

/** Undoes what is not done, removes the temporary files of what is, and then the journal. It can be interrupted and repeated. */
export async function settle(journal: Journal, report: ReportLeftover): Promise<void> {
  try {
    if (journal.isDone) await removeTemporary(journal.steps);
    else await undo(journal, report);
    await journal.remove();
  } catch (error) {
    await journal.close();
    throw error;
  }
}

async function stage({ steps, contents }: Plan): Promise<void> {
  const writes = [...steps.entries()].flatMap(([index, step]) => {
    const content = contents.get(index);
    return step.kind === 'write' && content ? [{ step, content }] : [];
  });
  for (let start = 0; start < writes.length; start += FILES_AT_ONCE) {
    const batch = writes.slice(start, start + FILES_AT_ONCE);
    const results = await Promise.allSettled(batch.map(({ step, content }) => stageWrite(step, content)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

/** What a write has done is seen from its files, so that only the other steps are recorded one by one. */
async function runSteps({ steps, contents }: Plan, journal: Journal): Promise<void> {
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'write') await journal.setBegun(index);
    await runStep(step, contents.get(index) ?? Buffer.alloc(0));
  }
}

async function flushFolders(steps: readonly Step[]): Promise<void> {
  const paths = steps.flatMap((step) => (step.kind === 'move' ? [step.from, step.to] : [step.path]));
  for (const folder of new Set(paths.map(dirname))) await flushFolder(folder);
}

async function undo(journal: Journal, report: ReportLeftover): Promise<void> {
  for (const [index, step] of [...journal.steps.entries()].reverse()) {
    if (step.kind !== 'write' && index > journal.begun) continue;
    const leftover = await undoStep(step);
    if (leftover) report(await keepOldContent(leftover, `${journal.path}-${index}`));
    // A full disk does not stop it: the record is needed only if undoing is interrupted too.
    if (step.kind !== 'write') await journal.setBegun(index - 1).catch(() => {});
  }
}

/** Out of the workspace, beside the journals. */
async function keepOldContent({ path, old, kept }: UndoneInPart, prefix: string): Promise<Leftover> {
  if (kept === undefined) return { path, ...(old !== undefined && { old }) };
  const target = `${prefix}-${basename(path)}`;
  const isMoved = await setAside(kept, target).then(
    () => true,
    () => false,
  );
  return { path, old: isMoved ? target : kept };
}

async function removeTemporary(steps: readonly Step[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const temporary = ['staged' in step ? step.staged : '', 'kept' in step ? step.kept : ''];
    for (const path of temporary.filter(Boolean)) await removeTree(pathAfter(path, steps.slice(index + 1)));
  }
}

function notRestored(error: unknown, cause: unknown, journal: Journal) {
  const message = `${messageOf(error)} What was changed before could not be restored: ${messageOf(cause)}.`;
  return editorErrors.fail('E_WRITE_FAILED', message, {
    hint: 'Correct what the message names. The next change, or the next start, restores the old content first.',
    details: { journal: journal.path },
    cause: error,
  });
}

export function writeFailed(error: unknown): unknown {
  if (isMolehillError(error) || errorCode(error) === undefined) return error;
  return editorErrors.fail('E_WRITE_FAILED', `${messageOf(error)}. Nothing was changed.`, { cause: error });
}
