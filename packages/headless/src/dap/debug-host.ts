import type { Log } from '@molehill/core/log';
import { createReaper, type Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type {
  DapSession,
  DebugConfiguration,
  DebugHost,
  LaunchEntry,
  StartContext,
  StartRequest,
  Unsubscribe,
} from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AdapterSpec, Env } from '../adapters/adapter.ts';
import { type AdapterServer, startAdapter } from './adapter-server.ts';
import { Breakpoints } from './breakpoints.ts';
import { HeadlessSession, type SessionFacts } from './session.ts';
import { startSession } from './start-session.ts';
import { runInTerminal } from './terminal.ts';

export interface DebugHostOptions {
  readonly stateRoot: string;
  readonly env: Env;
  readonly log: Log;
  readonly adapters: readonly AdapterSpec[];
}

/** What child sessions take over from the session that asked for them. */
type Origin = Pick<StartRequest, 'folder' | 'scope' | 'exceptionBreakpoints' | 'noDebug'>;

/** How long a session may take to leave its program when this process ends. */
const CLOSE_MS = 300;

export class HeadlessDebugHost implements DebugHost {
  readonly breakpoints = new Breakpoints();
  readonly #options: DebugHostOptions;
  readonly #reaper: Reaper;
  readonly #sessions = new Map<string, HeadlessSession>();
  readonly #listeners = new Set<(session: DapSession) => void>();
  readonly #closed = new AbortController();

  constructor(options: DebugHostOptions) {
    this.#options = options;
    this.#reaper = createReaper(options.log);
  }

  async launches(): Promise<readonly LaunchEntry[]> {
    return [];
  }

  get sessions(): readonly DapSession[] {
    return [...this.#sessions.values()];
  }

  onDidStart(listener: (session: DapSession) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(request: StartRequest, context: StartContext): Promise<readonly DapSession[]> {
    const { launch, overrides, noDebug } = request;
    if (!('request' in launch)) {
      const message = `There is no launch configuration named ${launch.name}.`;
      throw editorErrors.fail('E_CONFIG_NOT_FOUND', message);
    }
    const configuration = { ...launch, ...overrides, ...(noDebug && { noDebug }) };
    return [await this.#startProgram(configuration, request, context.signal)];
  }

  async close(): Promise<void> {
    this.#closed.abort();
    const roots = [...this.#sessions.values()].filter(({ parent }) => parent === undefined);
    await Promise.all(roots.map((session) => this.#closeSession(session)));
    this.#reaper.close();
  }

  async #closeSession(session: HeadlessSession): Promise<void> {
    const isAttached = session.request === 'attach';
    await session.stop({ detach: isAttached, withinMs: isAttached ? CLOSE_MS : 0 });
  }

  async #startProgram(
    launch: DebugConfiguration,
    origin: Origin,
    caller: AbortSignal,
  ): Promise<HeadlessSession> {
    const { env, stateRoot } = this.#options;
    const signal = AbortSignal.any([caller, this.#closed.signal]);
    const adapter = this.#adapterFor(launch.type);
    const location = await adapter.locate({ env, stateRoot });
    if (!location) throw noAdapter(adapter.name, launch.type);
    const configuration = adapter.prepare(launch);
    const process = adapter.process(location, configuration);
    const server = await startAdapter(process, { env, reaper: this.#reaper, cwd: origin.folder });
    try {
      return await this.#openSession(server, configuration, origin, signal);
    } catch (error) {
      await server.end({ programs: true });
      throw error;
    }
  }

  #adapterFor(type: string): AdapterSpec {
    const adapter = this.#options.adapters.find(({ types }) => types.includes(type));
    if (adapter) return adapter;
    const known = this.#options.adapters.flatMap(({ types }) => types).join(', ');
    const hint = `Use a configuration of one of the types ${known}.`;
    throw editorErrors.fail('E_NO_ADAPTER', `There is no debug adapter for the type ${type}.`, { hint });
  }

  async #openSession(
    server: AdapterServer,
    configuration: DebugConfiguration,
    origin: Origin,
    signal: AbortSignal,
    parent?: string,
  ): Promise<HeadlessSession> {
    const { name, type, request } = configuration;
    const { folder, scope } = origin;
    const facts: SessionFacts = { name, type, request, folder, scope, ...(parent && { parent }) };
    const session = new HeadlessSession({
      facts,
      channel: await server.connect(signal),
      server,
      log: this.#options.log,
      onRequest: (from, command, args) => this.#requested(from, origin, command, args),
    });
    this.#add(session);
    const { breakpoints } = this;
    const { exceptionBreakpoints } = origin;
    try {
      await startSession(session, { configuration, exceptionBreakpoints, breakpoints, signal });
    } catch (error) {
      session.drop();
      throw error;
    }
    return session;
  }

  #add(session: HeadlessSession): void {
    this.#sessions.set(session.id, session);
    session.ended.then(() => {
      this.#sessions.delete(session.id);
      for (const child of this.#sessions.values()) if (child.parent === session.id) child.drop();
    });
    for (const listener of this.#listeners) listener(session);
  }

  /** Requests of the adapter. */
  async #requested(
    session: HeadlessSession,
    origin: Origin,
    command: string,
    args: unknown,
  ): Promise<object | undefined> {
    if (command === 'startDebugging') return this.#startChild(session, origin, args);
    if (command === 'runInTerminal') {
      const { env } = this.#options;
      const terminal = args as DebugProtocol.RunInTerminalRequestArguments;
      return await runInTerminal(session, terminal, { env, reaper: this.#reaper });
    }
    throw new Error(`Molehill does not support the request ${command}.`);
  }

  /** Answered at once: the adapter may answer the child's launch only after this. */
  #startChild(parent: HeadlessSession, origin: Origin, args: unknown): undefined {
    const { configuration, request } = args as DebugProtocol.StartDebuggingRequestArguments;
    const { log } = this.#options;
    const child: DebugConfiguration = {
      type: parent.type,
      name: parent.name,
      ...configuration,
      request,
    };
    this.#openSession(parent.server, child, origin, this.#closed.signal, parent.id).catch((error: unknown) =>
      log.warn({ error, parent: parent.id }, 'a child debug session did not start'),
    );
  }
}

function noAdapter(name: string, type: string) {
  return editorErrors.fail(
    'E_NO_ADAPTER',
    `The debug adapter ${name} for the type ${type} is not installed.`,
    {
      hint: `Run \`molehill adapters install ${name}\`, then start again.`,
    },
  );
}
