import { deserializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { batchWrites } from '@molehill/core/batch-writes';
import type { MolehillError } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { StdioTransport } from '../../config/upstream-config.ts';
import { gatewayErrors } from '../../errors.ts';
import { tooLargeAnswer, tooLargeError } from '../failures.ts';
import type { Reaper } from '../reaper.ts';
import { drain } from './drain.ts';
import { childEnvironment } from './environment.ts';
import { ContentLengthFraming, type Framing, type FramingEvents, NewlineFraming } from './framing.ts';
import { answeredId, kindOf } from './oversized.ts';
import { type Exit, ProcessGroup } from './process-group.ts';
import type { RingLog } from './ring-log.ts';

export interface StdioOptions {
  readonly server: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly reaper: Reaper;
  readonly stderr: RingLog;
  readonly maxMessageBytes: number;
  readonly log: Log;
}

/** Lines that are no messages are common (a banner, a forgotten print); this much of them in a row is a flood. */
const MOST_GARBAGE_BYTES = 4 * 1024 * 1024;
const LOGGED_GARBAGE_LINES = 5;
const LOGGED_GARBAGE_CHARACTERS = 200;
/** How long the end of a message that is too large may be waited for, to learn which call it answers. */
const OVERSIZED_END_MS = 5_000;
/** What a child wrote before it ended is read before its end is told. */
const LAST_OUTPUT_MS = 250;

/**
 * A server as a child process. The SDK's own transport is not used because it gives the child no group of its own,
 * closes the connection of all calls when one answer is too large, and can lose progress that comes together with a
 * result. It has `pid` and `stderr` because by these the SDK tells a local process from a URL.
 */
export class StdioUpstreamTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why this side gave up, if it did. */
  failure: MolehillError | undefined;
  exit: Exit | undefined;

  readonly #config: StdioTransport;
  readonly #options: StdioOptions;
  readonly #framing: Framing;
  readonly #queue: JSONRPCMessage[] = [];
  #group: ProcessGroup | undefined;
  #delivering = false;
  #closed = false;
  #garbageBytes = 0;
  #garbageLines = 0;
  #oversizedTimer: NodeJS.Timeout | undefined;

  constructor(config: StdioTransport, options: StdioOptions) {
    this.#config = config;
    this.#options = options;
    const events: FramingEvents = {
      onFrame: (text) => this.#read(text),
      onOversized: (message) => this.#oversized(message),
    };
    const Framed = config.framing === 'content-length' ? ContentLengthFraming : NewlineFraming;
    this.#framing = new Framed(options.maxMessageBytes, events);
  }

  get pid(): number | null {
    return this.#group?.pid ?? null;
  }

  get stderr(): null {
    return null;
  }

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.#config;
    const group = await ProcessGroup.start(
      { command, args, cwd, env: childEnvironment(this.#options.env, env) },
      this.#options.reaper,
    );
    this.#group = group;
    group.stdout.on('data', (chunk: Buffer) => {
      if (!this.#closed) this.#framing.push(chunk);
    });
    drain(group.stderr, (chunk) => this.#options.stderr.write(chunk));
    batchWrites(group.stdin);
    group.exited.then((exit) => this.#ended(group, exit));
    if (this.#closed) await group.end();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#group?.stdin;
    if (!stdin?.writable) throw gatewayErrors.fail('E_UPSTREAM_GONE', `${this.#options.server} has ended.`);
    if (stdin.write(this.#framing.encode(message))) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        stdin.off('drain', done);
        stdin.off('close', done);
        resolve();
      };
      stdin.on('drain', done);
      stdin.on('close', done);
    });
  }

  /** Calls that are open learn of it at once; the process may take its time to end. */
  async close(): Promise<void> {
    this.#tellClosed();
    await this.#group?.end();
  }

  #ended(group: ProcessGroup, exit: Exit): void {
    this.exit = exit;
    const timer = setTimeout(() => this.#tellClosed(), LAST_OUTPUT_MS);
    group.stdout.once('close', () => {
      clearTimeout(timer);
      this.#tellClosed();
    });
  }

  #tellClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#oversizedTimer);
    this.onclose?.();
  }

  #read(text: string): void {
    if (this.#closed || text.trim() === '') return;
    const message = parse(text);
    if (!message) {
      this.#garbage(text);
      return;
    }
    this.#garbageBytes = 0;
    this.#deliver(message);
  }

  #deliver(message: JSONRPCMessage): void {
    this.#queue.push(message);
    if (!this.#delivering) void this.#deliverAll();
  }

  /** The SDK hands on notifications a moment later than results, and forgets a call's progress with its result. */
  async #deliverAll(): Promise<void> {
    this.#delivering = true;
    for (let message = this.#queue.shift(); message; message = this.#queue.shift()) {
      this.onmessage?.(message);
      if ('method' in message && !('id' in message)) await settleNotification();
    }
    this.#delivering = false;
  }

  #garbage(text: string): void {
    this.#garbageBytes += text.length;
    this.#garbageLines += 1;
    const { server, log } = this.#options;
    if (this.#garbageLines <= LOGGED_GARBAGE_LINES) {
      const line = text.slice(0, LOGGED_GARBAGE_CHARACTERS);
      log.warn({ server, line }, 'a server printed to standard output what is not MCP');
    }
    if (this.#garbageBytes <= MOST_GARBAGE_BYTES) return;
    const message = `${server} prints to standard output what is not MCP, ${this.#garbageBytes} bytes in a row.`;
    this.#fail(gatewayErrors.fail('E_UPSTREAM_PROTOCOL', message));
  }

  /**
   * Only the call that is answered fails, if it can be told which; the server and its other calls go on. What the
   * server asks or tells at such length is left out, and what is no message or does not end is the end of it.
   */
  #oversized({ head, tail, bytes }: { head: string; tail?: string; bytes: number }): void {
    clearTimeout(this.#oversizedTimer);
    const [kind, idAtOnce] = [kindOf(head), answeredId(head, '')];
    if (kind === 'garbage') this.#failTooLarge(bytes);
    else if (tail === undefined) {
      this.#oversizedTimer = setTimeout(() => this.#failTooLarge(bytes), OVERSIZED_END_MS).unref();
      if (idAtOnce !== undefined) this.#answerTooLarge(idAtOnce, bytes);
    } else if (kind === 'call')
      this.#options.log.warn({ server: this.#options.server, bytes }, 'a message was too large');
    else if (idAtOnce === undefined) this.#answerOrFail(answeredId(head, tail), bytes);
  }

  #answerOrFail(id: string | number | undefined, bytes: number): void {
    if (id === undefined) this.#failTooLarge(bytes);
    else this.#answerTooLarge(id, bytes);
  }

  #answerTooLarge(id: string | number, bytes: number): void {
    this.#deliver(tooLargeAnswer(this.#options.server, id, bytes, this.#options.maxMessageBytes));
  }

  #failTooLarge(bytes: number): void {
    this.#fail(tooLargeError(this.#options.server, bytes, this.#options.maxMessageBytes));
  }

  #fail(error: MolehillError): void {
    if (this.#closed) return;
    this.failure = error;
    void this.close();
  }
}

function parse(text: string): JSONRPCMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isPlainAnswer(message) ? message : deserializeMessage(text);
  } catch {
    return undefined;
  }
}

/** Most of what comes, and plain to recognise. Whatever is not exactly this is left to the SDK's slower judgement. */
function isPlainAnswer(message: unknown): message is JSONRPCMessage {
  if (typeof message !== 'object' || message === null || Object.keys(message).length !== 3) return false;
  const { jsonrpc, id, result } = message as Partial<Record<'jsonrpc' | 'id' | 'result', unknown>>;
  const isKnownId = typeof id === 'string' || Number.isSafeInteger(id);
  return (
    jsonrpc === '2.0' && isKnownId && typeof result === 'object' && result !== null && !Array.isArray(result)
  );
}

async function settleNotification(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}
