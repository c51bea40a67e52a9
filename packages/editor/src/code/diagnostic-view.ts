import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import type { CodeDiagnostic } from '../generated/types.ts';
import { shownPosition } from './position.ts';

export type Severity = CodeDiagnostic['severity'];

/** From the worst to the least important. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** A server that gives no severity leaves it to the client; an error is never missed. */
export function severityOf({ severity = DiagnosticSeverity.Error }: Diagnostic): Severity {
  return SEVERITIES[severity - 1] ?? 'error';
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

export function messageOf({ message }: Diagnostic): string {
  return typeof message === 'string' ? message : message.value;
}

/** As an agent reads it. */
export function diagnosticView(shownPath: string, diagnostic: Diagnostic): CodeDiagnostic {
  const { range, code, source } = diagnostic;
  return {
    path: shownPath,
    ...shownPosition(range.start),
    severity: severityOf(diagnostic),
    code: code === undefined ? undefined : String(code),
    source,
    message: messageOf(diagnostic),
  };
}

/** The order in which problems are corrected: by severity, then by place. */
export function byImportance(a: CodeDiagnostic, b: CodeDiagnostic): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    (a.path < b.path ? -1 : Number(a.path > b.path)) ||
    a.line - b.line ||
    a.column - b.column
  );
}
