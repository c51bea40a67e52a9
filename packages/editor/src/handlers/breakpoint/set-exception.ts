import type { DebugProtocol } from '@vscode/debugprotocol';
import { filtersFor } from '../../debug/exception-filters.ts';
import { REQUEST_MS } from '../../debug/run.ts';
import type { DebugSession } from '../../debug/session.ts';
import { editorErrors } from '../../errors.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['breakpoint_set_exception'];
type Arguments = DebugProtocol.SetExceptionBreakpointsArguments;

export const handle: Handler<'breakpoint_set_exception'> = async (input, { sessions, signal }) => {
  const session = sessions.getLive(input.session);
  const offered = session.capabilities.exceptionBreakpointFilters ?? [];
  const args = argumentsOf(input, session);
  await session.send('setExceptionBreakpoints', args, { signal, timeoutMs: REQUEST_MS });
  session.exceptionArguments = args;
  return {
    filters: [
      ...args.filters,
      ...(args.filterOptions ?? []).map(({ filterId }) => filterId),
      ...(args.exceptionOptions ?? []).flatMap(({ path = [] }) => path.flatMap(({ names }) => names)),
    ],
    offered: offered.map(({ filter, label, default: isDefault }) => ({
      id: filter,
      label,
      default: isDefault,
    })),
  };
};

function argumentsOf({ mode, filters, types, condition }: Input, session: DebugSession): Arguments {
  const { capabilities } = session;
  if (types !== undefined) return byTypes(types, session);
  const wanted =
    filters === undefined ? filtersFor(mode ?? 'uncaught', capabilities) : known(filters, session);
  if (wanted.length === 0 && mode !== 'none' && mode !== undefined) throw noFilters(mode, session);
  if (condition === undefined) return { filters: [...wanted] };
  const supports = (id: string) =>
    capabilities.supportsExceptionFilterOptions &&
    capabilities.exceptionBreakpointFilters?.some(
      ({ filter, supportsCondition }) => filter === id && supportsCondition,
    );
  if (!wanted.every(supports)) throw unsupported(session, 'takes no condition for these exceptions');
  return { filters: [], filterOptions: wanted.map((filterId) => ({ filterId, condition })) };
}

function byTypes(types: readonly string[], session: DebugSession): Arguments {
  if (!session.capabilities.supportsExceptionOptions)
    throw unsupported(session, 'cannot stop by exception type');
  return { filters: [], exceptionOptions: [{ breakMode: 'always', path: [{ names: [...types] }] }] };
}

function known(filters: readonly string[], session: DebugSession): readonly string[] {
  const offered = (session.capabilities.exceptionBreakpointFilters ?? []).map(({ filter }) => filter);
  const unknown = filters.filter((filter) => !offered.includes(filter));
  if (unknown.length === 0) return filters;
  const list = offered.length === 0 ? 'it offers none' : `it offers ${offered.join(', ')}`;
  throw unsupported(session, `has no exception filter "${unknown.join('", "')}"; ${list}`);
}

function noFilters(mode: string, session: DebugSession) {
  const offered = (session.capabilities.exceptionBreakpointFilters ?? []).map(({ filter }) => filter);
  const list = offered.length === 0 ? 'it offers no filters' : `it offers ${offered.join(', ')}`;
  return unsupported(session, `has no filter for the mode "${mode}"; ${list}`);
}

function unsupported({ type, id }: DebugSession, what: string) {
  return editorErrors.fail('E_UNSUPPORTED_CAPABILITY', `The ${type} adapter of ${id} ${what}.`);
}
