import type { Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readonly most: number;
  /** Connections on which no request was authorized yet. */
  readonly mostUnauthorized: number;
}

/**
 * Over a limit the oldest connection without an authorized request is closed. So connections that only wait cannot keep
 * a client out: it sends its request at once.
 */
export class ConnectionLimit {
  readonly #limits: ConnectionLimits;
  readonly #open = new Set<Socket>();
  /** Oldest first. */
  readonly #unauthorized = new Set<Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  watch(server: NodeServer): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** A request on this connection was authorized. */
  authorized(socket: Socket): void {
    this.#unauthorized.delete(socket);
  }

  #add(socket: Socket): void {
    this.#open.add(socket);
    this.#unauthorized.add(socket);
    socket.once('close', () => this.#remove(socket));
    const { most, mostUnauthorized } = this.#limits;
    if (this.#open.size <= most && this.#unauthorized.size <= mostUnauthorized) return;
    const [oldest] = this.#unauthorized;
    if (!oldest) return;
    this.#remove(oldest);
    oldest.destroy();
  }

  #remove(socket: Socket): void {
    this.#open.delete(socket);
    this.#unauthorized.delete(socket);
  }
}
