import type { Command, DriverConnection, Field, OkPacket } from './driver.ts';

/**
 * What a running statement answers. The connection stands still except while rows are asked for, so that the server
 * sends no more than a socket's buffer ahead.
 */
export class ResultStream {
  readonly #connection: DriverConnection;
  #fields: readonly Field[] = [];
  #rows: (readonly unknown[])[] = [];
  #ok: OkPacket | undefined;
  #wanted = 0;
  #sets = 0;
  #begun = false;
  #ended = false;
  #error: Error | undefined;
  /** Who waits for what; each leaves when it is there. */
  readonly #waiters = new Set<() => void>();

  constructor(connection: DriverConnection, command: Command) {
    this.#connection = connection;
    command.on('fields', (fields: readonly Field[] | undefined) => this.#onFields(fields));
    command.on('result', (result: unknown) => this.#onResult(result));
    command.on('error', (error: Error) => this.fail(error));
    command.on('end', () => this.#end());
  }

  get fields(): readonly Field[] {
    return this.#fields;
  }

  /** What a statement without rows did. */
  get ok(): OkPacket | undefined {
    return this.#ok;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Nothing is buffered any more and nothing will come. */
  get exhausted(): boolean {
    return this.#ended && this.#rows.length === 0;
  }

  /** Until the columns are known, or it is known that there are none. */
  async begin(): Promise<void> {
    await this.#until(() => this.#begun || this.#ended);
  }

  async take(count: number): Promise<readonly (readonly unknown[])[]> {
    this.#wanted = count;
    if (this.#rows.length < count && !this.#ended) this.#connection.resume();
    await this.#until(() => this.#rows.length >= count || this.#ended);
    const taken = this.#rows.slice(0, count);
    this.#rows = this.#rows.slice(count);
    return taken;
  }

  /** Lets it run to its end; what it still returns is dropped. */
  async drain(): Promise<void> {
    this.#wanted = 0;
    this.#rows = [];
    this.#sets = Number.POSITIVE_INFINITY;
    if (!this.#ended) this.#connection.resume();
    await this.#until(() => this.#ended);
  }

  /** Also called when the connection breaks, which the command itself is not told. */
  fail(error: Error): void {
    if (this.#ended) return;
    this.#error = error;
    this.#end();
  }

  #onFields(fields: readonly Field[] | undefined): void {
    if (!fields) return;
    this.#sets += 1;
    if (this.#sets > 1) return;
    this.#fields = fields;
    this.#begun = true;
    this.#connection.pause();
    this.#tell();
  }

  #onResult(result: unknown): void {
    if (!Array.isArray(result)) this.#ok = result as OkPacket;
    // A procedure may answer with several sets of rows; the first one is what is told.
    else if (this.#sets === 1) this.#keep(result);
  }

  #keep(row: readonly unknown[]): void {
    this.#rows.push(row);
    // One more than wanted, if it is here already: so the end is seen together with the last row.
    if (this.#rows.length > this.#wanted) this.#connection.pause();
    if (this.#rows.length >= this.#wanted) this.#tell();
  }

  #end(): void {
    this.#ended = true;
    this.#connection.resume();
    this.#tell();
  }

  #tell(): void {
    for (const waiter of this.#waiters) waiter();
  }

  #until(reached: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!this.#error && !reached()) return;
        this.#waiters.delete(look);
        if (this.#error) reject(this.#error);
        else resolve();
      };
      this.#waiters.add(look);
      look();
    });
  }
}
