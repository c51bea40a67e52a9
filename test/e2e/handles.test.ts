import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { spawnFixture } from './support/molehill.ts';
import { RawClient } from './support/raw-client.ts';

afterEach(endEverything);

/** A fixture process on standard input and output that notes each disposed handle in a file. */
async function startStdio() {
  const file = join(temporaryFolder(), 'disposals');
  const running = spawnFixture(['--disposals', file]);
  const client = new RawClient(running);
  await client.handshake();
  const call = async (name: string, input: object = {}) => {
    const result = await client.request('tools/call', { name, arguments: input });
    return JSON.stringify(result);
  };
  const open = async () => /counter_[\w-]{24}/.exec(await call('counter_open'))?.[0] ?? '';
  const disposals = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0);
  return { running, call, open, disposals };
}

test('over stdio a handle outlives its call, and is refused to the client of another process', async () => {
  const [mine, other] = [await startStdio(), await startStdio()];
  const handle = await mine.open();
  expect(await mine.call('counter_next', { handle })).toContain('"value":1');
  expect(await mine.call('counter_next', { handle })).toContain('"value":2');
  expect(await other.call('counter_next', { handle })).toContain('E_STALE_REFERENCE');
  expect(mine.disposals()).toBe(0);
});

test.each(['closes standard input', 'sends SIGTERM'])(
  'handles are disposed when the client %s',
  async (how) => {
    const { running, open, disposals } = await startStdio();
    await open();
    await open();
    if (how === 'sends SIGTERM') process.kill(running.pid, 'SIGTERM');
    else running.stdin.end();
    await running.ended;
    expect(disposals()).toBe(2);
  },
);
