import type { EditorContext } from '../../context.ts';
import type { CallerBreakpoint } from '../../debug/breakpoints.ts';
import { editorErrors } from '../../errors.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['breakpoint_remove'];

export const handle: Handler<'breakpoint_remove'> = async (input, context) => {
  const { breakpoints, shown } = context;
  const data = input.id === undefined ? undefined : await removeDataBreakpoint(input.id, context);
  if (data) return { removed: [data] };
  const path = input.path === undefined ? undefined : context.path(input.path);
  const found = breakpoints.list().filter((one) => isNamed(one, input, path));
  if (found.length === 0) throw editorErrors.fail('E_NOT_FOUND', `No breakpoint is ${nameOf(input)}.`);
  await breakpoints.remove(found.map(({ id }) => id));
  const removed = found.map(({ id, location }) =>
    location.kind === 'line'
      ? { id, path: shown(location.path), line: location.line }
      : { id, function: location.function },
  );
  return { removed };
};

/** Both the line that was asked for and the one where the adapter put it name a breakpoint. */
function isNamed(breakpoint: CallerBreakpoint, input: Input, path: string | undefined): boolean {
  const { id, location, boundLine, requestedLine } = breakpoint;
  if (input.id !== undefined) return id === input.id;
  if (location.kind === 'function') return location.function === input.function;
  return location.path === path && [location.line, boundLine, requestedLine].includes(input.line);
}

async function removeDataBreakpoint(id: string, { sessions, signal }: EditorContext) {
  const session = sessions.live().find(({ dataBreakpoints }) => dataBreakpoints.some((one) => one.id === id));
  if (!session) return undefined;
  session.dataBreakpoints.splice(
    session.dataBreakpoints.findIndex((one) => one.id === id),
    1,
  );
  await session.send('setDataBreakpoints', { breakpoints: session.dataBreakpoints }, { signal });
  return { id };
}

function nameOf({ id, path, line, function: name }: Input): string {
  if (id !== undefined) return `named "${id}"`;
  return name === undefined ? `at ${path}:${line}` : `set for the function "${name}"`;
}
