import type { Log } from '@molehill/core/log';
import { editorErrors } from '@molehill/editor/errors';
import type {
  BreakpointHost,
  DapSession,
  DebugHost,
  LaunchEntry,
  Unsubscribe,
  WorkspaceHost,
} from '@molehill/editor/host';
import type { Disposable } from 'vscode';

export class VscodeDebugHost implements DebugHost, Disposable {
  readonly sessions: readonly DapSession[] = [];
  readonly breakpoints: BreakpointHost = {
    list: () => [],
    put: async () => {},
    remove: async () => {},
    bindings: () => [],
    onDidBind: () => () => {},
  };

  constructor(_workspace: WorkspaceHost, _log: Log) {}

  async launches(): Promise<readonly LaunchEntry[]> {
    return [];
  }

  async start(): Promise<readonly DapSession[]> {
    throw editorErrors.fail('E_LAUNCH_FAILED', 'Debugging is not connected yet.');
  }

  onDidStart(_listener: (session: DapSession) => void): Unsubscribe {
    return () => {};
  }

  async close(): Promise<void> {}

  dispose(): void {}
}
