import type { EditorContext } from '../context.ts';
import type { CodeDiagnostic } from '../generated/types.ts';
import type { WorkspaceChange } from '../workspace-change.ts';
import { pathAfter } from './change-files.ts';
import { type KnownDiagnostic, knownDiagnostics, newOnes } from './diagnostic-match.ts';
import { byImportance, diagnosticView } from './diagnostic-view.ts';
import { type ReadDiagnostics, readDiagnostics } from './read-diagnostics.ts';

/** Errors and warnings that a change brought. */
export interface NewDiagnostics {
  readonly newDiagnostics: readonly CodeDiagnostic[];
  /** Whether the servers had finished checking, before and after. */
  readonly settled: boolean;
  /** Touched files that were not checked: too many, or no server for them. */
  readonly unchecked: number;
}

/** Of the files that a change touches, before it. */
export interface DiagnosticsBefore {
  readonly touched: number;
  readonly settled: boolean;
  /** By the path after the change. */
  readonly known: ReadonlyMap<string, readonly KnownDiagnostic[]>;
}

/** A rename may touch hundreds of files, and each costs a request before and after. */
const MOST_CHECKED = 20;
const BEFORE_MS = 2_000;
const AFTER_MS = 4_000;
/** A server that does not answer must not hide that the change was applied. */
const GRACE_MS = 2_000;

/** `moved` are files that move without edits. */
export async function diagnosticsBefore(
  { edits, operations }: WorkspaceChange,
  moved: readonly string[],
  context: EditorContext,
): Promise<DiagnosticsBefore> {
  const editsOf = new Map(edits.map((file) => [file.path, file.edits]));
  const touched = [...new Set([...editsOf.keys(), ...moved])];
  const { files, settled } = await readBounded(touched.slice(0, MOST_CHECKED), BEFORE_MS, context);
  const known = files.map(async ({ path, diagnostics }) => {
    const after = pathAfter(operations, path);
    const text = await textOf(path, context);
    const found = knownDiagnostics(diagnostics, text, editsOf.get(path) ?? []);
    return after === undefined ? [] : [[after, found] as const];
  });
  return { touched: touched.length, settled, known: new Map((await Promise.all(known)).flat()) };
}

/** Those of the files where they are now, that were not there before. */
export async function newDiagnostics(
  { touched, settled, known }: DiagnosticsBefore,
  { operations }: WorkspaceChange,
  context: EditorContext,
): Promise<NewDiagnostics> {
  const created = operations.flatMap((operation) => (operation.kind === 'create' ? [operation.path] : []));
  const paths = [...known.keys(), ...created].slice(0, MOST_CHECKED);
  const read = await readBounded(paths, AFTER_MS, context);
  const parts = read.files.map(async ({ path, diagnostics }) => {
    const added = newOnes(known.get(path) ?? [], diagnostics, await textOf(path, context));
    return added.map((diagnostic) => diagnosticView(context.shown(path), diagnostic));
  });
  return {
    newDiagnostics: (await Promise.all(parts)).flat().toSorted(byImportance),
    settled: settled && read.settled,
    unchecked: touched + created.length - read.files.length,
  };
}

/** Answers without diagnostics where a server does not answer at all. */
async function readBounded(
  paths: readonly string[],
  waitMs: number,
  context: EditorContext,
): Promise<ReadDiagnostics> {
  if (paths.length === 0) return { files: [], settled: true, unchecked: [] };
  const limit = AbortSignal.timeout(waitMs + GRACE_MS);
  const signal = AbortSignal.any([context.signal, limit]);
  try {
    return await readDiagnostics(paths, { waitMs, signal }, context);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { files: [], settled: false, unchecked: [] };
  }
}

/** A file that cannot be read has no lines to compare. */
function textOf(path: string, { host }: EditorContext): Promise<string> {
  return host.workspace.readText(path).catch(() => '');
}
