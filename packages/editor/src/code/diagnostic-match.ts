import type { Diagnostic, Position, TextEdit } from 'vscode-languageserver-types';
import { isAtLeast, messageOf, severityOf } from './diagnostic-view.ts';
import { comparePositions, TextLines } from './position.ts';

/** An error or warning before a change. */
export interface KnownDiagnostic {
  readonly code: string;
  /** What it says, and the text of its line; without the number of the line, which every edit above it changes. */
  readonly key: string;
  /** Its line after the change. */
  readonly line: number;
}

export function knownDiagnostics(
  diagnostics: readonly Diagnostic[],
  text: string,
  edits: readonly TextEdit[],
): readonly KnownDiagnostic[] {
  const lines = new TextLines(text);
  return diagnostics.filter(isImportant).map((diagnostic) => ({
    code: String(diagnostic.code),
    key: keyOf(diagnostic, lines),
    line: lineAfter(edits, diagnostic.range.start),
  }));
}

/**
 * The errors and warnings that were not there before. One that the change only reworded, such as by the new name of a
 * symbol, is known by its code and place.
 */
export function newOnes(
  known: readonly KnownDiagnostic[],
  diagnostics: readonly Diagnostic[],
  text: string,
): readonly Diagnostic[] {
  const lines = new TextLines(text);
  const rest = [...known];
  const unless = (isSame: (one: Diagnostic, other: KnownDiagnostic) => boolean) => (one: Diagnostic) => {
    const index = rest.findIndex((other) => isSame(one, other));
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  };
  return diagnostics
    .filter(isImportant)
    .filter(unless((one, { key }) => keyOf(one, lines) === key))
    .filter(unless((one, { code, line }) => String(one.code) === code && one.range.start.line === line));
}

function keyOf(diagnostic: Diagnostic, lines: TextLines): string {
  const { code, range } = diagnostic;
  return JSON.stringify([code, messageOf(diagnostic), lines.line(range.start.line).trim()]);
}

function lineAfter(edits: readonly TextEdit[], position: Position): number {
  const before = edits.filter(({ range }) => comparePositions(range.end, position) <= 0);
  return before.reduce(
    (line, { range, newText }) => line + breaksIn(newText) - (range.end.line - range.start.line),
    position.line,
  );
}

function breaksIn(text: string): number {
  return new TextLines(text).count - 1;
}

function isImportant(diagnostic: Diagnostic): boolean {
  return isAtLeast(severityOf(diagnostic), 'warning');
}
