import type { ServerEvent, ToolContext } from '@molehill/core/context';
import type { EditorHost, Unsubscribe } from '../host.ts';
import { BreakpointRegistry, type CallerBreakpoints } from './breakpoints.ts';
import type { CallerSessions } from './caller-sessions.ts';
import type { DebugSession } from './session.ts';
import { SessionTracker } from './tracker.ts';

/** What the debugging tools share over one host. */
export interface DebugServices {
  forCaller(context: Pick<ToolContext, 'caller' | 'handles'>): {
    readonly sessions: CallerSessions;
    readonly breakpoints: CallerBreakpoints;
  };
  /** Of everybody, ended ones included. */
  sessions(): readonly DebugSession[];
  /** How many programs are being debugged, by anybody. */
  liveSessions(): number;
  /** Called when a session started or ended. */
  onDidChange(listener: () => void): Unsubscribe;
  close(): void;
}

export function openDebugServices(
  { debug }: Pick<EditorHost, 'debug'>,
  emit: (event: ServerEvent) => void,
): DebugServices {
  const breakpoints = new BreakpointRegistry(debug.breakpoints);
  const tracker = new SessionTracker({ debug, breakpoints, emit });
  return {
    forCaller: ({ caller, handles }) => ({
      sessions: tracker.forCaller(caller.id, handles),
      breakpoints: breakpoints.forCaller(caller.id, handles),
    }),
    sessions: () => tracker.sessions,
    liveSessions: () => tracker.sessions.filter(({ state }) => state !== 'ended').length,
    onDidChange: (listener) => tracker.onDidChange(listener),
    close: () => tracker.close(),
  };
}
