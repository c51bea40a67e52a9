import type { Diagnostic } from 'vscode-languageserver-types';
import type { EditorContext } from '../context.ts';
import type { CodeDiagnostic } from '../generated/types.ts';
import type { WorkspaceChange } from '../workspace-change.ts';
import { pathAfter } from './change-files.ts';
import { byImportance, diagnosticView, isAtLeast, messageOf, severityOf } from './diagnostic-view.ts';
import { type ReadDiagnostics, readDiagnostics } from './read-diagnostics.ts';

/** Errors and warnings that a change brought. */
export interface NewDiagnostics {
  readonly newDiagnostics: readonly CodeDiagnostic[];
  /** Whether the servers had finished checking, before and after. */
  readonly settled: boolean;
  /** Touched files that were not checked: too many, or no server for them. */
  readonly unchecked: number;
}

/** A rename may touch hundreds of files, and each costs a request before and after. */
const MOST_CHECKED = 20;
const BEFORE_MS = 2_000;
const AFTER_MS = 4_000;
/** A server that does not answer must not hide that the change was applied. */
const GRACE_MS = 2_000;

/** The diagnostics of the files that a change touches, as they are before it. */
export class DiagnosticsBefore {
  readonly #touched: readonly string[];
  readonly #read: ReadDiagnostics;
  readonly #known: ReadonlyMap<string, readonly string[]>;
  readonly #context: EditorContext;

  private constructor(
    touched: readonly string[],
    read: ReadDiagnostics,
    known: ReadonlyMap<string, readonly string[]>,
    context: EditorContext,
  ) {
    this.#touched = touched;
    this.#read = read;
    this.#known = known;
    this.#context = context;
  }

  /** `more` are files that move without edits. */
  static async read(
    change: WorkspaceChange,
    more: readonly string[],
    context: EditorContext,
  ): Promise<DiagnosticsBefore> {
    const touched = [...new Set([...change.edits.map(({ path }) => path), ...more])];
    const read = await readBounded(touched.slice(0, MOST_CHECKED), BEFORE_MS, context);
    return new DiagnosticsBefore(touched, read, await keysOf(read, context), context);
  }

  /** Those of the files where they are now, that were not there before. */
  async compare({ operations }: WorkspaceChange): Promise<NewDiagnostics> {
    const before = new Map(
      this.#read.files.flatMap(({ path }) => {
        const now = pathAfter(operations, path);
        return now === undefined ? [] : [[now, path] as const];
      }),
    );
    const created = operations.flatMap((operation) => (operation.kind === 'create' ? [operation.path] : []));
    const paths = [...before.keys(), ...created].slice(0, MOST_CHECKED);
    const read = await readBounded(paths, AFTER_MS, this.#context);
    const added = await this.#added(read, before);
    const touched = this.#touched.length + created.length;
    return {
      newDiagnostics: added.toSorted(byImportance),
      settled: this.#read.settled && read.settled,
      unchecked: touched - read.files.length,
    };
  }

  async #added(read: ReadDiagnostics, before: ReadonlyMap<string, string>): Promise<CodeDiagnostic[]> {
    const { shown, host } = this.#context;
    const parts = read.files.map(async ({ path, diagnostics }) => {
      const lines = linesOf(await textOf(host.workspace, path));
      const known = [...(this.#known.get(before.get(path) ?? path) ?? [])];
      return diagnostics.filter(isImportant).flatMap((diagnostic) => {
        const index = known.indexOf(keyOf(diagnostic, lines));
        if (index === -1) return [diagnosticView(shown(path), diagnostic)];
        known.splice(index, 1);
        return [];
      });
    });
    return (await Promise.all(parts)).flat();
  }
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

async function keysOf(
  { files }: ReadDiagnostics,
  { host }: EditorContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = files.map(async ({ path, diagnostics }) => {
    const important = diagnostics.filter(isImportant);
    const lines = important.length === 0 ? [] : linesOf(await textOf(host.workspace, path));
    return [path, important.map((diagnostic) => keyOf(diagnostic, lines))] as const;
  });
  return new Map(await Promise.all(keys));
}

/** Without its line number, which every edit above it changes. */
function keyOf(diagnostic: Diagnostic, lines: readonly string[]): string {
  const { code, range } = diagnostic;
  return JSON.stringify([code, messageOf(diagnostic), lines[range.start.line]?.trim()]);
}

function isImportant(diagnostic: Diagnostic): boolean {
  return isAtLeast(severityOf(diagnostic), 'warning');
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

/** A file that cannot be read has no lines to compare. */
function textOf(workspace: { readText(path: string): Promise<string> }, path: string): Promise<string> {
  return workspace.readText(path).catch(() => '');
}
