import type { EditorContext } from '../../context.ts';
import type { DebugSession } from '../../debug/session.ts';
import type { ToolResults } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Entry = ToolResults['debug_status']['sessions'][number];

export const handle: Handler<'debug_status'> = async (input, context) => {
  const { sessions } = context;
  const chosen = input.session === undefined ? undefined : sessions.get(input.session);
  const listed = chosen ? [chosen] : input.all ? sessions.list() : sessions.live();
  const usual = sessions.live().length > 0 ? sessions.getLive(undefined).id : undefined;
  return {
    sessions: listed.map((session) => describe(session, context, input.capabilities)),
    default: usual,
  };
};

function describe(session: DebugSession, { shown }: EditorContext, withCapabilities: boolean): Entry {
  const { stop, lastStop, end } = session;
  const path = stop?.frame?.source?.path;
  return {
    id: session.id,
    name: session.name,
    type: session.type,
    parent: session.parent,
    owner: session.scope === undefined ? 'user' : 'agent',
    state: session.state,
    threads: session.threads.length,
    location: stop?.frame && {
      file: path === undefined ? undefined : shown(path),
      line: path === undefined ? undefined : stop.frame.line,
      function: stop.frame.name,
    },
    lastStop: lastStop && {
      reason: lastStop.reason,
      seq: lastStop.seq,
      hitBreakpoints: lastStop.hitBreakpoints,
    },
    startedAt: new Date(session.startedAt).toISOString(),
    exitCode: session.exitCode,
    end: end && (end.detail === undefined ? end.how : `${end.how}: ${end.detail.slice(-300)}`),
    capabilities: withCapabilities ? supported(session) : undefined,
  };
}

function supported({ capabilities }: DebugSession): string[] {
  return Object.entries(capabilities).flatMap(([name, value]) => (value === true ? [name] : []));
}
