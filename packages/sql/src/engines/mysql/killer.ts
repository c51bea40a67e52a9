import type { SqlTarget } from '../engine.ts';
import { connectDriver, hangUp } from './connect.ts';
import type { MysqlConnection } from './descriptor.ts';
import { ask, type DriverConnection } from './driver.ts';

interface Request {
  readonly sql: string;
  done(): void;
}

/** Stops what other connections run, over one of its own that lasts as long as there is something to stop. */
export class Killer {
  readonly #target: SqlTarget<MysqlConnection>;
  readonly #requests: Request[] = [];
  #working = false;

  constructor(target: SqlTarget<MysqlConnection>) {
    this.#target = target;
  }

  /** Resolves when the server has taken note, or when it cannot be reached. That it is gone already is as good as done. */
  kill(what: 'QUERY' | 'CONNECTION', threadId: number): Promise<void> {
    return new Promise((resolve) => {
      this.#requests.push({ sql: `KILL ${what} ${threadId}`, done: resolve });
      if (!this.#working) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    const connection = await connectDriver(this.#target).then(
      (connected) => connected.connection,
      () => undefined,
    );
    await this.#serve(connection);
    this.#working = false;
    if (connection) hangUp(connection);
  }

  async #serve(connection: DriverConnection | undefined): Promise<void> {
    for (let request = this.#requests.shift(); request; request = this.#requests.shift()) {
      if (connection) await ask(connection, request.sql).catch(() => {});
      request.done();
    }
  }
}
