import { coreErrors } from '@molehill/core/errors';
import { mergeChanges } from '../../code/change-files.ts';
import { assertFormatter, type FormatPlan, type LineSpan, planFormat } from '../../code/format-plan.ts';
import { sourceAction } from '../../code/source-action.ts';
import type { EditorContext } from '../../context.ts';
import type { Handler } from '../../handler.ts';
import type { WorkspaceChange } from '../../workspace-change.ts';

export const handle: Handler<'code_format'> = async (input, context) => {
  const { range, organizeImports, formatter, check } = input;
  const paths = [...new Set(input.paths.map((path) => context.path(path)))];
  if (range && paths.length > 1) throw coreErrors.fail('E_INVALID_PARAMS', 'A range needs exactly one path.');
  // Planned first, so that a missing server is known before imports are changed.
  const planned = await planAll(paths, range, context);
  throwWhereAllFailed(planned);
  if (formatter !== undefined) for (const path of paths) assertFormatter(formatter, path, context);
  const imports = organizeImports ? await organizedImports(planned, context) : NO_CHANGE;
  if (check) return resultOf(planned, imports, false, context);
  await apply(imports, context);
  const isChanged = imports.edits.length > 0;
  const final = isChanged ? await planAll(paths, range, context) : planned;
  await apply(changeOf(final), context);
  return resultOf(final, imports, true, context);
};

const NO_CHANGE: WorkspaceChange = { edits: [], operations: [] };

async function planAll(
  paths: readonly string[],
  range: LineSpan | undefined,
  context: EditorContext,
): Promise<readonly FormatPlan[]> {
  return await Promise.all(paths.map((path) => planFormat(path, range, context)));
}

function throwWhereAllFailed(plans: readonly FormatPlan[]): void {
  const [first] = plans;
  if (first?.error && plans.every(({ error }) => error !== undefined)) throw first.error;
}

async function organizedImports(
  plans: readonly FormatPlan[],
  context: EditorContext,
): Promise<WorkspaceChange> {
  const { host, signal, progress } = context;
  const parts = plans.map(async ({ path, error }) => {
    const action = error ? undefined : await sourceAction(path, 'source.organizeImports', context);
    return action ? (await host.language.resolveAction(action, { signal, progress })).changes : [];
  });
  const merged = mergeChanges((await Promise.all(parts)).flat());
  return { ...merged, edits: merged.edits.filter(({ edits }) => edits.length > 0) };
}

function changeOf(plans: readonly FormatPlan[]): WorkspaceChange {
  return { edits: plans.flatMap(({ change }) => change ?? []), operations: [] };
}

async function apply(change: WorkspaceChange, { host, signal }: EditorContext): Promise<void> {
  if (change.edits.length === 0) return;
  await host.workspace.apply(change, { signal, save: true, dirty: 'refuse' });
}

async function resultOf(
  plans: readonly FormatPlan[],
  imports: WorkspaceChange,
  applied: boolean,
  { shown, budget }: EditorContext,
) {
  const rows = plans.map(({ path, change, error }) => {
    const organized = imports.edits.find((file) => file.path === path)?.edits.length ?? 0;
    const edits = organized + (change?.edits.length ?? 0);
    return { path: shown(path), changed: edits > 0, edits, error: error?.message };
  });
  const changed = rows.filter((row) => row.changed).length;
  const sorted = rows.toSorted((a, b) => Number(b.changed) - Number(a.changed));
  const { items, cutBy } = await budget.collect(sorted, { frame: { changed, applied } });
  const next = 'pass a larger {param:maxTokens} to see the other files.';
  if (cutBy) budget.cut({ limit: cutBy, shown: items.length, total: rows.length, next });
  return { changed, applied, files: items };
}
