import { createId } from '@molehill/core/ids';
import type { Log } from '@molehill/core/log';
import { editorErrors } from '@molehill/editor/errors';
import type {
  DapSession,
  DebugConfiguration,
  DebugHost,
  LaunchEntry,
  StartContext,
  StartRequest,
  Unsubscribe,
  WorkspaceHost,
} from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import * as vscode from 'vscode';
import { Guard } from '../guard.ts';
import { VscodeBreakpoints } from './breakpoints.ts';
import { VscodeDapSession } from './debug-session.ts';
import { hasDebugger, launchEntries, launchParts } from './launches.ts';
import { pathOf, realPathOf } from './paths.ts';
import { runTask } from './tasks.ts';

/** Names the start in the configuration, so that its sessions are found; VS Code passes it on unchanged. */
const MARK = '__molehillStart';

interface Start {
  readonly request: StartRequest;
  readonly sessions: VscodeDapSession[];
}

/** Debugging in this window. Everything that an adapter sends passes a tracker, also for sessions of the person. */
export class VscodeDebugHost implements DebugHost, vscode.Disposable {
  readonly breakpoints: VscodeBreakpoints;
  readonly #workspace: WorkspaceHost;
  readonly #log: Log;
  readonly #guard: Guard;
  readonly #sessions = new Map<string, VscodeDapSession>();
  readonly #starts = new Map<string, Start>();
  readonly #listeners = new Set<(session: DapSession) => void>();
  readonly #disposables: vscode.Disposable[];

  constructor(workspace: WorkspaceHost, log: Log) {
    this.#workspace = workspace;
    this.#log = log;
    this.#guard = new Guard(log);
    this.breakpoints = new VscodeBreakpoints(() => [...this.#sessions.values()]);
    this.#disposables = [
      this.breakpoints,
      vscode.debug.registerDebugAdapterTrackerFactory('*', {
        createDebugAdapterTracker: this.#guard.wrap('the tracker of a debug session', (session) =>
          this.#track(session),
        ),
      }),
      vscode.debug.onDidTerminateDebugSession(
        this.#guard.wrap('the end of a debug session', ({ id }: vscode.DebugSession) => this.#ended(id)),
      ),
    ];
  }

  get sessions(): readonly DapSession[] {
    return [...this.#sessions.values()];
  }

  /** Those that agents started, without the sessions below them. */
  get agentSessions(): readonly DapSession[] {
    return this.sessions.filter(({ scope, parent }) => scope !== undefined && parent === undefined);
  }

  async launches(): Promise<readonly LaunchEntry[]> {
    return this.#workspace.folders.flatMap((folder) => launchEntries(folder));
  }

  async start(request: StartRequest, context: StartContext): Promise<readonly DapSession[]> {
    if (!this.#workspace.isTrusted(request.folder))
      throw editorErrors.fail('E_UNTRUSTED_WORKSPACE', `The workspace ${request.folder} is not trusted.`, {
        hint: 'The person grants trust in VS Code: Workspaces: Manage Workspace Trust.',
      });
    const parts = launchParts(request);
    for (const { configuration } of parts)
      if (!hasDebugger(configuration.type)) throw noDebugger(configuration.type);
    const sessions: VscodeDapSession[] = [];
    for (const { folder, configuration } of parts) {
      context.signal.throwIfAborted();
      sessions.push(...(await this.#startOne({ ...request, folder }, configuration, context)));
    }
    return sessions;
  }

  onDidStart(listener: (session: DapSession) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends what agents started; the person's sessions go on. */
  async close(): Promise<void> {
    const own = [...this.#sessions.values()].filter(({ scope }) => scope !== undefined);
    await Promise.allSettled(own.map((session) => session.stop({ detach: session.request === 'attach' })));
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #startOne(
    request: StartRequest,
    configuration: DebugConfiguration,
    { signal }: StartContext,
  ): Promise<readonly VscodeDapSession[]> {
    const { preLaunchTask, ...rest } = configuration;
    if (typeof preLaunchTask === 'string') await runTask(preLaunchTask, request.folder, signal);
    const mark = createId();
    const start: Start = { request, sessions: [] };
    this.#starts.set(mark, start);
    const cancel = () =>
      void Promise.allSettled(start.sessions.map((session) => session.stop({ detach: false })));
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const folder = vscode.workspace.workspaceFolders?.find(
        ({ uri }) => realPathOf(pathOf(uri) ?? '') === request.folder,
      );
      const given: vscode.DebugConfiguration = {
        internalConsoleOptions: 'neverOpen',
        ...rest,
        type: configuration.type,
        name: configuration.name,
        request: configuration.request,
        [MARK]: mark,
      };
      const isStarted = await vscode.debug.startDebugging(folder, given, {
        noDebug: request.noDebug ?? false,
        suppressDebugToolbar: false,
      });
      signal.throwIfAborted();
      await Promise.all(start.sessions.map((session) => session.configured));
      if (!isStarted || start.sessions.length === 0)
        throw editorErrors.fail('E_LAUNCH_FAILED', `VS Code did not start "${configuration.name}".`);
      return start.sessions;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#starts.delete(mark);
    }
  }

  #track(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    const dap = this.#add(session);
    return {
      onWillReceiveMessage: this.#guard.wrap('a request to a debug adapter', (message) =>
        this.#willReceive(dap, message),
      ),
      onDidSendMessage: this.#guard.wrap('a message of a debug adapter', (message) => {
        this.breakpoints.received(dap, message);
        dap.received(message);
      }),
      onError: (error) => this.#log.warn({ err: error, session: session.name }, 'a debug adapter failed'),
      onExit: (code, signal) => {
        dap.end(`The debug adapter ended with ${signal ?? `code ${code}`}.`);
        this.#sessions.delete(dap.id);
      },
    };
  }

  #add(session: vscode.DebugSession): VscodeDapSession {
    const mark: unknown = session.configuration[MARK];
    const start = typeof mark === 'string' ? this.#starts.get(mark) : undefined;
    const parent = session.parentSession && this.#sessions.get(session.parentSession.id);
    const path = session.workspaceFolder && pathOf(session.workspaceFolder.uri);
    const dap = new VscodeDapSession(session, {
      folder: path === undefined ? (this.#workspace.folders[0] ?? '') : realPathOf(path),
      started: start?.request ?? parent?.started,
    });
    this.#sessions.set(dap.id, dap);
    if (start && !parent) start.sessions.push(dap);
    this.breakpoints.started(dap);
    for (const listener of this.#listeners) listener(dap);
    return dap;
  }

  /** VS Code sends the exception filters of its own view; a session of an agent has those that the agent asked for. */
  #willReceive(dap: VscodeDapSession, message: DebugProtocol.ProtocolMessage): void {
    const request = message as DebugProtocol.Request;
    if (request.type !== 'request') return;
    this.breakpoints.sending(dap, request);
    if (request.command !== 'setExceptionBreakpoints') return;
    const wanted = dap.started?.exceptionBreakpoints(dap.capabilities);
    if (wanted) request.arguments = wanted;
  }

  #ended(id: string): void {
    this.#sessions.get(id)?.end();
    this.#sessions.delete(id);
    this.breakpoints.ended(id);
  }
}

function noDebugger(type: string) {
  return editorErrors.fail('E_NO_ADAPTER', `No extension of this window debugs "${type}".`, {
    hint: `Install a VS Code extension that contributes the debug type ${type}.`,
  });
}
