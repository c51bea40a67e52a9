import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DapSession, RequestOptions, SessionEnd, StartRequest } from '../host.ts';
import { isJsDebug } from './js-debug.ts';
import type { OutputRing } from './output-ring.ts';
import { sessionEnded } from './session-ended.ts';
import type { SessionChange, SessionHooks, SessionSeed } from './session-hooks.ts';
import { SessionOutput } from './session-output.ts';
import { recordChange } from './session-timeline.ts';
import { reasonOf, type Stop } from './stop.ts';
import { stopPlace } from './stop-place.ts';
import { Timeline } from './timeline.ts';
import type { WaitOptions } from './wait.ts';

export type SessionState = 'starting' | 'running' | 'stopped' | 'ended';

export interface DataBreakpoint extends DebugProtocol.DataBreakpoint {
  readonly id: string;
  readonly description: string;
}

/** After the program's end its exit code may follow; this long it is waited for. */
const END_GRACE_MS = 1_000;
/** Events that an adapter sends before the program runs. */
const BEFORE_PROGRAM = new Set(['initialized', 'output', 'capabilities', 'debugpySockets', 'breakpoint']);

/** One program that is debugged. js-debug's parent session without threads and its first child are one. */
export class DebugSession {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly folder: string;
  readonly request: 'launch' | 'attach';
  /** The caller it belongs to; absent for one that the person started. */
  readonly scope: string | undefined;
  readonly parent: string | undefined;
  /** How to start it again; absent for forks and for a session of the person. */
  startRequest: StartRequest | undefined;
  /** Exception filters that were set while it ran; they are kept when it restarts. */
  exceptionArguments: DebugProtocol.SetExceptionBreakpointsArguments | undefined;
  /** Each request replaces all data breakpoints of a session. */
  readonly dataBreakpoints: DataBreakpoint[] = [];
  /** Output up to this entry was matched by a wait already. */
  matchedOutput = 0;
  readonly startedAt: number;
  readonly timeline: Timeline;
  readonly #printed: SessionOutput;
  readonly #root: DapSession;
  readonly #hooks: SessionHooks<DebugSession>;
  readonly #threads = new Set<number>();
  #active: DapSession;
  #state: SessionState = 'starting';
  #lastEventAt: number;
  #seq = 0;
  #stop: Stop | undefined;
  #lastStop: Stop | undefined;
  /** DAP sessions that have said their last word. */
  readonly #terminatedDaps = new Set<DapSession>();
  #end: SessionEnd | undefined;
  #isPauseRequested = false;
  #isStopRequested = false;

