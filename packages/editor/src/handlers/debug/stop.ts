import type { EditorContext } from '../../context.ts';
import { family } from '../../debug/run.ts';
import type { DebugSession } from '../../debug/session.ts';
import type { Handler } from '../../handler.ts';

/** Ends the program with what it forked. The session stays readable. */
export const handle: Handler<'debug_stop'> = async ({ session: id, all, detach }, context) => {
  const chosen = choose(id, all, context);
  const ended = family(chosen, context.sessions.list());
  const live = ended.filter(({ state }) => state !== 'ended');
  await Promise.all(live.map((session) => session.terminate({ detach })));
  return { stopped: ended.map(({ id: session, exitCode }) => ({ session, exitCode })) };
};

function choose(
  id: string | undefined,
  all: boolean,
  { sessions, caller }: EditorContext,
): readonly DebugSession[] {
  if (id !== undefined) return [sessions.get(id)];
  const live = sessions.live();
  if (all) return live.filter(({ scope }) => scope === caller.id);
  return live.length === 0 ? [] : [sessions.getUnambiguous(undefined)];
}
