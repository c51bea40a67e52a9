import { editorErrors } from '../errors.ts';
import type { DebugHost, StartContext, StartRequest } from '../host.ts';
import type { DebugSession } from './session.ts';
import type { Stop } from './stop.ts';

export interface CallerSessionsOptions {
  readonly caller: string;
  readonly debug: DebugHost;
  visible(): readonly DebugSession[];
  /** Restarts its idle timeout. */
  touch(session: DebugSession): void;
  /** Makes the caller's handles known before its program starts. */
  register(): void;
  find(dapId: string): DebugSession | undefined;
  close(id: string): Promise<void>;
}

export interface StoppedSession {
  readonly session: DebugSession;
  readonly stop: Stop;
}

/** The sessions that one caller may use: its own and those of the person. */
export class CallerSessions {
  readonly #options: CallerSessionsOptions;

  constructor(options: CallerSessionsOptions) {
    this.#options = options;
  }

  /** In the order of their start, ended ones included. */
  list(): readonly DebugSession[] {
    return this.#options.visible();
  }

  live(): readonly DebugSession[] {
    return this.list().filter(({ state }) => state !== 'ended');
  }

  /** The named one, else the one whose event was seen last, ended ones included. E_NO_SESSION. */
  get(id: string | undefined): DebugSession {
    return this.#choose(id, this.list());
  }

  /** As `get`, of those that have not ended. E_NO_SESSION, and E_SESSION_ENDED for a named one. */
  getLive(id: string | undefined): DebugSession {
    const session = this.#choose(id, id === undefined ? this.live() : this.list());
    if (session.state === 'ended') throw session.endedError();
    return session;
  }

  /** As `getLive`, stopped. E_NOT_STOPPED. */
  getStopped(id: string | undefined): StoppedSession {
    const session = this.getLive(id);
    if (session.stop) return { session, stop: session.stop };
    throw editorErrors.fail('E_NOT_STOPPED', `The program of ${session.id} is running.`, {
      details: { session: session.id },
    });
  }

  /** Never guesses which program to end. E_AMBIGUOUS_SESSION. */
  getUnambiguous(id: string | undefined): DebugSession {
    const live = this.live();
    if (id !== undefined || live.length < 2) return this.get(id);
    throw editorErrors.fail('E_AMBIGUOUS_SESSION', `Several sessions are live: ${named(live)}.`, {
      details: { sessions: live.map(({ id }) => id) },
    });
  }

  /** Starts a program; what it forks later are further sessions of this caller. */
  async start(
    request: Omit<StartRequest, 'scope'>,
    context: StartContext,
  ): Promise<readonly [DebugSession, ...DebugSession[]]> {
    const { caller, debug, find, register } = this.#options;
    const whole: StartRequest = { ...request, scope: caller };
    register();
    const started = await debug.start(whole, context);
    const [first, ...others] = new Set(started.flatMap(({ id }) => find(id) ?? []));
    if (!first)
      throw editorErrors.fail('E_LAUNCH_FAILED', 'The program started no session, or its caller left.');
    for (const session of [first, ...others]) session.startRequest ??= whole;
    return [first, ...others];
  }

  /** Ends its program and forgets it. */
  close(id: string): Promise<void> {
    return this.#options.close(id);
  }

  #choose(id: string | undefined, candidates: readonly DebugSession[]): DebugSession {
    const found = id === undefined ? newest(candidates) : candidates.find((session) => session.id === id);
    if (!found) throw this.#missing(id);
    this.#options.touch(found);
    return found;
  }

  #missing(id: string | undefined) {
    const known = this.list();
    if (id !== undefined) {
      const list = known.length === 0 ? 'None is open' : `Open are ${named(known)}`;
      const hint = 'Pass one of these ids, or leave out {param:session} for the latest.';
      return editorErrors.fail('E_NO_SESSION', `There is no session "${id.slice(0, 60)}". ${list}.`, {
        ...(known.length === 0 ? {} : { hint }),
      });
    }
    const last = newest(known);
    const code = last?.exitCode === undefined ? '' : ` with exit code ${last.exitCode}`;
    const ended = last ? ` The last session, ${last.id}, ended${code}.` : '';
    return editorErrors.fail('E_NO_SESSION', `Nothing is being debugged.${ended}`);
  }
}

function newest(sessions: readonly DebugSession[]): DebugSession | undefined {
  return sessions.toSorted((a, b) => a.lastEventAt - b.lastEventAt).at(-1);
}

function named(sessions: readonly DebugSession[]): string {
  return sessions.map(({ id, name, state }) => `${id} (${name}, ${state})`).join(', ');
}
