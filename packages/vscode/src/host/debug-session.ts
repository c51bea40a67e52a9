import { coreErrors, messageOf } from '@molehill/core/errors';
import { isRecord } from '@molehill/core/record';
import { editorErrors } from '@molehill/editor/errors';
import type {
  DapSession,
  RequestOptions,
  SessionEnd,
  StartRequest,
  Unsubscribe,
} from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import * as vscode from 'vscode';
import { withLocalPaths } from './adapter-paths.ts';
import { deferred } from './deferred.ts';

export interface SessionSeed {
  readonly folder: string;
  /** How an agent started the program; children of its session have the same. */
  readonly started: Pick<StartRequest, 'scope' | 'exceptionBreakpoints'> | undefined;
}

/** One of VS Code's debug sessions, followed by what its adapter sends. */
export class VscodeDapSession implements DapSession {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly parent?: string;
  readonly folder: string;
  readonly scope?: string;
  readonly request: 'launch' | 'attach';
  readonly startedAt = Date.now();
  readonly ended: Promise<SessionEnd>;
  /** Resolves when the adapter runs the program; rejects where it refused the launch. */
  readonly configured: Promise<void>;
  readonly started: SessionSeed['started'];
  readonly #session: vscode.DebugSession;
  readonly #listeners = new Set<(event: DebugProtocol.Event) => void>();
  /** Events before anybody listens, such as the output of an adapter that starts. */
  #early: DebugProtocol.Event[] | undefined = [];
  #capabilities: DebugProtocol.Capabilities = {};
  #hasTerminated = false;
  #hasEnded = false;
  readonly #end = deferred<SessionEnd>();
  readonly #configured = deferred<void>();

  constructor(session: vscode.DebugSession, { folder, started }: SessionSeed) {
    this.#session = session;
    this.id = session.id;
    this.name = session.name;
    this.type = session.type;
    this.folder = folder;
    this.request = session.configuration.request === 'attach' ? 'attach' : 'launch';
    if (session.parentSession) this.parent = session.parentSession.id;
    this.started = started;
    if (started) this.scope = started.scope;
    this.ended = this.#end.promise;
    this.configured = this.#configured.promise;
    // Nobody waits for a session that the person started.
    this.configured.catch(() => {});
  }

  get capabilities(): DebugProtocol.Capabilities {
    return this.#capabilities;
  }

  async send(command: string, args?: object, options: RequestOptions = {}): Promise<unknown> {
    const { signal, timeoutMs } = options;
    signal?.throwIfAborted();
    if (this.#hasEnded) throw this.#endedBefore(command);
    const { promise: stopped, reject } = deferred<never>();
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const expire = () => reject(timedOut(command, timeoutMs));
    const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
    void this.ended.then(() => reject(this.#endedBefore(command)));
    try {
      return await Promise.race([this.#request(command, args), stopped]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      stopped.catch(() => {});
    }
  }

  onEvent(listener: (event: DebugProtocol.Event) => void): Unsubscribe {
    this.#listeners.add(listener);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const event of early) listener(event);
    return () => void this.#listeners.delete(listener);
  }

  async stop({ detach }: { readonly detach: boolean }): Promise<void> {
    if (this.#hasEnded) return;
    if (detach) await this.send('disconnect', { terminateDebuggee: false }).catch(() => {});
    await vscode.debug.stopDebugging(this.#session);
    await this.ended;
  }

  /** A message of the adapter, in the order in which it sends them. */
  received(message: DebugProtocol.ProtocolMessage): void {
    if (message.type === 'event') this.#receivedEvent(message as DebugProtocol.Event);
    if (message.type === 'response') this.#receivedResponse(message as DebugProtocol.Response);
  }

  /** VS Code has closed the session, or the adapter has. */
  end(detail?: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const how = this.#hasTerminated || detail === undefined ? 'terminated' : 'crashed';
    this.#configured.reject(
      launchFailed(`The session ended before its program ran.${detail ? ` ${detail}` : ''}`),
    );
    this.#end.resolve({ how, ...(how === 'crashed' && detail !== undefined ? { detail } : {}) });
  }

  #receivedEvent(event: DebugProtocol.Event): void {
    if (event.event === 'terminated') this.#hasTerminated = true;
    if (event.event === 'capabilities' && isRecord(event.body?.capabilities))
      this.#capabilities = { ...this.#capabilities, ...event.body.capabilities };
    this.#early?.push(event);
    for (const listener of this.#listeners) listener(event);
  }

  #receivedResponse(response: DebugProtocol.Response): void {
    const { command, success } = response;
    if (command === 'initialize' && success) this.#capabilities = response.body ?? {};
    if (command !== 'launch' && command !== 'attach' && command !== 'configurationDone') return;
    if (!success) this.#configured.reject(launchFailed(failureText(response)));
    else if (command === 'configurationDone' || !this.#capabilities.supportsConfigurationDoneRequest)
      this.#configured.resolve();
  }

  async #request(command: string, args: object | undefined): Promise<unknown> {
    try {
      return withLocalPaths(await this.#session.customRequest(command, args));
    } catch (cause) {
      throw editorErrors.fail('E_ADAPTER', messageOf(cause), { cause });
    }
  }

  #endedBefore(command: string) {
    return editorErrors.fail('E_SESSION_ENDED', `The debug session ended before ${command} was answered.`);
  }
}

/** DAP puts the text for a person into `body.error`, whose placeholders are filled from `variables`. */
function failureText({ body, message }: DebugProtocol.Response): string {
  const error: DebugProtocol.Message | undefined = body?.error;
  if (!error?.format) return message ?? 'The adapter gave no reason.';
  return error.format.replace(/\{(\w+)\}/g, (whole, name: string) => error.variables?.[name] ?? whole);
}

function launchFailed(message: string) {
  return editorErrors.fail('E_LAUNCH_FAILED', message);
}

function timedOut(command: string, timeoutMs: number | undefined) {
  const message = `The debug adapter did not answer ${command} within ${timeoutMs} ms.`;
  const hint = 'Call again with a larger {param:timeoutMs}, or end the session with {tool:debug_stop}.';
  return coreErrors.fail('E_TIMEOUT', message, { hint });
}
