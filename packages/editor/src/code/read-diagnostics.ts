import { isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { EditorContext } from '../context.ts';
import { groupBy } from '../debug/group-by.ts';
import type { FileDiagnostics } from '../language-host.ts';

/** Files that no language server checked, and why. */
export interface Unchecked {
  readonly paths: readonly string[];
  readonly reason: string;
  /** Absent where no server is known for such files. */
  readonly error?: MolehillError;
}

export interface ReadDiagnostics {
  readonly files: readonly FileDiagnostics[];
  readonly settled: boolean;
  readonly unchecked: readonly Unchecked[];
}

export interface ReadOptions {
  /** How long a server may go on checking. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

const NO_LANGUAGE = 'no language server is known for this kind of file';

/** Language by language, so that one missing server does not hide what the others say. */
export async function readDiagnostics(
  paths: readonly string[],
  options: ReadOptions,
  context: EditorContext,
): Promise<ReadDiagnostics> {
  const groups = groupBy(paths, (path) => context.host.language.languageOf(path));
  const parts = await Promise.all(
    [...groups].map(([language, group]) =>
      language === undefined ? uncheckedPart(group, NO_LANGUAGE) : readGroup(group, options, context),
    ),
  );
  return {
    files: parts.flatMap(({ files }) => files),
    settled: parts.every(({ settled }) => settled),
    unchecked: parts.flatMap(({ unchecked }) => unchecked),
  };
}

async function readGroup(
  paths: readonly string[],
  { waitMs, signal }: ReadOptions,
  { host, progress }: EditorContext,
): Promise<ReadDiagnostics> {
  try {
    const read = await host.language.diagnostics(paths, { waitMs }, { signal, progress });
    return { ...read, unchecked: [] };
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    return uncheckedPart(paths, `${error.message} ${error.hint}`, error);
  }
}

function uncheckedPart(paths: readonly string[], reason: string, error?: MolehillError): ReadDiagnostics {
  return { files: [], settled: true, unchecked: [{ paths, reason, ...(error ? { error } : {}) }] };
}
