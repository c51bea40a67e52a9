import type { HandleKind, Handles } from '@molehill/core/handles';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { BreakpointBinding, BreakpointHost, DapSession, HostBreakpoint } from '../host.ts';

/** What we keep of a breakpoint beside what the host has. */
interface Notes {
  /** The text of its line, for one that was set by text: it is found again in an edited file. */
  readonly text?: string;
  readonly group?: string;
  readonly requestedLine?: number;
}

export type Verified = boolean | 'pending';

/** A breakpoint as its caller sees it. */
export interface CallerBreakpoint extends HostBreakpoint, Notes {
  readonly owner: 'agent' | 'user';
  /** What the adapters said; `pending` where none was asked yet. */
  readonly verified: Verified;
  readonly message?: string;
  /** The line where an adapter put it. */
  readonly boundLine?: number;
  /** How often a program stopped there. */
  readonly hits: number;
}

export type BreakpointSettings = Pick<
  HostBreakpoint,
  'location' | 'condition' | 'hitCondition' | 'logMessage' | 'isEnabled'
> &
  Notes;

interface Scope {
  readonly caller: string;
}

const DAY_MS = 24 * 60 * 60_000;
const REMEMBERED_SESSIONS = 32;

/** The breakpoints of all callers, over those of the host. */
export class BreakpointRegistry {
  readonly #host: BreakpointHost;
  readonly #notes = new Map<string, Notes>();
  readonly #hits = new Map<string, number>();
  /** The last word of each session, ended ones included: by breakpoint, then by DAP session. */
  readonly #said = new Map<string, Map<string, BreakpointBinding>>();
  readonly #scopes: HandleKind<Scope> = {
    name: 'breakpoints',
    idleMs: DAY_MS,
    most: 1,
    dispose: ({ caller }) => this.#removeAll(caller),
  };
  #next = 1;

  constructor(host: BreakpointHost) {
    this.#host = host;
    host.onDidBind((id, binding) => this.#remember(id, binding));
  }

  forCaller(caller: string, handles: Handles): CallerBreakpoints {
    return new CallerBreakpoints(caller, this, () => {
      if (handles.list(this.#scopes).length === 0) handles.open(this.#scopes, { caller });
    });
  }

  /** Those of the caller and of the person. */
  list(caller: string): readonly CallerBreakpoint[] {
    return this.#host
      .list()
      .filter(({ scope }) => scope === undefined || scope === caller)
      .map((breakpoint) => this.#describe(breakpoint));
  }

  async put(caller: string, settings: BreakpointSettings, id = this.#newId()): Promise<CallerBreakpoint> {
    const { text, group, requestedLine, ...own } = settings;
    const notes = {
      ...(text === undefined ? {} : { text }),
      ...(group === undefined ? {} : { group }),
      ...(requestedLine === undefined ? {} : { requestedLine }),
    };
    const breakpoint = { ...own, id, scope: caller };
    this.#notes.set(id, notes);
    await this.#host.put(breakpoint);
    return this.#describe(breakpoint);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.#notes.delete(id);
      this.#hits.delete(id);
      this.#said.delete(id);
    }
    await this.#host.remove(ids);
  }

  onDidBind(listener: (id: string, binding: BreakpointBinding) => void): () => void {
    return this.#host.onDidBind(listener);
  }

  /** What the adapters of these DAP sessions said last, also after their end. */
  said(id: string, sessions: readonly string[]): readonly BreakpointBinding[] {
    const bindings = this.#said.get(id);
    return sessions
      .flatMap((session) => bindings?.get(session) ?? [])
      .map(({ message, ...rest }) => ({ ...rest, ...(message && { message: readable(message) }) }));
  }

  #remember(id: string, binding: BreakpointBinding): void {
    const bindings = this.#said.get(id) ?? new Map<string, BreakpointBinding>();
    this.#said.set(id, bindings.set(binding.session, binding));
    const [oldest] = bindings.keys();
    if (bindings.size > REMEMBERED_SESSIONS && oldest !== undefined) bindings.delete(oldest);
  }

  /** Counts and names the breakpoints of a stop: by the adapter's ids, else by the place. */
  hit(
    dap: DapSession,
    stopped: DebugProtocol.StoppedEvent['body'],
    frame: DebugProtocol.StackFrame | undefined,
  ): readonly string[] {
    const candidates = this.#host
      .list()
      .filter(({ scope, isEnabled }) => isEnabled && (scope === undefined || scope === dap.scope));
    const named = candidates.filter((one) => this.#isNamed(one, dap, stopped.hitBreakpointIds));
    const ids = this.#atFrame(named.length > 0 ? named : candidates, dap, stopped, frame) ?? named;
    for (const { id } of ids) this.#hits.set(id, (this.#hits.get(id) ?? 0) + 1);
    return ids.map(({ id }) => id);
  }

  #isNamed({ id }: HostBreakpoint, dap: DapSession, hitIds: readonly number[] = []): boolean {
    const adapterId = this.#host.bindings(id).find(({ session }) => session === dap.id)?.adapterId;
    return adapterId !== undefined && hitIds.includes(adapterId);
  }

  /** Those at the place of a stop, because js-debug gives several breakpoints one id. Undefined where none is. */
  #atFrame(
    candidates: readonly HostBreakpoint[],
    dap: DapSession,
    { reason }: DebugProtocol.StoppedEvent['body'],
    frame: DebugProtocol.StackFrame | undefined,
  ): readonly HostBreakpoint[] | undefined {
    if (!reason.includes('breakpoint') || !frame) return undefined;
    const isAt = ({ location }: HostBreakpoint, line: number | undefined) =>
      location.kind === 'line' && frame.source?.path === location.path && frame.line === line;
    const asked = candidates.filter((one) => one.location.kind === 'line' && isAt(one, one.location.line));
    if (asked.length > 0) return asked;
    const bound = candidates.filter((one) =>
      this.#host.bindings(one.id).some(({ session, line }) => session === dap.id && isAt(one, line)),
    );
    if (bound.length > 0) return bound;
    const inFunction = candidates.filter(
      ({ location }) => location.kind === 'function' && isSameFunction(frame.name, location.function),
    );
    return inFunction.length > 0 ? inFunction : undefined;
  }

  #describe(breakpoint: HostBreakpoint): CallerBreakpoint {
    const bindings = this.#host.bindings(breakpoint.id);
    const bound = bindings.find(({ verified }) => verified);
    const said = bound ?? bindings.at(-1);
    return {
      ...breakpoint,
      ...this.#notes.get(breakpoint.id),
      owner: breakpoint.scope === undefined ? 'user' : 'agent',
      verified: said ? said.verified : 'pending',
      ...(said?.message === undefined ? {} : { message: readable(said.message) }),
      ...(bound?.line === undefined ? {} : { boundLine: bound.line }),
      hits: this.#hits.get(breakpoint.id) ?? 0,
    };
  }

  async #removeAll(caller: string): Promise<void> {
    const own = this.list(caller).filter(({ scope }) => scope === caller);
    await this.remove(own.map(({ id }) => id));
  }

  #newId(): string {
    const id = `bp${this.#next}`;
    this.#next += 1;
    return id;
  }
}

