import type { EditorContext } from '../../context.ts';
import { breakpointView } from '../../debug/breakpoint-view.ts';
import type { BreakpointSettings, CallerBreakpoint, CallerBreakpoints } from '../../debug/breakpoints.ts';
import { placeByLine, placeByText } from '../../debug/source-place.ts';
import { editorErrors } from '../../errors.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['breakpoint_set'];

interface Target {
  readonly location: BreakpointSettings['location'];
  readonly content?: string;
  readonly text?: string;
}

/** Sets a breakpoint, or updates the one that is there. */
export const handle: Handler<'breakpoint_set'> = async (input, context) => {
  const { breakpoints } = context;
  assertSupported(input, context);
  const target = await targetOf(input, context);
  const { condition, hitCondition, logMessage, group, enabled } = input;
  const settings: BreakpointSettings = {
    location: target.location,
    isEnabled: enabled,
    ...(condition === undefined ? {} : { condition }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
    ...(logMessage === undefined ? {} : { logMessage }),
    ...(group === undefined ? {} : { group }),
    ...(target.text === undefined ? {} : { text: target.text }),
    ...(input.line === undefined ? {} : { requestedLine: input.line }),
  };
  const before = breakpoints
    .list()
    .find((other) => other.owner === 'agent' && isSame(other, settings.location));
  const put = await breakpoints.put(settings, before?.id);
  const verified = await verify(put, breakpoints, input.verifyMs, context.signal);
  return breakpointView(verified, context, target.content);
};

async function targetOf(input: Input, { host, path: resolve, shown }: EditorContext): Promise<Target> {
  if (input.function !== undefined) return { location: { kind: 'function', function: input.function } };
  const path = resolve(input.path ?? '');
  const source = await host.workspace.readText(path);
  const { line, content } =
    input.text === undefined
      ? placeByLine(source, input.line ?? 1, shown(path), input.expect)
      : placeByText(source, input.text, shown(path), input.near);
  const column = input.column === undefined ? {} : { column: input.column };
  return {
    location: { kind: 'line', path, line, ...column },
    content,
    ...(input.text === undefined ? {} : { text: content }),
  };
}

function isSame({ location }: CallerBreakpoint, wanted: BreakpointSettings['location']): boolean {
  if (location.kind === 'function' || wanted.kind === 'function')
    return (
      location.kind === 'function' && wanted.kind === 'function' && location.function === wanted.function
    );
  const { path, line, column } = location;
  return path === wanted.path && line === wanted.line && column === wanted.column;
}

const NEEDED = [
  ['function', 'supportsFunctionBreakpoints', 'function breakpoints'],
  ['condition', 'supportsConditionalBreakpoints', 'conditional breakpoints'],
  ['hitCondition', 'supportsHitConditionalBreakpoints', 'hit counts'],
  ['logMessage', 'supportsLogPoints', 'log messages'],
] as const;

/** A live session knows what its adapter can do; without one the next start tells. */
function assertSupported(input: Input, { sessions, caller }: EditorContext): void {
  const own = sessions.live().filter(({ scope, state }) => scope === caller.id && state !== 'starting');
  for (const [parameter, capability, what] of NEEDED) {
    if (input[parameter] === undefined) continue;
    const lacking = own.find(({ capabilities }) => !capabilities[capability]);
    if (lacking)
      throw editorErrors.fail(
        'E_UNSUPPORTED_CAPABILITY',
        `The ${lacking.type} adapter of ${lacking.id} has no ${what} (${capability}).`,
      );
  }
}

/** An adapter may bind a breakpoint some time after its answer. */
async function verify(
  put: CallerBreakpoint,
  breakpoints: CallerBreakpoints,
  verifyMs: number,
  signal: AbortSignal,
): Promise<CallerBreakpoint> {
  const now = () => breakpoints.get(put.id) ?? put;
  if (put.verified !== false || !put.isEnabled || verifyMs === 0) return now();
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, verifyMs);
    const unsubscribe = breakpoints.onDidBind((id, { verified }) => {
      if (id === put.id && verified) done();
    });
    signal.addEventListener('abort', done, { once: true });
  });
  return now();
}
