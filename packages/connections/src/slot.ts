import { coreErrors } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { Disposable, Opened } from './backend.ts';
import type { Connection } from './definition.ts';
import { connectionErrors } from './errors.ts';
import { orAborted } from './or-aborted.ts';

export interface SlotLimits {
  readonly connectTimeoutMs: number;
  readonly closeWithinMs: number;
}

type Open<TBackend> = (signal: AbortSignal) => Promise<Opened<TBackend>>;

/** One connect, those who wait for it or use what it opened, and its end. */
export class Slot<TConfig, TBackend extends Disposable> {
  readonly connection: Connection<TConfig>;
  /** Shared by all who ask for this connection at the same time. */
  readonly ready: Promise<Opened<TBackend>>;
  readonly #connecting = new AbortController();
  readonly #limits: SlotLimits;
  readonly #log: Log;
  #opened: Opened<TBackend> | undefined;
  #users = 0;
  #closing: Promise<void> | undefined;
  /** What opens although nobody waits for it any more, until it is closed again. */
  #late: Promise<void> | undefined;

  constructor(connection: Connection<TConfig>, open: Open<TBackend>, limits: SlotLimits, log: Log) {
    this.connection = connection;
    this.#limits = limits;
    this.#log = log;
    this.ready = this.#connect(open);
    this.ready.catch(() => {});
  }

  get users(): number {
    return this.#users;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined && !this.#closing;
  }

  /** Whether a new caller may have what this slot holds. */
  fits(connection: Connection<TConfig>): boolean {
    const alive = !this.#closing && !this.#connecting.signal.aborted && !this.#opened?.tunnel?.isClosed();
    return alive && connection.revision === this.connection.revision;
  }

  enter(): void {
    this.#users += 1;
  }

  leave(): void {
    this.#users -= 1;
    if (this.#users === 0 && !this.#opened) {
      this.#connecting.abort(coreErrors.fail('E_CANCELLED', 'Nobody waits for this connection any more.'));
    }
  }

  /** Closes what is open or still opening. Never throws, never takes longer than its limit. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #connect(open: Open<TBackend>): Promise<Opened<TBackend>> {
    const { signal } = this.#connecting;
    const { connectTimeoutMs } = this.#limits;
    const late = `Connection "${this.connection.name}" gave no answer within ${connectTimeoutMs / 1_000} s.`;
    const giveUp = () => this.#connecting.abort(connectionErrors.fail('E_CONNECT_FAILED', late));
    const timer = setTimeout(giveUp, connectTimeoutMs);
    const opening = open(signal);
    try {
      const opened = await orAborted(opening, signal);
      signal.throwIfAborted();
      this.#opened = opened;
      return opened;
    } catch (error) {
      this.#late = opening.then(
        (opened) => this.#closeAll(opened),
        () => {},
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #close(): Promise<void> {
    this.#connecting.abort(coreErrors.fail('E_CANCELLED', 'The connection is being closed.'));
    const opened = await this.ready.catch(() => undefined);
    if (opened) await this.#closeAll(opened);
    else if (this.#late) await this.#within(this.#late, 'a connect did not stop');
  }

  async #closeAll({ backend, tunnel }: Opened<TBackend>): Promise<void> {
    await this.#within(backend.dispose(), 'a backend did not close');
    if (tunnel) await this.#within(tunnel.dispose(), 'a tunnel did not close');
  }

  async #within(closing: Promise<void>, complaint: string): Promise<void> {
    const connection = this.connection.name;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it takes too long')), this.#limits.closeWithinMs);
    });
    try {
      await Promise.race([closing, tooLong]);
    } catch (error) {
      this.#log.warn({ err: error, connection }, complaint);
    } finally {
      clearTimeout(timer);
    }
  }
}
