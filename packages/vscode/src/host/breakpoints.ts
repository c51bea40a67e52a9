import type { BreakpointBinding, BreakpointHost, HostBreakpoint, Unsubscribe } from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import * as vscode from 'vscode';
import type { VscodeDapSession } from './debug-session.ts';
import { deferred } from './deferred.ts';
import { pathOf, uriOf } from './paths.ts';

/** How long the adapters of live sessions may take to answer for a changed breakpoint. */
const ANSWER_MS = 2_000;

interface Own {
  readonly breakpoint: HostBreakpoint;
  readonly shown: vscode.Breakpoint;
}

/** A request for breakpoints whose response is still to come: the breakpoints in its order. */
type Asked = readonly (string | undefined)[];

/** The breakpoints of the window: those of agents, and those that the person set. VS Code sends them to adapters. */
export class VscodeBreakpoints implements BreakpointHost, vscode.Disposable {
  readonly #live: () => readonly VscodeDapSession[];
  readonly #own = new Map<string, Own>();
  /** What adapters said, by breakpoint and session. */
  readonly #bindings = new Map<string, Map<string, BreakpointBinding>>();
  readonly #asked = new Map<string, Map<number, Asked>>();
  readonly #listeners = new Set<(id: string, binding: BreakpointBinding) => void>();
  readonly #answered = new vscode.EventEmitter<string>();

  constructor(live: () => readonly VscodeDapSession[]) {
    this.#live = live;
  }

