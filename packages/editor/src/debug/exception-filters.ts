import type { DebugProtocol } from '@vscode/debugprotocol';

export type ExceptionMode = 'none' | 'uncaught' | 'all';

type Filter = DebugProtocol.ExceptionBreakpointsFilter;

/** Filters for exceptions that nothing catches; debugpy's `userUnhandled` also stops at ones that libraries catch. */
const UNCAUGHT = /^(uncaught|unhandled|rust_panic|unrecovered-panic|runtime-fatal-throw)$/i;
/** Stops where a handler catches, after the place that threw is gone. */
const AT_HANDLER = /_catch$/;

/** The adapter's own filters for a mode. */
export function filtersFor(mode: ExceptionMode, capabilities: DebugProtocol.Capabilities): readonly string[] {
  const offered = capabilities.exceptionBreakpointFilters ?? [];
  const wanted = offered.filter((filter) => isWanted(mode, filter));
  return wanted.map(({ filter }) => filter);
}

function isWanted(mode: ExceptionMode, { filter }: Filter): boolean {
  if (mode === 'none') return false;
  return mode === 'uncaught' ? UNCAUGHT.test(filter) : filter !== 'userUnhandled' && !AT_HANDLER.test(filter);
}

export function exceptionArguments(
  mode: ExceptionMode,
): (capabilities: DebugProtocol.Capabilities) => DebugProtocol.SetExceptionBreakpointsArguments {
  return (capabilities) => ({ filters: [...filtersFor(mode, capabilities)] });
}
