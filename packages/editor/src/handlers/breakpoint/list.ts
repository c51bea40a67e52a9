import type { EditorContext } from '../../context.ts';
import { breakpointView } from '../../debug/breakpoint-view.ts';
import type { CallerBreakpoint } from '../../debug/breakpoints.ts';
import type { Breakpoint, ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['breakpoint_list'];

export const handle: Handler<'breakpoint_list'> = async (input, context) => {
  const path = input.path === undefined ? undefined : context.path(input.path);
  const wanted = context.breakpoints.list().filter((one) => isWanted(one, input, path));
  const placed = await Promise.all(wanted.map((one) => withContent(one, context)));
  const others =
    path === undefined && !input.unboundOnly && input.group === undefined ? ofSessions(context) : [];
  const breakpoints = [...placed, ...others].filter(
    ({ kind }) => input.kind === 'all' || kind === input.kind,
  );
  return { breakpoints, total: breakpoints.length };
};

function isWanted({ location, group, verified }: CallerBreakpoint, input: Input, path?: string): boolean {
  if (path !== undefined && (location.kind !== 'line' || location.path !== path)) return false;
  if (input.group !== undefined && group !== input.group) return false;
  return !input.unboundOnly || verified !== true;
}

async function withContent(breakpoint: CallerBreakpoint, context: EditorContext): Promise<Breakpoint> {
  const view = breakpointView(breakpoint, context);
  const { location } = breakpoint;
  if (location.kind === 'function' || view.line === undefined) return view;
  const text = await context.host.workspace.readText(location.path).catch(() => '');
  return { ...view, content: text.split(/\r\n|\n|\r/)[view.line - 1]?.trim() };
}

/** Exception filters and data breakpoints live in their session. */
function ofSessions({ sessions }: EditorContext): Breakpoint[] {
  return sessions.live().flatMap(({ id: session, exceptionArguments, dataBreakpoints }) => [
    ...(exceptionArguments?.filters ?? []).map((filter) => ({
      ...shared,
      id: `${session}:${filter}`,
      kind: 'exception' as const,
      function: filter,
    })),
    ...dataBreakpoints.map(({ id, description, condition, hitCondition }) => ({
      ...shared,
      id,
      kind: 'data' as const,
      content: description,
      condition,
      hitCondition,
    })),
  ]);
}

const shared = { enabled: true, verified: true, hits: 0, owner: 'agent' } as const;
