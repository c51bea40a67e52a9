import type { ServerEvent, ToolContext } from '@molehill/core/context';
import type { EditorHost, Unsubscribe } from '../host.ts';

/** The sessions that one caller may use: its own and those of the person. */
export interface CallerSessions {
  list(): readonly { readonly id: string }[];
}

/** The breakpoints of one caller and of the person. */
export interface CallerBreakpoints {
  list(): readonly { readonly id: string }[];
}

/** What the debugging tools share over one host. */
export interface DebugServices {
  forCaller(context: Pick<ToolContext, 'caller' | 'handles'>): {
    readonly sessions: CallerSessions;
    readonly breakpoints: CallerBreakpoints;
  };
  /** Whether a program of anybody is being debugged. */
  hasLiveSession(): boolean;
  /** Called when a session started or ended. */
  onDidChange(listener: () => void): Unsubscribe;
  close(): void;
}

export function openDebugServices(host: EditorHost, _emit: (event: ServerEvent) => void): DebugServices {
  return {
    forCaller: () => ({
      sessions: { list: () => host.debug.sessions },
      breakpoints: { list: () => host.debug.breakpoints.list() },
    }),
    hasLiveSession: () => host.debug.sessions.length > 0,
    onDidChange: (listener) => host.debug.onDidStart(listener),
    close: () => {},
  };
}
