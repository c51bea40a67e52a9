import type { SqlTarget } from '../engine.ts';
import { connectDriver, destroyConnection } from './connect.ts';
import type { MysqlConnection } from './descriptor.ts';
import { query } from './driver.ts';
import { errorNumber } from './errors.ts';

interface Request {
  readonly sql: string;
  done(settled: boolean): void;
}

/** Sends KILL over a connection of its own, which is closed when the queue is empty. */
export class Killer {
  readonly #target: SqlTarget<MysqlConnection>;
  readonly #queue: Request[] = [];
  #running = false;

  constructor(target: SqlTarget<MysqlConnection>) {
    this.#target = target;
  }

  /**
   * Resolves when the server has answered or cannot be reached; with false when the connection was lost before the
   * answer. A thread that has ended is not an error.
   */
  kill(what: 'QUERY' | 'CONNECTION', threadId: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#queue.push({ sql: `KILL ${what} ${threadId}`, done: resolve });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    const connected = await connectDriver(this.#target).catch(() => undefined);
    for (let request = this.#queue.shift(); request; request = this.#queue.shift()) {
      const answer = connected && query(connected.connection, request.sql).catch(errorNumber);
      request.done(!answer || (await answer) !== undefined);
    }
    this.#running = false;
    if (connected) destroyConnection(connected.connection);
  }
}
