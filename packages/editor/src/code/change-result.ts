import type { EditorContext } from '../context.ts';
import type { FileChange } from '../generated/types.ts';
import type { ApplyOptions, WorkspaceChange } from '../workspace-change.ts';
import { pathAfter } from './change-files.ts';
import { diagnosticsBefore, type NewDiagnostics, newDiagnostics } from './new-diagnostics.ts';
import { changedLines } from './preview.ts';

export interface ChangeOptions extends Pick<ApplyOptions, 'save' | 'dirty' | 'updateImports'> {
  /** Changes nothing, and shows the lines that would change. */
  readonly preview: boolean;
  /** Files that move without being edited, whose diagnostics are compared too. */
  readonly moved?: readonly string[];
  /** What the answer carries beside the result, which takes a part of the budget. */
  readonly beside?: object;
}

export interface ChangeResult extends NewDiagnostics {
  readonly totalEdits: number;
  readonly applied: boolean;
  readonly saved: boolean;
  /** Cut to the budget, `totalEdits` counts all. */
  readonly files: readonly FileChange[];
}

/** Applies a planned change, all or nothing, and says what it changed and which problems it brought. */
export async function applyChange(
  change: WorkspaceChange,
  { preview, moved = [], beside = {}, ...options }: ChangeOptions,
  context: EditorContext,
): Promise<ChangeResult> {
  const planned = withoutEmpty(change);
  if (preview) return previewOf(planned, beside, context);
  const before = await diagnosticsBefore(planned, moved, context);
  const { signal, host } = context;
  const { saved, importEdits = [] } = await host.workspace.apply(planned, { signal, ...options });
  const compared = await newDiagnostics(before, planned, context);
  const own = planned.edits.flatMap(({ path, edits }) => {
    const now = pathAfter(planned.operations, path);
    return now === undefined ? [] : [{ path: now, edits: edits.length }];
  });
  const files = [...own, ...importEdits].map(({ path, edits }) => ({ path: context.shown(path), edits }));
  const totalEdits = files.reduce((sum, { edits }) => sum + edits, 0);
  const result = { totalEdits, applied: true, saved, ...compared, files };
  return withinBudget(result, beside, context);
}

/** Servers answer with empty edits for files that they looked at. */
function withoutEmpty({ edits, operations }: WorkspaceChange): WorkspaceChange {
  return { edits: edits.filter((file) => file.edits.length > 0), operations };
}

function countOf({ edits }: WorkspaceChange): number {
  return edits.reduce((sum, file) => sum + file.edits.length, 0);
}

async function previewOf(
  change: WorkspaceChange,
  beside: object,
  context: EditorContext,
): Promise<ChangeResult> {
  const { host, shown, budget } = context;
  async function* files(): AsyncGenerator<FileChange> {
    for (const { path, edits } of change.edits) {
      const changes = changedLines(await host.workspace.readText(path), edits);
      yield { path: shown(path), edits: edits.length, changes };
    }
  }
  const frame = { totalEdits: countOf(change), applied: false, saved: false, settled: true, unchecked: 0 };
  const next = 'pass a larger {param:maxTokens} to see the other files.';
  const { items, cutBy } = await budget.collect(files(), { frame: { ...beside, ...frame, next } });
  if (cutBy) budget.cut({ limit: cutBy, shown: items.length, total: change.edits.length, next });
  return { ...frame, newDiagnostics: [], files: items };
}

/** New problems matter more than names of files, which version control knows too. */
async function withinBudget(
  result: ChangeResult,
  beside: object,
  { budget }: EditorContext,
): Promise<ChangeResult> {
  const { newDiagnostics: found, files, ...frame } = result;
  const next = 'call {tool:diagnostic_list} for the other problems; version control lists all changed files.';
  const frames = { ...beside, ...frame, next };
  const problems = await budget.collect(found, { frame: frames });
  const others = await budget.collect(files, { frame: { ...frames, newDiagnostics: problems.items } });
  const [cut, total] = problems.cutBy ? [problems, found.length] : [others, files.length];
  if (cut.cutBy) budget.cut({ limit: cut.cutBy, shown: cut.items.length, total, next });
  return { ...frame, newDiagnostics: problems.items, files: others.items };
}
