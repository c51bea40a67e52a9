import type { Diagnostic } from 'vscode-languageserver-types';
import { diagnosticPaths } from '../../code/diagnostic-paths.ts';
import { byImportance, diagnosticView, isAtLeast, SEVERITIES } from '../../code/diagnostic-view.ts';
import { type ReadDiagnostics, readDiagnostics, type Unchecked } from '../../code/read-diagnostics.ts';
import type { EditorContext } from '../../context.ts';
import type { CodeDiagnostic } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'diagnostic_list'> = async (input, context) => {
  const { paths, isComplete } = await diagnosticPaths(input.paths, context);
  const read = await readDiagnostics(paths, { waitMs: input.waitMs, signal: context.signal }, context);
  if (read.files.length === 0) throwFirst(read.unchecked);
  const found = viewsOf(read, input, context);
  const wanted = found.filter(({ severity }) => isAtLeast(severity, input.severity)).toSorted(byImportance);
  const frame = {
    files: read.files.length,
    settled: read.settled,
    counts: countsOf(found),
    ...uncheckedOf(read.unchecked, context),
    ...hintOf({ given: input.paths, paths, isComplete, settled: read.settled }),
  };
  const { items, cutBy } = await context.budget.collect(wanted, { rows: input.limit, frame });
  const next = 'correct these first, or pass {param:paths} or {param:severity="error"}.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: wanted.length, next });
  return { ...frame, diagnostics: items };
};

/** Where nothing at all could be checked, an empty list would read like a clean project. */
function throwFirst(unchecked: readonly Unchecked[]): void {
  const failed = unchecked.find(({ error }) => error !== undefined);
  if (failed) throw failed.error;
}

interface SourceFilter {
  readonly sources?: readonly string[] | undefined;
  readonly excludeSources: readonly string[];
}

function viewsOf(
  { files }: ReadDiagnostics,
  { sources, excludeSources }: SourceFilter,
  { shown }: EditorContext,
): CodeDiagnostic[] {
  const isIn = (list: readonly string[], { source = '' }: Diagnostic) =>
    list.some((name) => name.toLowerCase() === source.toLowerCase());
  return files.flatMap(({ path, diagnostics }) =>
    diagnostics
      .filter((each) => !isIn(excludeSources, each) && (sources === undefined || isIn(sources, each)))
      .map((each) => diagnosticView(shown(path), each)),
  );
}

function countsOf(found: readonly CodeDiagnostic[]) {
  const count = (wanted: CodeDiagnostic['severity']) =>
    found.filter(({ severity }) => severity === wanted).length;
  const [error, warning, info, hint] = SEVERITIES.map(count);
  return { error: error ?? 0, warning: warning ?? 0, info: info ?? 0, hint: hint ?? 0 };
}

function uncheckedOf(unchecked: readonly Unchecked[], { shown }: EditorContext) {
  if (unchecked.length === 0) return {};
  return {
    unchecked: unchecked.map(({ paths, reason }) => ({
      files: paths.length,
      example: shown(paths[0] ?? ''),
      reason,
    })),
  };
}

interface Checked {
  readonly given: readonly string[] | undefined;
  readonly paths: readonly string[];
  readonly isComplete: boolean;
  readonly settled: boolean;
}

function hintOf({ given, paths, isComplete, settled }: Checked) {
  if (!settled)
    return {
      hint: 'The language servers had not finished, so problems may be missing: call again with {param:waitMs=10000}.',
    };
  if (!isComplete) return { hint: `Only the first ${paths.length} files were checked: pass fewer folders.` };
  if (paths.length > 0) return {};
  return {
    hint: given
      ? 'No file of a language with a server is there.'
      : 'No source file differs from the last commit: pass {param:paths} to check others.',
  };
}
