import type { Client } from 'pg';
import { sqlErrors } from '../../errors.ts';
import { cancellable, cancelUnseen, cancelUntilAnswered } from '../shared/cancellable.ts';
import { type PooledSession, retriable } from '../shared/pool.ts';
import { type CancelTarget, requestCancel } from './cancel.ts';
import { Exchange, isFromServer, type Step, type StepResult, statement } from './exchange.ts';
import { submit, wireOf } from './pg-internals.ts';

/** A connection to the server. Its exchanges run one after the other. */
export class Session implements PooledSession {
  usable = true;
  /** The first statements of every transaction. */
  readonly preamble: readonly Step[];
  readonly #client: Client;
  readonly #cancelTarget: CancelTarget;
  /** The exchange that the server has not answered yet. */
  #running: Exchange | undefined;

  constructor(client: Client, cancelTarget: CancelTarget, preamble: readonly Step[]) {
    this.preamble = preamble;
    this.#client = client;
    this.#cancelTarget = cancelTarget;
    const lose = () => {
      this.usable = false;
    };
    client.on('error', lose);
    client.on('end', lose);
  }

  /** Aborting cancels the statement in the server; the exchange then rejects with the signal's reason. */
  exchange(steps: readonly Step[], signal?: AbortSignal): Promise<readonly StepResult[]> {
    return cancellable(
      signal,
      () => this.#cancel(),
      async (cancelNow) => {
        for (const step of steps) refuseZeroBytes(step);
        const exchange = new Exchange(steps, cancelNow);
        this.#running = exchange;
        submit(this.#client, exchange);
        try {
          return await exchange.finished;
        } catch (error) {
          if (!isFromServer(error) || wireOf(this.#client).stream.destroyed) this.usable = false;
          throw error;
        } finally {
          this.#running = undefined;
        }
      },
    );
  }

  /** An exchange that may run twice: when the connection is lost, the pool retries the work on another one. */
  retriable(steps: readonly Step[], signal: AbortSignal): Promise<readonly StepResult[]> {
    return retriable(this, () => this.exchange(steps, signal), signal);
  }

  /** Rolls back, and discards settings, locks, prepared statements and temporary tables. */
  async reset(): Promise<void> {
    const rollback = this.#client.getTransactionStatus() === 'I' ? [] : [statement('ROLLBACK')];
    await this.exchange([...rollback, statement('DISCARD ALL')]);
  }

  /** The server does not notice a closed connection while a statement runs, so it is asked to cancel that too. */
  async destroy(): Promise<void> {
    const isRunning = this.#running !== undefined && !wireOf(this.#client).stream.destroyed;
    this.usable = false;
    wireOf(this.#client).stream.destroy();
    // The key of the request is this connection's own: no other one can be hit.
    if (isRunning) await cancelUnseen(() => requestCancel(this.#cancelTarget));
  }

  async #cancel(): Promise<void> {
    if (!this.#running) return;
    const request = () => requestCancel(this.#cancelTarget);
    const { answered, settled } = await cancelUntilAnswered(this.#running.finished, request);
    if (!answered) void this.destroy();
    // A request that arrives late would cancel a statement of the next call.
    if (!settled) this.usable = false;
  }
}

/** A zero byte ends a string in the protocol, so the server would run another statement than the guard saw. */
function refuseZeroBytes(step: Step): void {
  if ('sql' in step && step.sql.includes('\0'))
    throw sqlErrors.fail('E_SYNTAX', 'The statement contains a zero byte.');
}
