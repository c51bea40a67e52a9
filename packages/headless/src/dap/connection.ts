import type { Readable, Writable } from 'node:stream';
import { coreErrors, type MolehillError, messageOf } from '@molehill/core/errors';
import { ContentLengthFraming } from '@molehill/core/framing';
import { editorErrors } from '@molehill/editor/errors';
import type { RequestOptions } from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { failureText, type Incoming, parseMessage } from './messages.ts';

/** A stream in each direction to one adapter. */
export interface Channel {
  readonly input: Readable;
  readonly output: Writable;
  destroy(): void;
}

export interface ConnectionEvents {
  onEvent(event: DebugProtocol.Event): void;
  /** A request of the adapter; the result is the body of the response. */
  onRequest(command: string, args: unknown): Promise<object | undefined>;
}

interface OpenRequest {
  readonly command: string;
  resolve(body: unknown): void;
  reject(error: unknown): void;
}

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Requests, responses and events of one connection to a debug adapter. */
export class DapConnection {
  /** Whether the adapter accepts `cancel`. */
  canCancel = false;
  /** Resolves with the reason where this side closed the connection because of a fault. */
  readonly closed: Promise<MolehillError | undefined>;

  readonly #channel: Channel;
  readonly #events: ConnectionEvents;
  readonly #framing: ContentLengthFraming;
  readonly #open = new Map<number, OpenRequest>();
  #incoming: Incoming[] = [];
  #isWaiting = false;
  #seq = 0;
  #hasInputEnded = false;
  #reportClosed: (fault: MolehillError | undefined) => void = () => {};
  #isClosed = false;

  constructor(channel: Channel, events: ConnectionEvents, maxMessageBytes = MAX_MESSAGE_BYTES) {
    this.#channel = channel;
    this.#events = events;
    this.closed = new Promise((resolve) => {
      this.#reportClosed = resolve;
    });
    this.#framing = new ContentLengthFraming(maxMessageBytes, {
      onFrame: (text) => this.#received(text),
      onOversized: ({ bytes }) => this.#tooLarge(bytes, maxMessageBytes),
    });
    channel.input.on('data', (chunk: Buffer) => this.#read(chunk));
    // A lost connection ends with `close` whatever the error was.
    channel.input.on('error', () => {});
    channel.output.on('error', () => {});
    channel.input.once('close', () => this.#inputEnded());
    channel.input.once('end', () => this.#inputEnded());
  }

  async request(command: string, args?: object, options: RequestOptions = {}): Promise<unknown> {
    const { signal, timeoutMs } = options;
    signal?.throwIfAborted();
    if (this.#isClosed) throw ended(command);
    const seq = this.#send({ type: 'request', command, ...(args && { arguments: args }) });
    return await new Promise((resolve, reject) => {
      const abort = () => this.#abandon(seq, signal?.reason);
      const expire = () => this.#abandon(seq, timedOut(command, timeoutMs));
      const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
      signal?.addEventListener('abort', abort, { once: true });
      const settled = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      this.#open.set(seq, {
        command,
        resolve: (body) => {
          settled();
          resolve(body);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
    });
  }

  close(fault?: MolehillError): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#channel.destroy();
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { command, reject } of open) reject(fault ?? ended(command));
    this.#reportClosed(fault);
  }

  #abandon(seq: number, reason: unknown): void {
    const request = this.#open.get(seq);
    if (!request) return;
    this.#open.delete(seq);
    if (this.canCancel && !this.#isClosed)
      this.#send({ type: 'request', command: 'cancel', arguments: { requestId: seq } });
    request.reject(reason);
  }

  #send(message: object): number {
    this.#seq += 1;
    this.#channel.output.write(this.#framing.encode(JSON.stringify({ seq: this.#seq, ...message })));
    return this.#seq;
  }

  #read(chunk: Buffer): void {
    if (this.#isClosed) return;
    this.#framing.push(chunk);
    if (!this.#isWaiting) this.#deliver();
  }

  /** Text between messages is not part of the protocol: some adapters print to standard output. */
  #received(text: string): void {
    const incoming = parseMessage(text);
    if (incoming) this.#incoming.push(incoming);
  }

  /**
   * What a response sets off runs before the next message is delivered: after `await send('continue')` the `stopped`
   * event is still to come. Reading pauses meanwhile, so at most one chunk of messages waits.
   */
  #deliver(): void {
    for (let next = this.#incoming.shift(); next; next = this.#incoming.shift()) {
      this.#handle(next);
      if (next.type !== 'response') continue;
      this.#isWaiting = true;
      this.#channel.input.pause();
      setImmediate(() => this.#resume());
      return;
    }
  }

  #resume(): void {
    this.#isWaiting = false;
    this.#deliver();
    if (this.#isWaiting) return;
    if (this.#hasInputEnded) this.close();
    else this.#channel.input.resume();
  }

  /** What arrived before the end is delivered first. */
  #inputEnded(): void {
    this.#hasInputEnded = true;
    if (!this.#isWaiting) this.close();
  }

  #handle({ type, message }: Incoming): void {
    if (type === 'event') this.#events.onEvent(message);
    else if (type === 'request') void this.#answer(message);
    else this.#settle(message);
  }

  #settle(response: DebugProtocol.Response): void {
    const request = this.#open.get(response.request_seq);
    if (!request) return;
    this.#open.delete(response.request_seq);
    if (response.success) request.resolve(response.body);
    else request.reject(editorErrors.fail('E_ADAPTER', failureText(response)));
  }

  async #answer(request: DebugProtocol.Request): Promise<void> {
    const { command, seq } = request;
    const response = await this.#events.onRequest(command, request.arguments).then(
      (body) => ({ success: true, ...(body && { body }) }),
      (error: unknown) => ({ success: false, message: messageOf(error) }),
    );
    if (!this.#isClosed) this.#send({ type: 'response', request_seq: seq, command, ...response });
  }

  #tooLarge(bytes: number, limit: number): void {
    const message = `The debug adapter sent a message of ${bytes} bytes or more; the limit is ${limit}.`;
    this.close(editorErrors.fail('E_ADAPTER', message, { hint: 'Ask for less, then start again.' }));
  }
}

function ended(command: string): MolehillError {
  return editorErrors.fail('E_SESSION_ENDED', `The debug session ended before ${command} was answered.`);
}

function timedOut(command: string, timeoutMs: number | undefined): MolehillError {
  const message = `The debug adapter did not answer ${command} within ${timeoutMs} ms.`;
  const hint = 'Call again with a larger {param:timeoutMs}, or end the session with {tool:debug_stop}.';
  return coreErrors.fail('E_TIMEOUT', message, { hint });
}
