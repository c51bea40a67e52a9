import { resolve } from 'node:path';
import { sqlErrors } from '../../errors.ts';
import type { ResultCursor, ScriptResult } from '../engine.ts';
import { SqliteCursor } from './cursor.ts';
import { classified, stopped } from './errors.ts';
import { ask, commit } from './lease.ts';
import { bind } from './params.ts';
import { type Lease, ProcessPool } from './process-pool.ts';
import type { Mode, Reply, Request } from './protocol.ts';
import { isPlan, onlyStatement, scriptStatements } from './statements.ts';

export interface EngineOptions {
  /** How long to wait for a lock that somebody else holds. */
  readonly busyMs?: number;
}

const BUSY_MS = 5_000;
/** Half of them for statements that run, half for cursors that wait for their next page. */
const READERS = 6;
/** SQLite has one writer at a time; ours stand in line here instead of polling for the lock. */
const WRITERS = 1;
const RECOVER_WITHIN_MS = 2_000;

interface Task {
  readonly mode: Mode;
  readonly signal: AbortSignal;
}

/** One database and the processes that hold it open. */
export class Engine {
  readonly file: string;
  readonly #pools: Readonly<Record<Mode, ProcessPool>>;

  constructor(file: string, { busyMs = BUSY_MS }: EngineOptions = {}) {
    this.file = resolve(file);
    this.#pools = {
      read: new ProcessPool({ file: this.file, mode: 'read', busyMs, max: READERS }),
      write: new ProcessPool({ file: this.file, mode: 'write', busyMs, max: WRITERS }),
    };
  }

  /** The processes that are there now. */
  get pids(): readonly (number | undefined)[] {
    return [...this.#pools.read.pids, ...this.#pools.write.pids];
  }

  /** Opens the database once, so that what is wrong with it shows now. */
  async open(signal: AbortSignal): Promise<void> {
    const lease = await this.#lease({ mode: 'read', signal });
    lease.release();
  }

  async run(sql: string, params: readonly unknown[], task: Task): Promise<ResultCursor> {
    const statement = onlyStatement(sql);
    const plan = isPlan(statement);
    return this.#start({ op: 'run', sql: statement, binding: bind(statement, params), plan }, task);
  }

  async script(sql: string, signal: AbortSignal): Promise<readonly ScriptResult[]> {
    const statements = scriptStatements(sql);
    const task: Task = { mode: 'write', signal };
    const lease = await this.#lease(task);
    const { reply } = await this.#carryOut(lease, { op: 'script', statements }, task);
    if (reply.kind !== 'script') throw await confused(lease, reply);
    if (reply.tainted) void lease.discard();
    else lease.release();
    return reply.results.map((result, index) => ({ sql: statements[index] ?? '', ...result }));
  }

  async dispose(): Promise<void> {
    const reason = sqlErrors.fail('E_CONNECT_FAILED', 'The connection was closed.');
    await Promise.all([this.#pools.read.dispose(reason), this.#pools.write.dispose(reason)]);
  }

  async #start(request: Request, task: Task): Promise<ResultCursor> {
    const lease = await this.#lease(task);
    const { reply, committed } = await this.#carryOut(lease, request, task);
    if (reply.kind !== 'started') throw await confused(lease, reply);
    return new SqliteCursor(lease, reply, { committed });
  }

  async #lease({ mode, signal }: Task): Promise<Lease> {
    try {
      return await this.#pools[mode].acquire(signal);
    } catch (error) {
      throw signal.aborted ? stopped(signal) : classified(error);
    }
  }

  async #carryOut(lease: Lease, request: Request, task: Task): Promise<CarriedOut> {
    try {
      const reply = await ask(lease, request, task.signal);
      if (reply.kind !== 'ready') return { reply, committed: false };
      return { reply: await commit(lease, task.signal), committed: true };
    } catch (error) {
      await this.#tidy(lease, task.mode);
      throw error;
    }
  }

  /** A process that still answers takes back what it began. For one that is gone its successor does so when it opens the file. */
  async #tidy(lease: Lease, mode: Mode): Promise<void> {
    const { process } = lease;
    if (process.alive && !process.busy) await process.request({ op: 'close' }).catch(() => process.kill());
    if (process.alive) return lease.release();
    await lease.discard();
    const recovered = this.#pools[mode].warm(AbortSignal.timeout(RECOVER_WITHIN_MS)).catch(() => {});
    if (mode === 'write') await recovered;
  }
}

interface CarriedOut {
  readonly reply: Reply;
  readonly committed: boolean;
}

async function confused(lease: Lease, { kind }: Reply): Promise<Error> {
  await lease.discard();
  return new Error(`the process gave an unexpected answer: ${kind}`);
}