  list(): readonly HostBreakpoint[] {
    const shown = new Set([...this.#own.values()].map((own) => own.shown.id));
    const persons = vscode.debug.breakpoints.filter(({ id }) => !shown.has(id));
    return [...[...this.#own.values()].map((own) => own.breakpoint), ...persons.flatMap(describe)];
  }

  async put(breakpoint: HostBreakpoint): Promise<void> {
    const before = this.#own.get(breakpoint.id);
    if (before) vscode.debug.removeBreakpoints([before.shown]);
    const shown = shownBreakpoint(breakpoint);
    this.#own.set(breakpoint.id, { breakpoint, shown });
    vscode.debug.addBreakpoints([shown]);
    const sessions = this.#live().filter(({ capabilities }) => Object.keys(capabilities).length > 0);
    if (sessions.length > 0) await this.#untilAnswered(breakpoint.id);
  }

  async remove(ids: readonly string[]): Promise<void> {
    const own = ids.flatMap((id) => this.#own.get(id)?.shown ?? []);
    const persons = vscode.debug.breakpoints.filter(({ id }) => ids.includes(id));
    vscode.debug.removeBreakpoints([...own, ...persons]);
    for (const id of ids) {
      this.#own.delete(id);
      this.#bindings.delete(id);
    }
  }

  /** Whether an agent set the breakpoint that VS Code shows under this id. */
  isAgents(shownId: string): boolean {
    return [...this.#own.values()].some(({ shown }) => shown.id === shownId);
  }

  removeAgents(): Promise<void> {
    return this.remove([...this.#own.keys()]);
  }

  bindings(id: string): readonly BreakpointBinding[] {
    return [...(this.#bindings.get(id)?.values() ?? [])];
  }

  onDidBind(listener: (id: string, binding: BreakpointBinding) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  started({ id }: VscodeDapSession): void {
    this.#asked.set(id, new Map());
  }

  ended(session: string): void {
    this.#asked.delete(session);
    for (const bindings of this.#bindings.values()) bindings.delete(session);
  }

  /** VS Code tells an adapter of breakpoints: remembers which, because the response lists them without names. */
  sending({ id }: VscodeDapSession, { seq, command, arguments: args }: DebugProtocol.Request): void {
    const asked = this.#asked.get(id);
    if (command === 'setBreakpoints') asked?.set(seq, this.#linesOf(args));
    if (command === 'setFunctionBreakpoints') asked?.set(seq, this.#functionsOf(args));
  }

  received({ id }: VscodeDapSession, message: DebugProtocol.ProtocolMessage): void {
    const response = message as DebugProtocol.Response;
    if (message.type === 'response') this.#answer(id, response);
    if (message.type === 'response' && response.command === 'initialize') this.#initialised(id, response);
    const event = message as DebugProtocol.Event;
    if (message.type === 'event' && event.event === 'breakpoint') this.#changed(id, event.body?.breakpoint);
  }

  dispose(): void {
    vscode.debug.removeBreakpoints([...this.#own.values()].map(({ shown }) => shown));
    this.#own.clear();
    this.#answered.dispose();
  }

  /** VS Code sends no function breakpoints to such an adapter, which then says nothing about them. */
  #initialised(session: string, { body }: DebugProtocol.Response): void {
    if (body?.supportsFunctionBreakpoints) return;
    const message = 'This debug adapter has no function breakpoints.';
    for (const { id, location } of this.list())
      if (location.kind === 'function') this.#bind(id, session, { verified: false, message });
  }

  #answer(session: string, { request_seq, success, body }: DebugProtocol.Response): void {
    const asked = this.#asked.get(session)?.get(request_seq);
    if (!asked) return;
    this.#asked.get(session)?.delete(request_seq);
    const answers: readonly DebugProtocol.Breakpoint[] = success ? (body?.breakpoints ?? []) : [];
    asked.forEach((id, at) => {
      const answer = answers[at];
      if (id !== undefined && answer) this.#bind(id, session, answer);
    });
  }

  #changed(session: string, breakpoint: DebugProtocol.Breakpoint | undefined): void {
    if (breakpoint?.id === undefined) return;
    for (const [id, bindings] of this.#bindings)
      if (bindings.get(session)?.adapterId === breakpoint.id) this.#bind(id, session, breakpoint);
  }

  #bind(
    id: string,
    session: string,
    { verified, id: adapterId, line, message }: DebugProtocol.Breakpoint,
  ): void {
    const binding: BreakpointBinding = {
      session,
      verified,
      ...(adapterId === undefined ? {} : { adapterId }),
      ...(line === undefined ? {} : { line }),
      ...(message === undefined ? {} : { message }),
    };
    const bindings = this.#bindings.get(id) ?? new Map<string, BreakpointBinding>();
    this.#bindings.set(id, bindings.set(session, binding));
    for (const listener of this.#listeners) listener(id, binding);
    this.#answered.fire(id);
  }

  #linesOf({ source: { path }, breakpoints = [] }: DebugProtocol.SetBreakpointsArguments): Asked {
    const here = this.list().filter(({ location }) => location.kind === 'line' && location.path === path);
    return breakpoints.map(({ line }) => here.find((breakpoint) => this.#isAt(breakpoint, line))?.id);
  }

  /** VS Code moves a breakpoint to the line that the adapter named. */
  #isAt({ id, location }: HostBreakpoint, line: number): boolean {
    if (location.kind === 'line' && location.line === line) return true;
    return this.bindings(id).some((binding) => binding.line === line);
  }

  #functionsOf({ breakpoints }: DebugProtocol.SetFunctionBreakpointsArguments): Asked {
    const own = this.list();
    return breakpoints.map(
      ({ name }) =>
        own.find(({ location }) => location.kind === 'function' && location.function === name)?.id,
    );
  }

  async #untilAnswered(id: string): Promise<void> {
    const { promise, resolve } = deferred<void>();
    const listener = this.#answered.event((answered) => answered === id && resolve());
    const timer = setTimeout(() => resolve(), ANSWER_MS);
    await promise;
    clearTimeout(timer);
    listener.dispose();
  }
}

function shownBreakpoint({
  location,
  isEnabled,
  condition,
  hitCondition,
  logMessage,
}: HostBreakpoint): vscode.Breakpoint {
  if (location.kind === 'function')
    return new vscode.FunctionBreakpoint(location.function, isEnabled, condition, hitCondition, logMessage);
  const at = new vscode.Position(location.line - 1, (location.column ?? 1) - 1);
  const place = new vscode.Location(uriOf(location.path), at);
  return new vscode.SourceBreakpoint(place, isEnabled, condition, hitCondition, logMessage);
}

/** One that the person set. */
function describe(breakpoint: vscode.Breakpoint): readonly HostBreakpoint[] {
  const { id, enabled: isEnabled, condition, hitCondition, logMessage } = breakpoint;
  const location = locationOf(breakpoint);
  if (!location) return [];
  return [
    {
      id,
      location,
      isEnabled,
      ...(condition === undefined ? {} : { condition }),
      ...(hitCondition === undefined ? {} : { hitCondition }),
      ...(logMessage === undefined ? {} : { logMessage }),
    },
  ];
}

function locationOf(breakpoint: vscode.Breakpoint): HostBreakpoint['location'] | undefined {
  if (breakpoint instanceof vscode.FunctionBreakpoint)
    return { kind: 'function', function: breakpoint.functionName };
  if (!(breakpoint instanceof vscode.SourceBreakpoint)) return undefined;
  const path = pathOf(breakpoint.location.uri);
  if (path === undefined) return undefined;
  return { kind: 'line', path, line: breakpoint.location.range.start.line + 1 };
}
