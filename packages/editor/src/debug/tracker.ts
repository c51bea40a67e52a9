import type { LogLevel, ServerEvent } from '@molehill/core/context';
import type { HandleKind, Handles } from '@molehill/core/handles';
import type { DapSession, DebugHost } from '../host.ts';
import type { BreakpointRegistry } from './breakpoints.ts';
import { CallerSessions } from './caller-sessions.ts';
import { DebugSession } from './session.ts';
import type { SessionChange, SessionHooks } from './session-hooks.ts';
import { Changes } from './wait.ts';

/** What a handle of the kind `debug` holds. */
interface Slot {
  readonly dap: DapSession;
  readonly scope: string;
  session?: DebugSession;
}

const IDLE_MS = 30 * 60_000;
/** Beyond these the oldest ended ones of a caller are forgotten. */
const KEPT = 8;
/** More live ones than any program forks; the next would end the one that was used least recently. */
const MOST = 64;

export interface TrackerOptions {
  readonly debug: DebugHost;
  readonly breakpoints: BreakpointRegistry;
  emit?(event: ServerEvent): void;
}

/** Builds the sessions that agents see from the DAP sessions of the host. */
export class SessionTracker {
  readonly #debug: DebugHost;
  readonly #breakpoints: BreakpointRegistry;
  readonly #emit: (event: ServerEvent) => void;
  readonly #byDapId = new Map<string, DebugSession>();
  readonly #byId = new Map<string, DebugSession>();
  readonly #handles = new Map<string, Handles>();
  readonly #listeners = new Set<() => void>();
  readonly #kind: HandleKind<Slot> = {
    name: 'debug',
    idleMs: IDLE_MS,
    most: MOST,
    hint: 'List the sessions with {tool:debug_status}.',
    dispose: (slot) => this.#dispose(slot),
  };
  readonly #unsubscribe: () => void;

  constructor({ debug, breakpoints, emit = () => {} }: TrackerOptions) {
    this.#debug = debug;
    this.#breakpoints = breakpoints;
    this.#emit = emit;
    this.#unsubscribe = debug.onDidStart((dap) => this.#add(dap));
  }

  /** The sessions of everybody that this process knows, ended ones included. */
  get sessions(): readonly DebugSession[] {
    return [...this.#byId.values()];
  }

  /** Called when a session started or ended. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  forCaller(caller: string, handles: Handles): CallerSessions {
    return new CallerSessions({
      caller,
      debug: this.#debug,
      visible: () => this.sessions.filter(({ scope }) => scope === undefined || scope === caller),
      touch: (session) => void (session.scope === caller && handles.get(this.#kind, session.id)),
      register: () => void this.#handles.set(caller, handles),
      find: (dapId) => this.#byDapId.get(dapId),
      close: (id) => handles.close(this.#kind, id),
    });
  }

  close(): void {
    this.#unsubscribe();
  }

  #add(dap: DapSession): void {
    const parent = dap.parent === undefined ? undefined : this.#byDapId.get(dap.parent);
    if (parent?.canAdopt(dap)) {
      parent.adopt(dap);
      this.#byDapId.set(dap.id, parent);
      return;
    }
    const slot = this.#slot(dap);
    if (!slot) return;
    const seed = { id: slot.id, dap, ...(parent ? { parent: parent.id } : {}) };
    const session = new DebugSession(seed, this.#hooks);
    slot.value.session = session;
    this.#byDapId.set(dap.id, session);
    this.#byId.set(session.id, session);
    this.#hooks.changed(session, 'started');
    this.#forgetEnded(dap.scope);
  }

  /** A session of the person has no handle: no caller may end it by leaving. */
  #slot(dap: DapSession): { readonly id: string; readonly value: Slot } | undefined {
    const { scope } = dap;
    const value: Slot = { dap, scope: scope ?? '' };
    if (scope === undefined) return { id: `debug_${dap.id}`, value };
    try {
      const id = this.#handles.get(scope)?.open(this.#kind, value);
      return id === undefined ? undefined : { id, value };
    } catch {
      // The caller disconnected while its program started; the handle store disposed the program.
      return undefined;
    }
  }

  async #dispose({ dap, scope, session }: Slot): Promise<void> {
    if (session) this.#forget(session);
    if (!this.sessions.some((other) => other.scope === scope)) this.#handles.delete(scope);
    const detach = dap.request === 'attach';
    await (session ? session.terminate({ detach }) : dap.stop({ detach }));
  }

  #forget(session: DebugSession): void {
    this.#byId.delete(session.id);
    for (const id of session.dapIds) this.#byDapId.delete(id);
  }

  #forgetEnded(scope: string | undefined): void {
    const own = this.sessions.filter((session) => session.scope === scope);
    const ended = own.filter(({ state }) => state === 'ended');
    const handles = scope === undefined ? undefined : this.#handles.get(scope);
    for (const session of ended.slice(0, Math.max(0, own.length - KEPT))) {
      if (handles) void handles.close(this.#kind, session.id).catch(() => {});
      else this.#forget(session);
    }
  }

  readonly #hooks: SessionHooks<DebugSession> = {
    changes: new Changes(),
    hits: (dap, stopped, frame) => this.#breakpoints.hit(dap, stopped, frame),
    changed: (session, change) => this.#changed(session, change),
  };

  #changed(session: DebugSession, change: SessionChange): void {
    if (change === 'started' || change === 'exited') for (const listener of this.#listeners) listener();
    this.#emit({
      type: `debug.${change}`,
      resource: `molehill://debug/${session.id}`,
      level: levelOf(session, change),
      ...(session.scope === undefined ? {} : { caller: session.scope }),
      data: eventData(session, change),
    });
  }
}

function levelOf({ stop }: DebugSession, change: SessionChange): LogLevel {
  if (change === 'output') return 'debug';
  return change === 'stopped' && stop?.reason === 'exception' ? 'warning' : 'info';
}

function eventData(session: DebugSession, change: SessionChange) {
  const { id, name, stop, exitCode } = session;
  const path = stop?.frame?.source?.path;
  return {
    session: id,
    name,
    ...(change === 'stopped' ? { reason: stop?.reason, file: path, line: stop?.frame?.line } : {}),
    ...(change === 'exited' && exitCode !== undefined ? { exitCode } : {}),
  };
}
