import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { EditorContext } from '../context.ts';
import { applyTextEdits, hashOf } from '../edits/text.ts';
import type { FileEdits } from '../workspace-change.ts';
import { lineRange } from './line-range.ts';

export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** What formatting one file changes, or why it cannot be formatted. */
export interface FormatPlan {
  readonly path: string;
  readonly change?: FileEdits;
  readonly error?: MolehillError;
}

export async function planFormat(
  path: string,
  span: LineSpan | undefined,
  { host, signal, progress }: EditorContext,
): Promise<FormatPlan> {
  const text = await host.workspace.readText(path);
  const range = span && lineRange(text, span.start, span.end);
  const whole = range && { ...range, start: { line: range.start.line, character: 0 } };
  try {
    const edits = await host.language.format(path, whole, { signal, progress });
    const isSame = applyTextEdits(text, edits) === text;
    return isSame ? { path } : { path, change: { path, edits, basis: hashOf(text) } };
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    return { path, error };
  }
}

/** Only language servers format here. E_INVALID_PARAMS naming those that serve the file. */
export function assertFormatter(wanted: string, path: string, { host, shown }: EditorContext): void {
  const language = host.language.languageOf(path);
  const serving = host.language
    .servers()
    .filter(({ languages }) => language !== undefined && languages.includes(language));
  const names = [...new Set(serving.map(({ name }) => name))];
  if (names.includes(wanted)) return;
  const there = names.length === 0 ? 'no language server' : names.join(' and ');
  const message = `The formatter "${wanted.slice(0, 60)}" is not here; ${shown(path)} is served by ${there}.`;
  throw coreErrors.fail('E_INVALID_PARAMS', message, {
    hint: `Leave out {param:formatter}, or run ${wanted.slice(0, 60)} in a terminal.`,
  });
}
