import type { ToolContext } from '@molehill/core/context';
import type { CallerBreakpoints } from './debug/breakpoints.ts';
import type { CallerSessions } from './debug/caller-sessions.ts';
import type { EditorHost } from './host.ts';
import type { RecentError } from './recent-errors.ts';

/** What a handler gets that works without an editor host. */
export interface HostlessContext extends ToolContext {
  /** How the tools reach an editor. */
  readonly bridge: BridgeView;
  /** The last calls of these tools that failed in this process, newest first, without secrets. */
  readonly recentErrors: readonly RecentError[];
  /** Live debug sessions of everybody in this process. */
  readonly liveSessions: number;
}

/** What a handler gets. */
export interface EditorContext extends HostlessContext {
  readonly host: EditorHost;
  readonly sessions: CallerSessions;
  readonly breakpoints: CallerBreakpoints;
  /**
   * The absolute path of an existing file or folder of the workspace, given relative to a workspace folder, absolute
   * or as a file URI. E_INVALID_PATH, E_FILE_NOT_FOUND, E_OUTSIDE_WORKSPACE.
   */
  path(given: string): string;
  /**
   * The absolute path of a file or folder that may not exist yet, in a folder of the workspace. It is not reached by a
   * link that leads outside. E_INVALID_PATH, E_OUTSIDE_WORKSPACE.
   */
  newPath(given: string): string;
  /** As an agent reads it: relative to its workspace folder, absolute outside. */
  shown(path: string): string;
}

/** A process that has a project open. */
export interface BridgeWindow {
  readonly id: string;
  readonly kind: 'vscode' | 'headless' | 'up';
  readonly pid: number;
  readonly folders: readonly string[];
  readonly version: string;
  readonly heartbeatAgeMs: number;
}

/** Where a call of this process runs. */
export interface BridgeChoice {
  readonly kind: 'vscode' | 'headless' | 'none';
  /** The window that is used. */
  readonly window?: string | undefined;
  readonly reason: string;
}

/** How tools are run in an editor's window instead of here. */
export interface WindowCalls {
  /** Undefined where no window is to run it. Throws the error that the tool answered there. */
  call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): Promise<{ readonly data: unknown } | undefined>;
}

/** What the program that mounts the tools knows of windows. */
export interface BridgeView {
  readonly version: string;
  /** The version of the job folder's protocol. */
  readonly protocol: number;
  readonly workspace: string;
  windows(): Promise<readonly BridgeWindow[]>;
  choice(): Promise<BridgeChoice>;
}
