import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Lease, NotSentError, Pool, retriable } from './pool.ts';

class FakeSession {
  readonly number: number;
  usable = true;
  destroyed = false;
  resets = 0;
  readonly #onReset: (() => Promise<void>) | undefined;

  constructor(number: number, onReset?: () => Promise<void>) {
    this.number = number;
    this.#onReset = onReset;
  }

  async reset(): Promise<void> {
    this.resets += 1;
    await this.#onReset?.();
  }

  async destroy(): Promise<void> {
    this.destroyed = true;
  }
}

const never = new AbortController().signal;
const classify = (error: unknown) =>
  new Error(`classified: ${error instanceof Error ? error.message : error}`);

function makePool(options: { max?: number; open?: () => Promise<void>; reset?: () => Promise<void> } = {}) {
  const sessions: FakeSession[] = [];
  const pool = new Pool<FakeSession>({
    max: options.max ?? 2,
    idleMs: 1_000,
    open: async () => {
      await options.open?.();
      const session = new FakeSession(sessions.length + 1, options.reset);
      sessions.push(session);
      return session;
    },
    classify,
  });
  return { pool, sessions };
}

/** A pool with one idle session. */
async function usedPool() {
  const { pool } = makePool();
  (await pool.acquire(never)).release();
  await delay(1);
  return pool;
}

/** Releases a session whose connection is lost. */
function lose({ session, release }: Lease<FakeSession>): void {
  session.usable = false;
  release();
}