/** The breakpoints that one caller may see; it changes only its own. */
export class CallerBreakpoints {
  readonly #caller: string;
  readonly #registry: BreakpointRegistry;
  readonly #own: () => void;

  constructor(caller: string, registry: BreakpointRegistry, own: () => void) {
    this.#caller = caller;
    this.#registry = registry;
    this.#own = own;
  }

  list(): readonly CallerBreakpoint[] {
    return this.#registry.list(this.#caller);
  }

  get(id: string): CallerBreakpoint | undefined {
    return this.list().find((breakpoint) => breakpoint.id === id);
  }

  /** See `BreakpointRegistry.said`. */
  said(id: string, sessions: readonly string[]): readonly BreakpointBinding[] {
    return this.#registry.said(id, sessions);
  }

  /** Adds it, or replaces the one with this id. They are removed when the caller disconnects. */
  put(settings: BreakpointSettings, id?: string): Promise<CallerBreakpoint> {
    this.#own();
    return this.#registry.put(this.#caller, settings, id);
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#registry.remove(ids);
  }

  onDidBind(listener: (id: string, binding: BreakpointBinding) => void): () => void {
    return this.#registry.onDidBind(listener);
  }
}

/** Adapters show functions with their package, module or parameters: `main.total`, `total(int)`. */
function isSameFunction(shown: string, wanted: string): boolean {
  const name = shown.replace(/\(.*$/, '');
  return name === wanted || name.endsWith(`.${wanted}`) || name.endsWith(`::${wanted}`);
}

/** js-debug sends the key of a message that it has no translation for. */
function readable(message: string): string {
  return /^breakpoint\.\w+$/.test(message) ? 'No code that was loaded has this line.' : message;
}
