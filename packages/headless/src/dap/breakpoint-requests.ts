import type { BreakpointBinding, HostBreakpoint } from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';

/** The breakpoints of one file, or all function breakpoints: what one request replaces. */
export type Unit = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'functions' };

export interface BreakpointRequest {
  readonly command: 'setBreakpoints' | 'setFunctionBreakpoints';
  readonly args: object;
}

const functions: Unit = { kind: 'functions' };

function unitOf({ location }: HostBreakpoint): Unit {
  return location.kind === 'line' ? { kind: 'file', path: location.path } : functions;
}

export function unitKey(unit: Unit): string {
  return unit.kind === 'file' ? unit.path : '';
}

export function isIn(unit: Unit, breakpoint: HostBreakpoint): boolean {
  return unitKey(unitOf(breakpoint)) === unitKey(unit);
}

export function unitsOf(breakpoints: readonly HostBreakpoint[]): Unit[] {
  return [...new Map(breakpoints.map(unitOf).map((unit) => [unitKey(unit), unit])).values()];
}

/** A breakpoint without scope applies to all sessions. */
export function isInScope(breakpoint: HostBreakpoint, session: { readonly scope?: string }): boolean {
  return breakpoint.scope === undefined || breakpoint.scope === session.scope;
}

export function requestFor(unit: Unit, breakpoints: readonly HostBreakpoint[]): BreakpointRequest {
  const sent = breakpoints.map(({ location, condition, hitCondition, logMessage }) => ({
    ...(location.kind === 'line'
      ? { line: location.line, ...(location.column && { column: location.column }) }
      : { name: location.function }),
    ...(condition && { condition }),
    ...(hitCondition && { hitCondition }),
    ...(logMessage && location.kind === 'line' && { logMessage }),
  }));
  if (unit.kind === 'functions') return { command: 'setFunctionBreakpoints', args: { breakpoints: sent } };
  const source = { path: unit.path };
  return { command: 'setBreakpoints', args: { source, breakpoints: sent, sourceModified: false } };
}

/** js-debug 1.112 sends the key of this text instead of the text. */
const texts: Readonly<Record<string, string>> = {
  'breakpoint.provisionalBreakpoint': 'Unbound breakpoint: no loaded script has this line.',
};

export function bindingOf(session: string, answer: DebugProtocol.Breakpoint | undefined): BreakpointBinding {
  const { id, verified, line, message } = answer ?? {};
  return {
    session,
    verified: verified ?? false,
    ...(id !== undefined && { adapterId: id }),
    ...(line !== undefined && { line }),
    ...(message && { message: texts[message] ?? message }),
  };
}
