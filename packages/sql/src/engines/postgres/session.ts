import type { Client } from 'pg';
import { sqlErrors } from '../../errors.ts';
import { awaitStop, cancellable } from '../shared/cancellable.ts';
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
    let exchange: Exchange | undefined;
    const cancel = async () => {
      await requestCancel(this.#cancelTarget);
      await awaitStop(exchange?.finished, () => this.destroy());
    };
    return cancellable(signal, cancel, async (cancelNow) => {
      for (const step of steps) refuseZeroBytes(step);
      exchange = new Exchange(steps, cancelNow);
      submit(this.#client, exchange);
      try {
        return await exchange.finished;
      } catch (error) {
        if (!isFromServer(error) || wireOf(this.#client).stream.destroyed) this.usable = false;
        throw error;
      }
    });
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

  destroy(): void {
    this.usable = false;
    wireOf(this.#client).stream.destroy();
  }
}

/** A zero byte ends a string in the protocol, so the server would run another statement than the guard saw. */
function refuseZeroBytes(step: Step): void {
  if ('sql' in step && step.sql.includes('\0'))
    throw sqlErrors.fail('E_SYNTAX', 'The statement contains a zero byte.');
}
