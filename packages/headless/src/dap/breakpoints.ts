import { realpathSync } from 'node:fs';
import { isMolehillError } from '@molehill/core/errors';
import type {
  BreakpointBinding,
  BreakpointHost,
  HostBreakpoint,
  RequestOptions,
  Unsubscribe,
} from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import {
  bindingOf,
  isIn,
  isInScope,
  requestFor,
  type Unit,
  unitKey,
  unitsOf,
} from './breakpoint-requests.ts';
import type { HeadlessSession } from './session.ts';

type BindListener = (id: string, binding: BreakpointBinding) => void;

/** Breakpoints by scope, and what the adapters of live sessions said about them. */
export class Breakpoints implements BreakpointHost {
  readonly #breakpoints = new Map<string, HostBreakpoint>();
  /** By breakpoint, then by session. */
  readonly #bindings = new Map<string, Map<string, BreakpointBinding>>();
  readonly #sessions = new Set<HeadlessSession>();
  readonly #listeners = new Set<BindListener>();
  /** The last request for each session and unit: the next waits for it. */
  readonly #sending = new Map<string, Promise<void>>();

  list(): readonly HostBreakpoint[] {
    return [...this.#breakpoints.values()];
  }

  async put(breakpoint: HostBreakpoint): Promise<void> {
    const before = this.#breakpoints.get(breakpoint.id);
    const put = withRealPath(breakpoint);
    this.#breakpoints.set(put.id, put);
    await this.#sendAll(before ? [before, put] : [put]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    const removed = ids.flatMap((id) => this.#breakpoints.get(id) ?? []);
    for (const { id } of removed) {
      this.#breakpoints.delete(id);
      this.#bindings.delete(id);
    }
    await this.#sendAll(removed);
  }

  bindings(id: string): readonly BreakpointBinding[] {
    return [...(this.#bindings.get(id)?.values() ?? [])];
  }

  onDidBind(listener: BindListener): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends all breakpoints to a new session; later changes are sent to it until it ends. */
  async addSession(session: HeadlessSession, options: RequestOptions): Promise<void> {
    this.#sessions.add(session);
    session.onEvent((event) => {
      if (event.event === 'breakpoint') this.#changed(session, event as DebugProtocol.BreakpointEvent);
    });
    session.ended.then(() => this.#removeSession(session));
    const units = unitsOf(this.list().filter((breakpoint) => isInScope(breakpoint, session)));
    await Promise.all(units.map((unit) => this.#sendUnit(session, unit, options)));
  }

  #removeSession(session: HeadlessSession): void {
    this.#sessions.delete(session);
    for (const bindings of this.#bindings.values()) bindings.delete(session.id);
  }

  async #sendAll(changed: readonly HostBreakpoint[]): Promise<void> {
    const sent = [...this.#sessions].flatMap((session) => {
      const units = unitsOf(changed.filter((breakpoint) => isInScope(breakpoint, session)));
      return units.map((unit) => this.#sendUnit(session, unit, {}));
    });
    await Promise.all(sent);
  }

  /** One request at a time for each session and unit, because each replaces the one before. */
  async #sendUnit(session: HeadlessSession, unit: Unit, options: RequestOptions): Promise<void> {
    const key = `${session.id} ${unitKey(unit)}`;
    const before = this.#sending.get(key);
    const sent = (before ?? Promise.resolve()).then(() => this.#request(session, unit, options));
    const settled = sent.catch(() => {});
    this.#sending.set(key, settled);
    await sent.finally(() => {
      if (this.#sending.get(key) === settled) this.#sending.delete(key);
    });
  }

  async #request(session: HeadlessSession, unit: Unit, options: RequestOptions): Promise<void> {
    const isSent = (breakpoint: HostBreakpoint) =>
      breakpoint.isEnabled && isInScope(breakpoint, session) && isIn(unit, breakpoint);
    const breakpoints = this.list().filter(isSent);
    if (unit.kind === 'functions' && !session.capabilities.supportsFunctionBreakpoints) {
      this.#refused(session, breakpoints, 'This debug adapter has no function breakpoints.');
      return;
    }
    const { command, args } = requestFor(unit, breakpoints);
    try {
      const body = (await session.send(command, args, options)) as
        | DebugProtocol.SetBreakpointsResponse['body']
        | undefined;
      for (const [index, { id }] of breakpoints.entries())
        this.#bind(id, bindingOf(session.id, body?.breakpoints?.[index]));
    } catch (error) {
      if (!isMolehillError(error)) throw error;
      if (error.code === 'E_ADAPTER') this.#refused(session, breakpoints, error.message);
      else if (error.code !== 'E_SESSION_ENDED') throw error;
    } finally {
      this.#unbindOthers(session, unit, breakpoints);
    }
  }

  #refused(session: HeadlessSession, breakpoints: readonly HostBreakpoint[], message: string): void {
    for (const { id } of breakpoints) this.#bind(id, { session: session.id, verified: false, message });
  }

  /** Disabled breakpoints are not sent, so they are bound no longer. */
  #unbindOthers(session: HeadlessSession, unit: Unit, sent: readonly HostBreakpoint[]): void {
    const others = this.list().filter((breakpoint) => isIn(unit, breakpoint) && !sent.includes(breakpoint));
    for (const { id, isEnabled } of others) if (!isEnabled) this.#bindings.get(id)?.delete(session.id);
  }

  #changed(session: HeadlessSession, { body: { reason, breakpoint } }: DebugProtocol.BreakpointEvent): void {
    if (breakpoint.id === undefined) return;
    for (const [id, bindings] of this.#bindings) {
      const bound = bindings.get(session.id);
      if (bound?.adapterId !== breakpoint.id) continue;
      const verified = reason === 'removed' ? false : breakpoint.verified;
      // A message of the former state does not hold any more.
      const line = breakpoint.line ?? bound.line;
      this.#bind(id, bindingOf(session.id, { ...breakpoint, ...(line && { line }), verified }));
    }
  }

  #bind(id: string, binding: BreakpointBinding): void {
    if (!this.#breakpoints.has(id)) return;
    const bindings = this.#bindings.get(id) ?? new Map<string, BreakpointBinding>();
    bindings.set(binding.session, binding);
    this.#bindings.set(id, bindings);
    for (const listener of this.#listeners) listener(id, binding);
  }
}

/** Programs report real paths. A file that does not exist yet keeps the path given. */
function withRealPath(breakpoint: HostBreakpoint): HostBreakpoint {
  const { location } = breakpoint;
  if (location.kind !== 'line') return breakpoint;
  try {
    return { ...breakpoint, location: { ...location, path: realpathSync.native(location.path) } };
  } catch {
    return breakpoint;
  }
}
