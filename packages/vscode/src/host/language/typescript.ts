import { isRecord } from '@molehill/core/record';
import * as vscode from 'vscode';
import type { Diagnostic } from 'vscode-languageserver-types';

/**
 * A request to TypeScript's own server. Those for diagnostics are answered by the server with the whole project, never by
 * the one that serves single files while the project loads. Undefined where this VS Code does not pass it on.
 */
async function request(command: string, uri: vscode.Uri): Promise<unknown[] | undefined> {
  const answer: unknown = await vscode.commands
    .executeCommand('typescript.tsserverRequest', command, { file: uri })
    .then(undefined, () => undefined);
  return isRecord(answer) && answer.type === 'response' && Array.isArray(answer.body)
    ? answer.body
    : undefined;
}

/** Resolves when the project of a file is loaded; false where that cannot be known. */
export async function loadProject(uri: vscode.Uri): Promise<boolean> {
  return (await request('semanticDiagnosticsSync', uri)) !== undefined;
}

/** VS Code itself checks only files in tabs. */
export async function checkFile(uri: vscode.Uri): Promise<readonly Diagnostic[] | undefined> {
  const [syntax, semantics] = [
    await request('syntacticDiagnosticsSync', uri),
    await request('semanticDiagnosticsSync', uri),
  ];
  return syntax && semantics && [...syntax, ...semantics].flatMap(diagnosticOf);
}

const SEVERITIES: Readonly<Record<string, NonNullable<Diagnostic['severity']>>> = {
  error: 1,
  warning: 2,
  message: 3,
  suggestion: 4,
};

function diagnosticOf(found: unknown): Diagnostic[] {
  if (!isRecord(found) || typeof found.text !== 'string') return [];
  const { text: message, code, category } = found;
  return [
    {
      message,
      range: { start: placeOf(found.start), end: placeOf(found.end) },
      severity: SEVERITIES[String(category)] ?? 1,
      source: 'ts',
      ...(typeof code === 'number' && { code }),
    },
  ];
}

/** TypeScript counts lines and columns from 1. */
function placeOf(place: unknown) {
  const { line, offset } = isRecord(place) ? place : {};
  return { line: Number(line ?? 1) - 1, character: Number(offset ?? 1) - 1 };
}
