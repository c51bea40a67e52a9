import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { answerInvalid, answerUnparsable } from './malformed.ts';

const NEWLINE = 0x0a;
const LARGEST_MESSAGE = 10 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/**
 * One client on a pair of streams, a message per line. Unlike the SDK's transport it answers lines that are not messages,
 * and survives one that is too large.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #input: Readable;
  readonly #output: Writable;
  /** The parts of the line that is arriving. */
  #parts: Buffer[] = [];
  #bytes = 0;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read).on('end', this.#end).on('close', this.#end).on('error', this.#report);
    this.#output.on('error', this.#end);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#end);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The client is disconnected.'));
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = () => {
        this.#output.off('drain', settle).off('close', settle);
        resolve();
      };
      this.#output.on('drain', settle).on('close', settle);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off('data', this.#read).off('end', this.#end).off('close', this.#end).pause();
    this.#parts = [];
    this.onclose?.();
  }

  readonly #end = () => void this.close();

  readonly #report = (error: Error) => this.onerror?.(error);

  readonly #read = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#add(chunk.subarray(from));
  };

  /** Of a line that is too large only the beginning is kept. */
  #add(part: Buffer): void {
    if (this.#bytes <= LARGEST_MESSAGE && part.length > 0) this.#parts.push(part);
    this.#bytes += part.length;
  }

  #endLine(): void {
    const [parts, bytes] = [this.#parts, this.#bytes];
    this.#parts = [];
    this.#bytes = 0;
    const line = (parts.length === 1 ? (parts[0] ?? NOTHING) : Buffer.concat(parts)).toString('utf8');
    if (bytes > LARGEST_MESSAGE) this.#answer([answerUnparsable(line, 'A message has at most 10 MB.')]);
    else if (line.trim() !== '') this.#receive(line);
  }

  #receive(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#answer([answerUnparsable(line, 'Parse error: the line is not JSON.')]);
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      this.#answer(answerInvalid(value));
      return;
    }
    this.onmessage?.(message);
  }

  #answer(answers: readonly JSONRPCMessage[]): void {
    for (const answer of answers) this.send(answer).catch(() => {});
  }
}
