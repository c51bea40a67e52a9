import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type CancelTarget, requestCancel } from './cancel.ts';
import { command, Exchange, isFromServer, type Step, type StepResult, type Wire } from './exchange.ts';

/** How long the server may take to stop a statement before the connection is given up. */
const STOP_LIMIT_MS = 2_500;

/** What a driver's client knows about itself without its types saying so. */
export interface ServerProcess {
  readonly processID: number;
  readonly secretKey: number;
}

/** One connection to the server. Exchanges on it come one after the other. */
export class Session {
  /** What every transaction begins with. */
  readonly preamble: readonly Step[];
  readonly #client: Client;
  readonly #cancelTarget: CancelTarget;
  #usable = true;

  constructor(client: Client, cancelTarget: CancelTarget, preamble: readonly Step[]) {
    this.preamble = preamble;
    this.#client = client;
    this.#cancelTarget = cancelTarget;
    const lost = () => {
      this.#usable = false;
    };
    client.on('error', lost);
    client.on('end', lost);
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** Aborting stops the statement in the server; the exchange then ends with the signal's reason. */
  async exchange(steps: readonly Step[], signal?: AbortSignal): Promise<readonly StepResult[]> {
    signal?.throwIfAborted();
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= this.#stop(exchange.finished);
    };
    const exchange = new Exchange(steps, stop);
    signal?.addEventListener('abort', stop, { once: true });
    this.#client.query(exchange as unknown as { submit(wire: unknown): void });
    try {
      return await exchange.finished;
    } catch (error) {
      if (!isFromServer(error) || this.#wire.stream.destroyed) this.#usable = false;
      throw signal?.aborted ? signal.reason : error;
    } finally {
      signal?.removeEventListener('abort', stop);
      // A request that is still under way would stop whatever this connection does next.
      await stopping;
    }
  }

  /** Ends what a caller left open and forgets what it set. */
  async reset(): Promise<void> {
    const rollback = this.#client.getTransactionStatus() === 'I' ? [] : [command('ROLLBACK')];
    await this.exchange([...rollback, command('DISCARD ALL')]);
  }

  destroy(): void {
    this.#usable = false;
    this.#wire.stream.destroy();
  }

  get #wire(): Wire {
    return this.#client.connection as unknown as Wire;
  }

  async #stop(finished: Promise<unknown>): Promise<void> {
    await requestCancel(this.#cancelTarget);
    const timer = new AbortController();
    const over = finished.then(
      () => {},
      () => {},
    );
    const late = delay(STOP_LIMIT_MS, 'late', { signal: timer.signal }).catch(() => {});
    if ((await Promise.race([over, late])) === 'late') this.destroy();
    timer.abort();
  }
}
