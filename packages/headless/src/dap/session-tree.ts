import { messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { ProcessGroup } from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import { isRecord } from '@molehill/core/record';
import type { DapSession, DebugConfiguration, StartRequest, Unsubscribe } from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AdapterProcess, Env } from '../adapters/adapter.ts';
import { type AdapterServer, startAdapter } from './adapter-server.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { Channel } from './connection.ts';
import { HeadlessSession, type ReleaseOptions } from './session.ts';
import { openSocket } from './sockets.ts';
import { startSession } from './start-session.ts';
import { runInTerminal } from './terminal.ts';

export interface SessionTreeOptions {
  readonly env: Env;
  readonly log: Log;
  readonly reaper: Reaper;
  readonly breakpoints: Breakpoints;
}

/** What child sessions take over from the session that asked for them. */
export type Origin = Pick<StartRequest, 'folder' | 'scope' | 'exceptionBreakpoints'>;

interface ChildConfiguration {
  readonly request: 'launch' | 'attach';
  readonly [key: string]: unknown;
}

interface Opening {
  readonly server: AdapterServer;
  readonly configuration: DebugConfiguration;
  readonly origin: Origin;
  readonly signal: AbortSignal;
  readonly parent?: HeadlessSession;
  connect(signal: AbortSignal): Promise<Channel>;
}

/** How long an adapter may take to leave an attached program when this process ends. */
const CLOSE_MS = 300;

/** The live sessions: a root for each adapter process, and the children that adapters ask for. */
export class SessionTree {
  readonly #options: SessionTreeOptions;
  readonly #sessions = new Map<string, HeadlessSession>();
  readonly #listeners = new Set<(session: DapSession) => void>();
  readonly #servers = new Set<AdapterServer>();
  /** Programs that adapters asked the host to start, by their session. */
  readonly #programs = new Map<HeadlessSession, ProcessGroup>();
  readonly #closed = new AbortController();

  constructor(options: SessionTreeOptions) {
    this.#options = options;
  }

  get sessions(): readonly HeadlessSession[] {
    return [...this.#sessions.values()];
  }

  onDidStart(listener: (session: DapSession) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts an adapter and its root session. E_LAUNCH_FAILED. */
  async openRoot(
    adapter: AdapterProcess,
    configuration: DebugConfiguration,
    origin: Origin,
    caller: AbortSignal,
  ): Promise<HeadlessSession> {
    const { env, reaper } = this.#options;
    const signal = AbortSignal.any([caller, this.#closed.signal]);
    signal.throwIfAborted();
    const server = await startAdapter(adapter, { env, reaper, cwd: origin.folder });
    this.#servers.add(server);
    const connect = (given: AbortSignal) => server.connect(given);
    try {
      return await this.#open({ server, configuration, origin, signal, connect });
    } catch (error) {
      await this.#endServer(server, { programs: configuration.request === 'launch' });
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error('The debug host was closed.'));
    await Promise.all(this.sessions.filter(({ parent }) => parent === undefined).map(closeSession));
    await Promise.all([...this.#servers].map((server) => this.#endServer(server, { programs: true })));
    await Promise.all([...this.#programs.values()].map((program) => program.end()));
  }

  async #open({ server, configuration, origin, signal, parent, connect }: Opening): Promise<HeadlessSession> {
    const { log, breakpoints } = this.#options;
    const { name, type, request } = configuration;
    const { folder, scope, exceptionBreakpoints } = origin;
    const session = new HeadlessSession({
      facts: { name, type, request, folder, scope, ...(parent && { parent: parent.id }) },
      channel: await connect(signal),
      server,
      log,
      onRequest: (from, command, args) => this.#requested(from, origin, command, args),
      release: (from, options) => this.#release(from, options),
    });
    this.#add(session, origin);
    try {
      await startSession(session, { configuration, exceptionBreakpoints, breakpoints, signal });
    } catch (error) {
      session.drop();
      throw error;
    }
    return session;
  }

  #add(session: HeadlessSession, origin: Origin): void {
    this.#sessions.set(session.id, session);
    session.ended.then(() => this.#sessions.delete(session.id));
    session.onEvent(({ event, body }) => {
      // Before 1.8 debugpy announced a child process by an event of its own.
      if (event === 'debugpyAttach') this.#startChild(session, origin, { ...body, request: 'attach' });
    });
    for (const listener of this.#listeners) listener(session);
  }

  /** Ends the adapter with its root session; after an exit only when no child is left. */
  async #release(session: HeadlessSession, { detach, hasExited }: ReleaseOptions): Promise<void> {
    if (session.parent !== undefined) {
      // js-debug only detaches from a child process.
      if (!detach && !hasExited && session.processId) this.#endProcess(session.server, session.processId);
      return;
    }
    const others = this.sessions.filter(({ server, id }) => server === session.server && id !== session.id);
    if (hasExited) await Promise.all(others.map(({ ended }) => ended));
    else for (const other of others) other.drop();
    await Promise.all([
      this.#endServer(session.server, { programs: !detach }),
      this.#endProgram(session, { detach }),
    ]);
  }

  #endProcess(server: AdapterServer, pid: number): void {
    server.endProcess(pid);
    for (const [owner, program] of this.#programs) if (owner.server === server) program.endMember(pid);
  }

  async #endProgram(session: HeadlessSession, { detach }: { readonly detach: boolean }): Promise<void> {
    const program = this.#programs.get(session);
    this.#programs.delete(session);
    if (detach) program?.abandon();
    else await program?.end();
  }

  async #endServer(server: AdapterServer, options: { readonly programs: boolean }): Promise<void> {
    await server.end(options);
    this.#servers.delete(server);
  }

  async #requested(
    session: HeadlessSession,
    origin: Origin,
    command: string,
    args: unknown,
  ): Promise<object | undefined> {
    const { env, reaper } = this.#options;
    if (command === 'startDebugging') {
      const asked = args as DebugProtocol.StartDebuggingRequestArguments;
      this.#startChild(session, origin, { ...asked.configuration, request: asked.request });
      return undefined;
    }
    if (command === 'runInTerminal') {
      const asked = args as DebugProtocol.RunInTerminalRequestArguments;
      const program = await runInTerminal(session, asked, { env, reaper });
      this.#programs.set(session, program);
      return { processId: program.pid };
    }
    throw new Error(`Molehill does not support the request ${command}.`);
  }

  /** Not awaited: an adapter may answer the child only after its own request was answered. */
  #startChild(parent: HeadlessSession, origin: Origin, asked: ChildConfiguration): void {
    const { name = parent.name, type = parent.type } = asked;
    const configuration = { ...asked, name: String(name), type: String(type) };
    const signal = this.#closed.signal;
    const { server } = parent;
    const connect = connectorOf(server, asked);
    this.#open({ server, configuration, origin, signal, parent, connect }).catch((error: unknown) => {
      if (!signal.aborted)
        parent.print('important', `A child process is not debugged: ${messageOf(error)}\n`);
    });
  }
}

/** debugpy names the port where it waits for the child's connection, js-debug takes all at one port. */
function connectorOf(server: AdapterServer, { connect }: ChildConfiguration): Opening['connect'] {
  if (!isRecord(connect)) return (signal) => server.connect(signal);
  return (signal) => openSocket(String(connect.host), Number(connect.port), signal);
}

async function closeSession(session: HeadlessSession): Promise<void> {
  const detach = session.request === 'attach';
  await session.stop({ detach, withinMs: detach ? CLOSE_MS : 0 });
}