describe('Pool', () => {
  test('opens sessions on demand up to its limit', async () => {
    const { pool, sessions } = makePool({ max: 3 });
    const leases = await Promise.all([1, 2, 3].map(() => pool.acquire(never)));
    const fourth = pool.acquire(never);
    await delay(1);
    expect([sessions.length, pool.size]).toEqual([3, 3]);
    leases[1]?.release();
    expect((await fourth).session).toBe(leases[1]?.session);
  });

  test('resets a session before it is used again', async () => {
    const { pool, sessions } = makePool();
    (await pool.acquire(never)).release();
    await delay(1);
    const again = await pool.acquire(never);
    expect([sessions.length, again.session.resets]).toEqual([1, 1]);
    expect(again.idleMs).toBeGreaterThanOrEqual(0);
  });

  test('serves waiters in order', async () => {
    const { pool } = makePool({ max: 1 });
    const first = await pool.acquire(never);
    const order: number[] = [];
    const waiting = [1, 2, 3].map((n) =>
      pool.acquire(never).then((lease) => {
        order.push(n);
        lease.release();
      }),
    );
    first.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  test('discards sessions that were lost while idle or cannot be reset', async () => {
    const { pool, sessions } = makePool();
    (await pool.acquire(never)).release();
    await delay(1);
    if (sessions[0]) sessions[0].usable = false;
    expect((await pool.acquire(never)).session.number).toBe(2);
    expect([sessions[0]?.destroyed, pool.size]).toEqual([true, 1]);

    const failing = makePool({ reset: () => Promise.reject(new Error('reset failed')) });
    (await failing.pool.acquire(never)).release();
    await delay(1);
    expect((await failing.pool.acquire(never)).session.number).toBe(2);
    expect(failing.sessions[0]?.destroyed).toBe(true);
  });

  test('replaces a lost session in advance', async () => {
    const { pool, sessions } = makePool();
    lose(await pool.acquire(never));
    await delay(1);
    expect([sessions.length, pool.size]).toEqual([2, 1]);
    const next = await pool.acquire(never);
    expect([next.session.number, next.idleMs === undefined]).toEqual([2, false]);
    pool.dispose(new Error('closed'));
    lose(next);
    await delay(1);
    expect([sessions.length, pool.size]).toEqual([2, 0]);
  });

  test('replaces a lost session while others are in use, within its limit', async () => {
    const { pool, sessions } = makePool({ max: 4 });
    const held = await Promise.all([1, 2, 3].map(() => pool.acquire(never)));
    lose(await pool.acquire(never));
    await delay(1);
    expect([sessions.length, pool.size]).toEqual([5, 4]);
    expect((await pool.acquire(never)).idleMs).toBeGreaterThanOrEqual(0);
    if (held[0]) lose(held[0]);
    await delay(1);
    expect(pool.size).toBe(4);
  });

  test('opens a fresh session on request, even when it is full', async () => {
    const { pool, sessions } = makePool({ max: 1 });
    (await pool.acquire(never)).release();
    await delay(1);
    const fresh = await pool.acquire(never, true);
    expect([fresh.session.number, fresh.idleMs, sessions[0]?.destroyed]).toEqual([2, undefined, true]);
  });

  test('lets a waiter open a session when another is lost or cannot be opened', async () => {
    const { pool } = makePool({ max: 1 });
    const lease = await pool.acquire(never);
    const next = pool.acquire(never);
    lose(lease);
    lease.release();
    expect((await next).session.number).toBe(2);

    let failures = 1;
    const flaky = makePool({
      max: 1,
      open: async () => {
        await delay(1);
        if (failures-- > 0) throw new Error('refused');
      },
    });
    const [failed, succeeded] = await Promise.allSettled([
      flaky.pool.acquire(never),
      flaky.pool.acquire(never),
    ]);
    expect([failed?.status, succeeded?.status]).toEqual(['rejected', 'fulfilled']);
  });

  test('removes a waiter whose signal aborts', async () => {
    const { pool } = makePool({ max: 1 });
    const lease = await pool.acquire(never);
    const controller = new AbortController();
    const aborted = pool.acquire(controller.signal);
    const waiting = pool.acquire(never);
    controller.abort(new Error('aborted'));
    await expect(aborted).rejects.toThrow('aborted');
    lease.release();
    expect((await waiting).session).toBe(lease.session);
  });

  test('closes every session when disposed, and rejects current and later waiters', async () => {
    const { pool, sessions } = makePool({ max: 2 });
    const busy = await pool.acquire(never);
    (await pool.acquire(never)).release();
    await pool.acquire(never);
    const waiting = pool.acquire(never);
    pool.dispose(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(pool.acquire(never)).rejects.toThrow('closed');
    busy.release();
    expect(sessions.every((session) => session.destroyed)).toBe(true);
    expect(pool.size).toBe(0);
  });

  describe('with fake timers', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('closes sessions after the idle timeout', async () => {
      const { pool, sessions } = makePool();
      (await pool.acquire(never)).release();
      await vi.advanceTimersByTimeAsync(999);
      expect(sessions[0]?.destroyed).toBe(false);
      await vi.advanceTimersByTimeAsync(2);
      expect([sessions[0]?.destroyed, pool.size]).toEqual([true, 0]);
    });
  });
});

describe('retry', () => {
  test('repeats work on a new session when an idle one had lost its connection', async () => {
    const tried: number[] = [];
    const answer = await (await usedPool()).use(never, async ({ number }) => {
      tried.push(number);
      if (tried.length === 1) throw new NotSentError(new Error('lost'));
      return 'done';
    });
    expect([answer, tried]).toEqual(['done', [1, 2]]);
  });

  test('gives up after the second attempt', async () => {
    let attempts = 0;
    const work = (await usedPool()).use(never, async () => {
      attempts += 1;
      throw new NotSentError(new Error('lost'));
    });
    await expect(work).rejects.toThrow('classified: lost');
    expect(attempts).toBe(2);
  });

  test('does not repeat work on a new session, or work that was sent', async () => {
    let attempts = 0;
    const fail = (error: Error) => async () => {
      attempts += 1;
      throw error;
    };
    const { pool } = makePool();
    await expect(pool.use(never, fail(new NotSentError(new Error('lost'))))).rejects.toThrow(
      'classified: lost',
    );
    await expect((await usedPool()).use(never, fail(new Error('sent')))).rejects.toThrow('classified: sent');
    await expect((await usedPool()).lend(never, fail(new Error('sent')))).rejects.toThrow('classified: sent');
    expect(attempts).toBe(3);
  });

  test('reports a lost connection as an unknown outcome where the work may write', async () => {
    const lost = async (session: FakeSession) => {
      session.usable = false;
      throw new Error('reset by peer');
    };
    const { pool } = makePool();
    await expect(pool.use(never, lost)).rejects.toMatchObject({ code: 'E_CONNECT_FAILED' });
    await expect(pool.use(never, lost, false)).rejects.toMatchObject({ code: 'E_UNKNOWN_OUTCOME' });
    await expect(pool.lend(never, ({ session }) => lost(session), false)).rejects.toMatchObject({
      code: 'E_UNKNOWN_OUTCOME',
    });
  });

  test('retriable() reports a lost connection as not sent, unless the call was aborted', async () => {
    const session = new FakeSession(1);
    const fail = () => Promise.reject(new Error('refused'));
    await expect(retriable(session, fail)).rejects.toThrow('refused');
    session.usable = false;
    await expect(retriable(session, fail)).rejects.toBeInstanceOf(NotSentError);
    await expect(retriable(session, fail, AbortSignal.abort())).rejects.toThrow('refused');
  });
});
