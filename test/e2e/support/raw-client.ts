import { createInterface } from 'node:readline';
import { at } from '../../clients/json.ts';
import type { Running } from './processes.ts';

export type Params = Readonly<Record<string, unknown>>;

export const handshakeVersions = [
  '2024-10-07',
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
] as const;
export const modernVersion = '2026-07-28';

const clientInfo = { name: 'raw-client', version: '1.0.0' };

/** Metadata that a 2026-07-28 client sends with every request instead of a handshake. */
export function envelope(meta: Params = {}): Params {
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': modernVersion,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
      ...meta,
    },
  };
}

export function initializeParams(protocolVersion: string): Params {
  return { protocolVersion, capabilities: {}, clientInfo };
}

/** JSON-RPC over a process's standard streams without an SDK, one message per line. */
export class RawClient {
  /** Every line of standard output. */
  readonly lines: string[] = [];
  readonly notifications: unknown[] = [];
  readonly #running: Running;
  readonly #waiting = new Map<number, (reply: unknown) => void>();
  #lastId = 0;

  constructor(running: Running) {
    this.#running = running;
    createInterface({ input: running.child.stdout }).on('line', (line) => this.#take(line));
  }

  /** Sends a request and resolves with the whole response message. */
  request(method: string, params: Params = {}): Promise<unknown> {
    return this.send(method, params).reply;
  }

  send(method: string, params: Params = {}): { id: number; reply: Promise<unknown> } {
    const id = ++this.#lastId;
    const reply = new Promise<unknown>((resolve) => this.#waiting.set(id, resolve));
    this.#write({ jsonrpc: '2.0', id, method, params });
    return { id, reply };
  }

  notify(method: string, params?: Params): void {
    this.#write({ jsonrpc: '2.0', method, ...(params ? { params } : {}) });
  }

  call(name: string, input: Params = {}, extra: Params = {}): Promise<unknown> {
    return this.request('tools/call', { name, arguments: input, ...extra });
  }

  /** The handshake of clients before 2026-07-28. */
  async handshake(version: string = '2025-11-25'): Promise<unknown> {
    const reply = await this.request('initialize', initializeParams(version));
    this.notify('notifications/initialized');
    return reply;
  }

  #write(message: unknown): void {
    this.#running.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #take(line: string): void {
    this.lines.push(line);
    const message = parse(line);
    const id = at(message, 'id');
    if (typeof id !== 'number') {
      this.notifications.push(message);
      return;
    }
    this.#waiting.get(id)?.(message);
    this.#waiting.delete(id);
  }
}

/** A line that is not JSON stays in `lines` and resolves no request. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
