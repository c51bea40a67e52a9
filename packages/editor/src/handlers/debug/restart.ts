import type { EditorContext } from '../../context.ts';
import type { CallerBreakpoint } from '../../debug/breakpoints.ts';
import { family } from '../../debug/run.ts';
import type { DebugSession } from '../../debug/session.ts';
import { placeByText } from '../../debug/source-place.ts';
import { type NewSession, startAndWait } from '../../debug/start-program.ts';
import { editorErrors } from '../../errors.ts';
import type { StopResult } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'debug_restart'> = async ({ session: id, wait, timeoutMs }, context) => {
  const session = context.sessions.getUnambiguous(id);
  const request = requestOf(session);
  await endAll(session, context);
  const moved = await followTexts(context);
  const result = await startAndWait(request, context, { wait, timeoutMs });
  return moved.length === 0 ? result : { ...result, moved };
};

function requestOf({ id, startRequest, exceptionArguments }: DebugSession): NewSession {
  if (!startRequest)
    throw editorErrors.fail(
      'E_UNSUPPORTED_CAPABILITY',
      `The session ${id} was started by another program or by the person, so it cannot be restarted here.`,
    );
  if (!exceptionArguments) return startRequest;
  return { ...startRequest, exceptionBreakpoints: () => exceptionArguments };
}

/** A compound starts again as a whole, so all its sessions end, with what their programs forked. */
async function endAll({ startRequest }: DebugSession, { sessions }: EditorContext): Promise<void> {
  const all = sessions.list();
  const roots = all.filter((other) => other.startRequest === startRequest);
  const live = family(roots, all).filter(({ state }) => state !== 'ended');
  await Promise.all(live.map((session) => session.terminate({ detach: session.request === 'attach' })));
}

type Moved = NonNullable<StopResult['moved']>[number];

/** Breakpoints that were set by text are found again in files that were edited meanwhile. */
async function followTexts(context: EditorContext): Promise<Moved[]> {
  const anchored = context.breakpoints.list().filter(({ text }) => text !== undefined);
  const moved = await Promise.all(anchored.map((breakpoint) => followText(breakpoint, context)));
  return moved.flatMap((one) => one ?? []);
}

async function followText(
  { id, location, text, condition, hitCondition, logMessage, group, isEnabled }: CallerBreakpoint,
  { host, breakpoints, shown }: EditorContext,
): Promise<Moved | undefined> {
  if (location.kind !== 'line' || text === undefined) return undefined;
  const file = shown(location.path);
  const source = await host.workspace.readText(location.path).catch(() => '');
  const line = lineOf(source, text, file, location.line);
  if (line === location.line) return undefined;
  if (line === undefined)
    return { id, file, from: location.line, message: `The line "${text.slice(0, 80)}" is no longer there.` };
  const settings = { location: { ...location, line }, text, isEnabled };
  const optional = {
    ...(condition === undefined ? {} : { condition }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
    ...(logMessage === undefined ? {} : { logMessage }),
    ...(group === undefined ? {} : { group }),
  };
  await breakpoints.put({ ...settings, ...optional }, id);
  return { id, file, from: location.line, to: line };
}

function lineOf(source: string, text: string, file: string, near: number): number | undefined {
  try {
    return placeByText(source, text, file, near).line;
  } catch {
    return undefined;
  }
}