  constructor({ id, dap, parent }: SessionSeed, hooks: SessionHooks<DebugSession>) {
    this.id = id;
    this.name = dap.name;
    this.type = dap.type;
    this.folder = dap.folder;
    this.request = dap.request;
    this.scope = dap.scope;
    this.parent = parent;
    this.startedAt = dap.startedAt;
    const { startedAt } = dap;
    this.timeline = new Timeline({ startedAt });
    this.#printed = new SessionOutput({
      startedAt,
      timeline: this.timeline,
      isJavaScript: this.#isJavaScript,
    });
    this.#root = dap;
    this.#active = dap;
    this.#hooks = hooks;
    this.#lastEventAt = Date.now();
    this.timeline.add('started', { detail: dap.name });
    this.#follow(dap);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Undefined while the program runs. */
  get stop(): Stop | undefined {
    return this.#stop;
  }

  /** Kept while the program runs. */
  get lastStop(): Stop | undefined {
    return this.#lastStop;
  }

  get output(): OutputRing {
    return this.#printed.ring;
  }

  get exitCode(): number | undefined {
    return this.#printed.exitCode;
  }

  /** How it ended, with what the adapter printed where it crashed. */
  get end(): SessionEnd | undefined {
    return this.#end;
  }

  get #isJavaScript(): boolean {
    return isJsDebug(this);
  }

  get lastEventAt(): number {
    return this.#lastEventAt;
  }

  /** False while js-debug looks for a process to attach to, which it does after it has accepted the request. */
  get hasProgram(): boolean {
    return !this.#isJavaScript || this.#threads.size > 0;
  }

  /** Ids of the threads that the adapter announced. */
  get threads(): readonly number[] {
    return [...this.#threads];
  }

  get capabilities(): DebugProtocol.Capabilities {
    return this.#active.capabilities;
  }

  /** Ids of its DAP sessions, as in `BreakpointBinding.session`. */
  get dapIds(): readonly string[] {
    return [...new Set([this.#root.id, this.#active.id])];
  }

  /** Whether a child of this DAP session is the same program: its parent has no threads of its own. */
  canAdopt(child: DapSession): boolean {
    return child.parent === this.#root.id && this.#active === this.#root && this.#threads.size === 0;
  }

  adopt(child: DapSession): void {
    this.#active = child;
    this.#follow(child);
  }

  /** To the DAP session that has the threads. */
  async send(command: string, args?: object, options?: RequestOptions): Promise<unknown> {
    if (this.#state === 'ended') throw this.endedError();
    return this.#active.send(command, args, options);
  }

  /** Marks the program running, then sends the request; a stop that comes before the answer counts. */
  async resume(command: string, args: object, options?: RequestOptions): Promise<void> {
    const before = this.#stop;
    this.resumed();
    const seq = this.#seq;
    try {
      await this.send(command, { threadId: before?.threadId, ...args }, options);
    } catch (error) {
      if (before && this.#seq === seq && this.#state === 'running') this.#restore(before);
      throw error;
    }
  }

  /** Stops the program where it is; the stop follows as an event. */
  async pause(threadId: number | undefined, options?: RequestOptions): Promise<void> {
    this.#isPauseRequested = true;
    await this.send('pause', { threadId: threadId ?? (await this.#anyThread(options)) }, options);
  }

  /** References to the last stop are stale from now on. */
  resumed(): void {
    if (this.#state === 'ended') return;
    this.#seq += 1;
    this.#stop = undefined;
    this.#state = 'running';
    this.#isPauseRequested = false;
    this.#changed('continued');
  }

  /** Ends the program, or leaves it running with `detach`. */
  async terminate({ detach }: { readonly detach: boolean }): Promise<void> {
    this.#isStopRequested = true;
    const sessions = [...new Set([this.#active, this.#root])];
    await Promise.allSettled(sessions.map((dap) => dap.stop({ detach })));
    this.#finish({ how: 'terminated' });
  }

  /** See `Changes.wait`: the condition is checked after each event of any session. */
  waitFor<T>(condition: () => T | undefined, options: WaitOptions): Promise<T | undefined> {
    return this.#hooks.changes.wait(condition, options);
  }

  endedError() {
    return sessionEnded(this);
  }

  #follow(dap: DapSession): void {
    dap.onEvent((event) => this.#receive(dap, event));
    void dap.ended.then((end) => {
      if (dap === this.#root) this.#finish(end);
      else this.#terminated(dap);
    });
  }

  #receive(dap: DapSession, event: DebugProtocol.Event): void {
    const { body } = event;
    if (event.event === 'output') this.#takeOutput(dap, body);
    if (this.#state === 'ended') return;
    if (!BEFORE_PROGRAM.has(event.event)) this.#started();
    if (event.event === 'stopped') void this.#stopped(dap, body);
    if (event.event === 'continued' && this.#stop) this.resumed();
    if (event.event === 'thread') this.#threadChanged(body);
    if (event.event === 'module') this.timeline.add('module', { detail: String(body?.module?.name) });
    if (event.event === 'exited') this.#exited(body?.exitCode);
    if (event.event === 'terminated') this.#terminated(dap);
  }

  /** A parent session may take a while to notice that its program has ended. */
  #exited(code: number | undefined): void {
    this.#printed.exitCode = code;
    if (this.#terminatedDaps.has(this.#active)) this.#finish({ how: 'terminated' });
  }

  #started(): void {
    if (this.#state !== 'starting') return;
    this.#state = 'running';
    this.#hooks.changes.notify();
  }

  #takeOutput(dap: DapSession, body: DebugProtocol.OutputEvent['body']): void {
    const source = { isRoot: dap === this.#root, isStarting: this.#state === 'starting' };
    if (this.#printed.add(body, source)) this.#changed('output');
  }

  #threadChanged({ threadId, reason }: DebugProtocol.ThreadEvent['body']): void {
    if (reason === 'exited') this.#threads.delete(threadId);
    else this.#threads.add(threadId);
    this.#hooks.changes.notify();
    this.timeline.add('thread', { detail: reason, thread: threadId });
  }

  async #stopped(dap: DapSession, body: DebugProtocol.StoppedEvent['body']): Promise<void> {
    this.#seq += 1;
    const seq = this.#seq;
    if (body.threadId !== undefined) this.#threads.add(body.threadId);
    const place = await stopPlace(dap, body);
    if (this.#seq !== seq || this.#state === 'ended') return;
    const hitBreakpoints = this.#hooks.hits(dap, body, place.frame);
    this.#restore({ seq, ...reasonOf(body, this.#isPauseRequested), hitBreakpoints, ...place });
  }

  #restore(stop: Stop): void {
    this.#seq = stop.seq;
    this.#stop = stop;
    this.#lastStop = stop;
    this.#state = 'stopped';
    this.#changed('stopped');
  }

  /** A parent may terminate before its child has sent what the program printed last. */
  #terminated(dap: DapSession): void {
    if (this.#terminatedDaps.size === 0) this.timeline.add('terminated');
    this.#terminatedDaps.add(dap);
    const end: SessionEnd = { how: 'terminated' };
    if (dap === this.#active && this.exitCode !== undefined) this.#finish(end);
    else setTimeout(() => this.#finish(end), END_GRACE_MS).unref();
  }

  #finish(end: SessionEnd): void {
    if (this.#state === 'ended') return;
    const isOver = end.how === 'terminated' && !this.#isStopRequested && this.request === 'launch';
    if (isOver && this.#isJavaScript) this.#printed.exitCode ??= 0;
    this.#end = end;
    this.#state = 'ended';
    this.#stop = undefined;
    this.#threads.clear();
    this.#changed('exited');
  }

  async #anyThread(options?: RequestOptions): Promise<number | undefined> {
    const [known] = this.#threads;
    if (known !== undefined) return known;
    const { threads } = (await this.send('threads', {}, options)) as DebugProtocol.ThreadsResponse['body'];
    return threads[0]?.id;
  }

  #changed(change: SessionChange): void {
    this.#lastEventAt = Date.now();
    if (change !== 'output') recordChange(this.timeline, change, this);
    this.#hooks.changes.notify();
    this.#hooks.changed(this, change);
  }
}
