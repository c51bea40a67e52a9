import { deserializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import type { MolehillError } from '@molehill/core/errors';
import {
  ContentLengthFraming,
  type Framing,
  NewlineFraming,
  type OversizedMessage,
} from '@molehill/core/framing';
import { drain } from '@molehill/core/processes/drain';
import { type Exit, ProcessGroup } from '@molehill/core/processes/process-group';
import type { RingLog } from '@molehill/core/processes/ring-log';
import type { StdioTransport } from '../../config/upstream-config.ts';
import { gatewayErrors } from '../../errors.ts';
import { INTERNAL_ERROR } from '../../protocol.ts';
import { TOO_LARGE, tooLargeError } from '../failures.ts';
import type { UpstreamOptions } from '../options.ts';
import { inOrder } from '../ordered-transport.ts';
import { childEnvironment } from './environment.ts';
import { kindOf, responseId } from './oversized.ts';

export interface StdioOptions extends Pick<UpstreamOptions, 'env' | 'reaper' | 'maxMessageBytes' | 'log'> {
  readonly server: string;
  readonly stderr: RingLog;
}

/** Output that is not MCP is common (a banner, a forgotten print); this much of it in a row is a flood. */
const MAX_INVALID_BYTES = 4 * 1024 * 1024;
const LOGGED_INVALID_LINES = 5;
const LOGGED_INVALID_CHARACTERS = 200;
/** How long to wait for the end of an oversized message, which may name the request it answers. */
const OVERSIZED_END_MS = 5_000;
/** How long to read the last output of a child that has exited before reporting the close. */
const LAST_OUTPUT_MS = 250;

/**
 * An upstream server as a child process. The SDK's own transport starts no process group, closes the connection of all
 * calls when one message is too large, and loses progress that arrives together with a result. The SDK (2.4.0) takes a
 * transport with `pid` and `stderr` for a local process.
 */
export class StdioUpstreamTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why this side closed the connection, if it did. */
  failure: MolehillError | undefined;
  exit: Exit | undefined;

  readonly #config: StdioTransport;
  readonly #options: StdioOptions;
  readonly #framing: Framing;
  readonly #deliver = inOrder((message) => this.onmessage?.(message));
  #group: ProcessGroup | undefined;
  #closed = false;
  #invalidBytes = 0;
  #invalidLines = 0;
  #oversizedTimer: NodeJS.Timeout | undefined;

  constructor(config: StdioTransport, options: StdioOptions) {
    this.#config = config;
    this.#options = options;
    const Framing = config.framing === 'content-length' ? ContentLengthFraming : NewlineFraming;
    this.#framing = new Framing(options.maxMessageBytes, {
      onFrame: (text) => this.#read(text),
      onOversized: (message) => this.#oversized(message),
    });
  }

  get pid(): number | null {
    return this.#group?.pid ?? null;
  }

  get stderr(): null {
    return null;
  }

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.#config;
    const { reaper, stderr } = this.#options;
    const launch = { command, args, cwd, env: childEnvironment(this.#options.env, env) };
    const group = await ProcessGroup.start(launch, reaper);
    this.#group = group;
    group.stdout.on('data', (chunk: Buffer) => {
      if (!this.#closed) this.#framing.push(chunk);
    });
    drain(group.stderr, (chunk) => stderr.write(chunk));
    group.exited.then((exit) => this.#exited(group, exit));
    if (this.#closed) await group.end();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#group?.stdin;
    if (!stdin?.writable) throw gatewayErrors.fail('E_UPSTREAM_GONE', `${this.#options.server} has ended.`);
    if (stdin.write(this.#framing.encode(JSON.stringify(message)))) return;
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

  /** Reports the close at once, so that open calls end, and then waits for the processes to end. */
  async close(): Promise<void> {
    this.#reportClosed();
    await this.#group?.end();
  }

  #exited(group: ProcessGroup, exit: Exit): void {
    this.exit = exit;
    const timer = setTimeout(() => this.#reportClosed(), LAST_OUTPUT_MS);
    group.stdout.once('close', () => {
      clearTimeout(timer);
      this.#reportClosed();
    });
  }

  #reportClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#oversizedTimer);
    this.onclose?.();
  }

  #read(text: string): void {
    if (this.#closed || text.trim() === '') return;
    const message = parse(text);
    if (message) {
      this.#invalidBytes = 0;
      this.#deliver(message);
    } else this.#invalid(text);
  }

  #invalid(text: string): void {
    this.#invalidBytes += text.length;
    this.#invalidLines += 1;
    const { server, log } = this.#options;
    if (this.#invalidLines <= LOGGED_INVALID_LINES) {
      const line = text.slice(0, LOGGED_INVALID_CHARACTERS);
      log.warn({ server, line }, 'a server printed a line to standard output that is not MCP');
    }
    if (this.#invalidBytes <= MAX_INVALID_BYTES) return;
    const message = `${server} printed ${this.#invalidBytes} bytes in a row to standard output that are not MCP.`;
    this.#fail(gatewayErrors.fail('E_UPSTREAM_PROTOCOL', message));
  }

  /**
   * Fails only the request that the message answers, if it is known. Oversized requests and notifications of the server
   * are dropped. An oversized message that is not JSON-RPC, or that does not end, closes the connection.
   */
  #oversized({ head, tail, bytes }: OversizedMessage): void {
    clearTimeout(this.#oversizedTimer);
    const { server, log, maxMessageBytes: limit } = this.#options;
    const fail = () => this.#fail(tooLargeError(server, bytes, limit));
    const kind = kindOf(head);
    const id = tail === undefined ? undefined : responseId(head, tail);
    if (kind !== 'invalid' && tail === undefined)
      this.#oversizedTimer = setTimeout(fail, OVERSIZED_END_MS).unref();
    else if (kind === 'call') log.warn({ server, bytes }, 'dropped a message that is too large');
    else if (id === undefined) fail();
    else {
      const message = `${server} sent a response that is too large.`;
      const error = { code: INTERNAL_ERROR, message, data: { code: TOO_LARGE, bytes, limit } };
      this.#deliver({ jsonrpc: '2.0', id, error });
    }
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
    return isPlainResult(message) ? message : deserializeMessage(text);
  } catch {
    return undefined;
  }
}

/** Most messages are plain results: recognising them saves the SDK's slower validation. */
function isPlainResult(message: unknown): message is JSONRPCMessage {
  if (typeof message !== 'object' || message === null || Object.keys(message).length !== 3) return false;
  const { jsonrpc, id, result } = message as Partial<Record<'jsonrpc' | 'id' | 'result', unknown>>;
  const isValidId = typeof id === 'string' || Number.isSafeInteger(id);
  return (
    jsonrpc === '2.0' && isValidId && typeof result === 'object' && result !== null && !Array.isArray(result)
  );
}
