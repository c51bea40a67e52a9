import type { Command, DriverConnection, Field, OkPacket } from './driver.ts';

/** The result of a running statement, with backpressure: the connection is paused except while rows are requested. */
export class ResultStream {
  fields: readonly Field[] = [];
  /** For a statement without rows. */
  ok: OkPacket | undefined;
  ended = false;
  readonly #connection: DriverConnection;
  #rows: (readonly unknown[])[] = [];
  #wanted = 0;
  #sets = 0;
  #error: Error | undefined;
  readonly #waiters = new Set<() => void>();

  constructor(connection: DriverConnection, command: Command) {
    this.#connection = connection;
    command.on('fields', (fields: readonly Field[] | undefined) => this.#onFields(fields));
    command.on('result', (result: unknown) => this.#onResult(result));
    command.on('error', (error: Error) => this.fail(error));
    command.on('end', () => this.#end());
  }

  /** Ended, with an empty buffer. */
  get exhausted(): boolean {
    return this.ended && this.#rows.length === 0;
  }

  /** Resolves when the columns are known, or the statement ended without any. */
  async begin(): Promise<void> {
    await this.#until(() => this.fields.length > 0 || this.ended);
  }

  async take(count: number): Promise<readonly (readonly unknown[])[]> {
    this.#wanted = count;
    if (this.#rows.length < count && !this.ended) this.#connection.resume();
    await this.#until(() => this.#rows.length >= count || this.ended);
    const taken = this.#rows.slice(0, count);
    this.#rows = this.#rows.slice(count);
    return taken;
  }

  /** Runs the statement to its end and drops its rows. */
  async drain(): Promise<void> {
    this.#wanted = 0;
    this.#rows = [];
    this.#sets = Number.POSITIVE_INFINITY;
    if (!this.ended) this.#connection.resume();
    await this.#until(() => this.ended);
  }

  /** Also called when the connection is lost, which the driver does not report to the command. */
  fail(error: Error): void {
    if (this.ended) return;
    this.#error = error;
    this.#end();
  }

  #onFields(fields: readonly Field[] | undefined): void {
    if (!fields) return;
    this.#sets += 1;
    if (this.#sets > 1) return;
    this.fields = fields;
    this.#connection.pause();
    this.#notify();
  }

  #onResult(result: unknown): void {
    if (!Array.isArray(result)) this.ok = result as OkPacket;
    // A procedure may return several result sets; only the first one is kept.
    else if (this.#sets === 1) this.#keep(result);
  }

  #keep(row: readonly unknown[]): void {
    this.#rows.push(row);
    // Reads one row ahead where it is buffered already, so that the end is known with the last row.
    if (this.#rows.length > this.#wanted) this.#connection.pause();
    if (this.#rows.length >= this.#wanted) this.#notify();
  }

  #end(): void {
    this.ended = true;
    this.#connection.resume();
    this.#notify();
  }

  #notify(): void {
    for (const waiter of this.#waiters) waiter();
  }

  #until(reached: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!this.#error && !reached()) return;
        this.#waiters.delete(check);
        if (this.#error) reject(this.#error);
        else resolve();
      };
      this.#waiters.add(check);
      check();
    });
  }
}
