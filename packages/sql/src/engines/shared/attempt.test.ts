import { describe, expect, test } from 'vitest';
import { NotSent, withConnection } from './attempt.ts';
import { Pool } from './pool.ts';

const never = new AbortController().signal;
const explain = (error: unknown) => new Error(`explained: ${error instanceof Error ? error.message : error}`);

function makePool() {
  let opened = 0;
  return new Pool<number>({
    max: 2,
    idleMs: 1_000,
    open: async () => ++opened,
    isUsable: () => true,
    clean: async () => {},
    destroy: () => {},
  });
}

/** A pool with one connection that lies idle. */
async function usedPool() {
  const pool = makePool();
  (await pool.acquire(never)).release();
  await new Promise(setImmediate);
  return pool;
}

describe('work on a connection', () => {
  test('is done again over a new one when the idle one was gone', async () => {
    const tried: number[] = [];
    const answer = await withConnection(await usedPool(), explain, never, async ({ resource }) => {
      tried.push(resource);
      if (tried.length === 1) throw new NotSent(new Error('gone'));
      return 'done';
    });
    expect([answer, tried]).toEqual(['done', [1, 2]]);
  });

  test('is not tried a third time', async () => {
    let tries = 0;
    const work = withConnection(await usedPool(), explain, never, async () => {
      tries += 1;
      throw new NotSent(new Error('gone'));
    });
    await expect(work).rejects.toThrow('explained: gone');
    expect(tries).toBe(2);
  });

  test('is not done again when the connection was new, or when it was sent', async () => {
    let tries = 0;
    const fail = (error: Error) => async () => {
      tries += 1;
      throw error;
    };
    await expect(
      withConnection(makePool(), explain, never, fail(new NotSent(new Error('gone')))),
    ).rejects.toThrow('explained: gone');
    await expect(withConnection(await usedPool(), explain, never, fail(new Error('sent')))).rejects.toThrow(
      /^sent$/,
    );
    expect(tries).toBe(2);
  });
});
