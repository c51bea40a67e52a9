import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Pool } from './pool.ts';

class Thing {
  readonly number: number;
  usable = true;
  destroyed = false;
  cleaned = 0;
  constructor(number: number) {
    this.number = number;
  }
}

const never = new AbortController().signal;

function makePool(options: { max?: number; open?: () => Promise<void>; clean?: () => Promise<void> } = {}) {
  const things: Thing[] = [];
  const pool = new Pool<Thing>({
    max: options.max ?? 2,
    idleMs: 1_000,
    open: async () => {
      await options.open?.();
      const thing = new Thing(things.length + 1);
      things.push(thing);
      return thing;
    },
    isUsable: (thing) => thing.usable,
    clean: async (thing) => {
      thing.cleaned += 1;
      await options.clean?.();
    },
    destroy: (thing) => {
      thing.destroyed = true;
    },
  });
  return { pool, things };
}

describe('a pool', () => {
  test('opens as many as are wanted at once, and no more than it may', async () => {
    const { pool, things } = makePool({ max: 3 });
    const leases = await Promise.all([1, 2, 3].map(() => pool.acquire(never)));
    const fourth = pool.acquire(never);
    await delay(1);
    expect([things.length, pool.size]).toEqual([3, 3]);
    leases[1]?.release();
    expect((await fourth).resource).toBe(leases[1]?.resource);
  });

  test('cleans what comes back before the next one gets it', async () => {
    const { pool, things } = makePool();
    (await pool.acquire(never)).release();
    await delay(1);
    const again = await pool.acquire(never);
    expect([things.length, again.resource.cleaned]).toEqual([1, 1]);
    expect(again.restedMs).toBeGreaterThanOrEqual(0);
  });

  test('serves those who wait in their order', async () => {
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

  test('does not give out what died while idle, or could not be cleaned', async () => {
    const { pool, things } = makePool();
    (await pool.acquire(never)).release();
    await delay(1);
    if (things[0]) things[0].usable = false;
    expect((await pool.acquire(never)).resource.number).toBe(2);
    expect([things[0]?.destroyed, pool.size]).toEqual([true, 1]);

    const stubborn = makePool({ clean: () => Promise.reject(new Error('no')) });
    (await stubborn.pool.acquire(never)).release();
    await delay(1);
    expect((await stubborn.pool.acquire(never)).resource.number).toBe(2);
    expect(stubborn.things[0]?.destroyed).toBe(true);
  });

  test('opens another for one that could not be kept, so that the next caller finds it', async () => {
    const { pool, things } = makePool();
    (await pool.acquire(never)).discard();
    await delay(1);
    expect([things.length, pool.size]).toEqual([2, 1]);
    const next = await pool.acquire(never);
    expect([next.resource.number, next.restedMs === undefined]).toEqual([2, false]);
    pool.dispose(new Error('closed'));
    next.discard();
    await delay(1);
    expect([things.length, pool.size]).toEqual([2, 0]);
  });

  test('does so too while others are held for long, as far as it may', async () => {
    const { pool, things } = makePool({ max: 4 });
    const held = await Promise.all([1, 2, 3].map(() => pool.acquire(never)));
    (await pool.acquire(never)).discard();
    await delay(1);
    expect([things.length, pool.size]).toEqual([5, 4]);
    expect((await pool.acquire(never)).restedMs).toBeGreaterThanOrEqual(0);
    held[0]?.discard();
    await delay(1);
    expect(pool.size).toBe(4);
  });

  test('opens a new one for who does not trust those that lay idle, even when it is full', async () => {
    const { pool, things } = makePool({ max: 1 });
    (await pool.acquire(never)).release();
    await delay(1);
    const fresh = await pool.acquire(never, { fresh: true });
    expect([fresh.resource.number, fresh.restedMs, things[0]?.destroyed]).toEqual([2, undefined, true]);
  });

  test('makes room for the next when one is discarded or cannot be opened', async () => {
    const { pool } = makePool({ max: 1 });
    const lease = await pool.acquire(never);
    const next = pool.acquire(never);
    lease.discard();
    lease.release();
    expect((await next).resource.number).toBe(2);

    let failures = 1;
    const flaky = makePool({
      max: 1,
      open: async () => {
        await delay(1);
        if (failures-- > 0) throw new Error('not now');
      },
    });
    const [failed, succeeded] = await Promise.allSettled([
      flaky.pool.acquire(never),
      flaky.pool.acquire(never),
    ]);
    expect([failed?.status, succeeded?.status]).toEqual(['rejected', 'fulfilled']);
  });

  test('lets who waits go when the signal says so, without losing a turn', async () => {
    const { pool } = makePool({ max: 1 });
    const lease = await pool.acquire(never);
    const controller = new AbortController();
    const impatient = pool.acquire(controller.signal);
    const patient = pool.acquire(never);
    controller.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    lease.release();
    expect((await patient).resource).toBe(lease.resource);
  });

  test('ends everything when it is disposed of, and refuses who waits or comes later', async () => {
    const { pool, things } = makePool({ max: 2 });
    const busy = await pool.acquire(never);
    (await pool.acquire(never)).release();
    await pool.acquire(never);
    const waiting = pool.acquire(never);
    pool.dispose(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(pool.acquire(never)).rejects.toThrow('closed');
    busy.release();
    expect(things.every((thing) => thing.destroyed)).toBe(true);
    expect(pool.size).toBe(0);
  });

  describe('over time', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('closes what lay idle for long', async () => {
      const { pool, things } = makePool();
      (await pool.acquire(never)).release();
      await vi.advanceTimersByTimeAsync(999);
      expect(things[0]?.destroyed).toBe(false);
      await vi.advanceTimersByTimeAsync(2);
      expect([things[0]?.destroyed, pool.size]).toEqual([true, 0]);
    });
  });
});
