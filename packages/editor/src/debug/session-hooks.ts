import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DapSession } from '../host.ts';
import type { Changes } from './wait.ts';

export type SessionChange = 'started' | 'stopped' | 'continued' | 'exited' | 'output';

export interface SessionSeed {
  /** The handle that agents use. */
  readonly id: string;
  readonly dap: DapSession;
  /** The session whose program started this one. */
  readonly parent?: string;
}

export interface SessionHooks<Session> {
  /** Shared by all sessions, so that a wait can be about several. */
  readonly changes: Changes;
  /** Ids of our breakpoints at a stop. */
  hits(
    dap: DapSession,
    stopped: DebugProtocol.StoppedEvent['body'],
    frame: DebugProtocol.StackFrame | undefined,
  ): readonly string[];
  changed(session: Session, change: SessionChange): void;
}
