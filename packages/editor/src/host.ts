import type { DebugProtocol } from '@vscode/debugprotocol';
import type { HostContext } from './host-context.ts';
import type { LanguageHost } from './language-host.ts';
import type { SettingsHost } from './settings-host.ts';
import type { AppliedChange, ApplyOptions, WorkspaceChange } from './workspace-change.ts';

/**
 * What the tools need of an editor, shaped like the Debug Adapter Protocol and the Language Server Protocol. Implemented
 * by the headless host and by the VS Code extension. Paths are absolute; lines and columns start at 1, except in
 * `language` and in edits, which use the positions of LSP.
 */
export interface EditorHost {
  readonly kind: 'headless' | 'vscode';
  readonly workspace: WorkspaceHost;
  readonly debug: DebugHost;
  readonly tests: TestHost;
  readonly language: LanguageHost;
  readonly settings: SettingsHost;
  readonly versionControl: VersionControlHost;
  /** Absent where there is no editor that a person looks at. */
  readonly window?: WindowHost;
  close(): Promise<void>;
}

export type Unsubscribe = () => void;

export interface WorkspaceHost {
  /** Real paths of the open folders. */
  readonly folders: readonly string[];
  /** Whether programs of this folder may be run. */
  isTrusted(path: string): boolean;
  /** The text as the editor has it, unsaved changes included. E_FILE_NOT_FOUND. */
  readText(path: string): Promise<string>;
  /** Absolute paths of files with unsaved changes. */
  dirtyFiles(): readonly string[];
  /**
   * Applies all of a change or nothing, after the changes that were asked for before. E_CONFLICT where a file is not as
   * planned, is dirty, or a target exists; E_WRITE_FAILED where a write failed and the old content was restored.
   */
  apply(change: WorkspaceChange, options: ApplyOptions): Promise<AppliedChange>;
}

export interface VersionControlHost {
  /** Absolute paths of files that differ from the last commit, untracked ones included, or why they are not known. */
  changedFiles(
    signal: AbortSignal,
  ): Promise<{ readonly files: readonly string[] } | { readonly unknown: string }>;
}

/** What a person has before their eyes. */
export interface WindowHost {
  context(): Promise<WindowContext>;
  /** E_FILE_NOT_FOUND. */
  reveal(place: {
    readonly path: string;
    readonly line: number;
    readonly column: number;
    readonly focus: boolean;
  }): Promise<void>;
}

export interface WindowContext {
  readonly activeFile?: string;
  readonly language?: string;
  readonly selection?: {
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
    readonly text: string;
  };
  readonly visible?: { readonly from: number; readonly to: number };
  readonly tabs: readonly { readonly path: string; readonly isActive: boolean; readonly isDirty: boolean }[];
}

/** A configuration as in `launch.json`. */
export interface DebugConfiguration {
  readonly type: string;
  readonly name: string;
  readonly request: 'launch' | 'attach';
  readonly [key: string]: unknown;
}

/** A configuration or compound of `.vscode/launch.json` or of a `.code-workspace` file. */
export interface LaunchEntry {
  readonly name: string;
  /** `compound` for a compound. */
  readonly type: string;
  readonly request: 'launch' | 'attach' | 'compound';
  readonly folder: string;
  readonly isAdapterInstalled: boolean;
  readonly preLaunchTask?: string;
  /** Names of `${input:…}` and `${command:…}` variables, which only a person can answer. */
  readonly inputs?: readonly string[];
  /** The program it starts, where it names a file. */
  readonly program?: string;
}

export interface DebugHost {
  launches(): Promise<readonly LaunchEntry[]>;
  /**
   * Starts a program, and resolves when each adapter has accepted the launch or attach request and was told to run
   * (`configurationDone`), without waiting for a stop. A compound starts several sessions.
   * E_CONFIG_NOT_FOUND, E_NO_ADAPTER, E_PRELAUNCH_FAILED, E_LAUNCH_FAILED, E_UNTRUSTED_WORKSPACE, E_CONFIRMATION_REQUIRED.
   */
  start(request: StartRequest, context: StartContext): Promise<readonly DapSession[]>;
  /** Live DAP sessions of everybody, child sessions included. */
  readonly sessions: readonly DapSession[];
  /** Called before the first event of a session is delivered, so no event is missed. */
  onDidStart(listener: (session: DapSession) => void): Unsubscribe;
  readonly breakpoints: BreakpointHost;
  /** The adapters that are known here. Absent where the editor manages its adapters itself. */
  adapters?(): Promise<readonly AdapterState[]>;
  /** Installs a missing adapter. Absent where the editor manages its adapters itself. */
  installAdapter?(adapter: string, context: StartContext): Promise<void>;
}

export interface AdapterState {
  readonly name: string;
  readonly languages: readonly string[];
  readonly isInstalled: boolean;
  readonly version?: string;
  /** Where it was found: `setting`, `vscode`, `cache` or `system`. */
  readonly source?: string;
}

export type StartContext = HostContext;

export interface StartRequest {
  /** The name of a launch entry, or a configuration. */
  readonly launch: { readonly name: string; readonly folder?: string } | DebugConfiguration;
  /** The workspace folder it belongs to; variables are resolved against it. */
  readonly folder: string;
  /** What `${file}` stands for in the configuration. */
  readonly file?: string;
  /** Values that replace those of the configuration; `env` is added to its own. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly noDebug?: boolean;
  /** Whose breakpoints apply; see `HostBreakpoint.scope`. */
  readonly scope: string;
  /** Called with the adapter's capabilities before it runs the program. */
  exceptionBreakpoints(
    capabilities: DebugProtocol.Capabilities,
  ): DebugProtocol.SetExceptionBreakpointsArguments | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** E_TIMEOUT where the adapter has not answered by then. */
  readonly timeoutMs?: number;
}

/** One connection to a debug adapter. js-debug opens a parent session without threads and a child for each process. */
export interface DapSession {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** The DAP session that asked for this one by `startDebugging`. */
  readonly parent?: string;
  readonly folder: string;
  /** Absent for a session that the person started. */
  readonly scope?: string;
  readonly request: 'launch' | 'attach';
  readonly startedAt: number;
  readonly capabilities: DebugProtocol.Capabilities;
  /** The body of the response. E_ADAPTER with the adapter's own message, E_TIMEOUT, E_SESSION_ENDED. */
  send(command: string, args?: object, options?: RequestOptions): Promise<unknown>;
  onEvent(listener: (event: DebugProtocol.Event) => void): Unsubscribe;
  /** Resolves when the connection to the adapter is closed. */
  readonly ended: Promise<SessionEnd>;
  /** Ends the program, or leaves it running with `detach`. Resolves when the adapter is gone. */
  stop(options: { readonly detach: boolean }): Promise<void>;
}

export interface SessionEnd {
  /** `crashed`: the adapter ended without `terminated`. */
  readonly how: 'terminated' | 'crashed';
  /** The last lines of the adapter's standard error where it crashed. */
  readonly detail?: string;
}

/** A breakpoint that applies to sessions of its scope. */
export interface HostBreakpoint {
  readonly id: string;
  /** The caller it belongs to; absent for one that the person set in the editor, which applies to all sessions. */
  readonly scope?: string;
  readonly location:
    | { readonly kind: 'line'; readonly path: string; readonly line: number; readonly column?: number }
    | { readonly kind: 'function'; readonly function: string };
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
  readonly isEnabled: boolean;
}

/** What the adapter of one session said about a breakpoint. */
export interface BreakpointBinding {
  readonly session: string;
  readonly verified: boolean;
  /** The adapter's id, as in `hitBreakpointIds`. */
  readonly adapterId?: number;
  readonly line?: number;
  readonly message?: string;
}

export interface BreakpointHost {
  list(): readonly HostBreakpoint[];
  /** Adds it, or replaces the one with its id. Resolves when the live sessions of its scope have answered. */
  put(breakpoint: HostBreakpoint): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  bindings(id: string): readonly BreakpointBinding[];
  /** An adapter said something new about a breakpoint (answer or `breakpoint` event). */
  onDidBind(listener: (id: string, binding: BreakpointBinding) => void): Unsubscribe;
}

/** Which tests: exactly what the caller named. */
export interface TestSelection {
  readonly path?: string;
  readonly line?: number;
  readonly name?: string;
  readonly scope?: 'file' | 'failed';
}

export interface DiscoveredTest {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly framework: string;
}

export interface TestFailure {
  readonly name: string;
  readonly path?: string;
  readonly line?: number;
  readonly message: string;
}

export interface TestRun {
  /** Several where failed tests of several frameworks were run again. */
  readonly framework: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  readonly outputTail: readonly string[];
}

export interface Discovery {
  readonly frameworks: readonly string[];
  readonly tests: readonly DiscoveredTest[];
  /** Files whose tests could not be listed, and why. */
  readonly problems: readonly string[];
  /** False where not all folders were searched, or there are problems. */
  readonly isComplete: boolean;
}

export interface TestContext extends StartContext {
  /** Whose last run `scope: failed` repeats. */
  readonly scope: string;
}

export interface TestHost {
  /** Of a file, a folder or the whole workspace. E_TESTS_NOT_DISCOVERED. */
  discover(path: string | undefined, context: StartContext): Promise<Discovery>;
  /** E_NO_TEST_AT_LOCATION, E_TESTS_NOT_DISCOVERED. */
  run(selection: TestSelection, context: TestContext): Promise<TestRun>;
  /** How to start the one selected test under the debugger. E_NO_TEST_AT_LOCATION, E_TESTS_NOT_DISCOVERED. */
  debug(
    selection: TestSelection,
    context: StartContext,
  ): Promise<{
    readonly test: string;
    readonly framework: string;
    /** The folder whose programs it may run. */
    readonly folder: string;
    readonly configuration: DebugConfiguration;
  }>;
}
