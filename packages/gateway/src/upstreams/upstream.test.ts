import type { Client } from '@modelcontextprotocol/client';
import { runWithTimeout } from '@molehill/core/timeout';
import { expect, onTestFinished, test } from 'vitest';
import { testConfig } from '../testing/configs.ts';
import { type FakeClock, fakeClock } from '../testing/fake-clock.ts';
import { httpUpstream } from '../testing/http-upstream.ts';
import { call, codeOf, testOptions } from '../testing/pool.ts';
import type { UpstreamOptions } from './options.ts';
import { Upstream } from './upstream.ts';

const MINUTE = 60_000;
const nowhere = { kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: {} } as const;

function upstream(
  transport: Parameters<typeof testConfig>[1],
  clock: FakeClock,
  options: Partial<UpstreamOptions> = {},
) {
  const created = new Upstream(testConfig('far', transport), { ...testOptions, clock, ...options });
  onTestFinished(() => created.close('the test ended'));
  return created;
}

const echo = (far: ReturnType<typeof upstream>) => call(far, 'echo', { text: 'hello' });

test('starts on first use, and concurrent first uses start it once', async () => {
  const { transport } = await httpUpstream();
  const far = upstream(transport, fakeClock());
  expect([far.status().state, far.current()]).toEqual(['idle', undefined]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => echo(far)));
  expect(answers.every((answer) => answer.includes('hello'))).toBe(true);
  expect(far.status()).toMatchObject({ state: 'ready', starts: 1, openCalls: 0, protocol: '2026-07-28' });
});

test('connects over SSE too', async () => {
  const { transport } = await httpUpstream('sse');
  const far = upstream(transport, fakeClock());
  expect(await echo(far)).toContain('hello');
  expect(far.status().protocol).toBe('2025-11-25');
});

test('stops after ten idle minutes, and the next use starts it again', async () => {
  const clock = fakeClock();
  const far = upstream((await httpUpstream()).transport, clock);
  await echo(far);
  clock.advance(9 * MINUTE);
  await echo(far);
  clock.advance(9 * MINUTE);
  expect(far.status().state).toBe('ready');
  clock.advance(MINUTE);
  expect(far.status().state).toBe('idle');
  await echo(far);
  expect(far.status()).toMatchObject({ state: 'ready', starts: 2 });
});

test('is not idle while a call is open', async () => {
  const clock = fakeClock();
  const far = upstream((await httpUpstream()).transport, clock);
  const stop = new AbortController();
  const open = call(far, 'slow', { ms: 60_000 }, { signal: stop.signal });
  await expect.poll(() => far.status().state).toBe('ready');
  clock.advance(60 * MINUTE);
  expect(far.status()).toMatchObject({ state: 'ready', openCalls: 1 });
  stop.abort();
  await expect(open).rejects.toThrow();
  clock.advance(10 * MINUTE);
  expect(far.status().state).toBe('idle');
});

test('is not idle while there is a lease', async () => {
  const clock = fakeClock();
  const far = upstream((await httpUpstream()).transport, clock);
  const release = far.lease();
  await echo(far);
  clock.advance(60 * MINUTE);
  expect(far.status().state).toBe('ready');
  release();
  release();
  clock.advance(10 * MINUTE);
  expect(far.status().state).toBe('idle');
});

test('starts again at once after a single failure, then calls wait for the next attempt', async () => {
  const clock = fakeClock();
  const far = upstream(nowhere, clock, { backoff: { random: () => 0 } });
  expect(await codeOf(echo(far))).toBe('E_UPSTREAM_START');
  expect(far.status().state).toBe('idle');
  expect(await codeOf(echo(far))).toBe('E_UPSTREAM_START');
  const nextAttemptAt = new Date(clock.now() + 1_000).toISOString();
  expect(far.status()).toMatchObject({ state: 'backing-off', starts: 2, nextAttemptAt });
  const waiting = [echo(far), echo(far)].map(codeOf);
  clock.advance(1_000);
  expect(await Promise.all(waiting)).toEqual(['E_UPSTREAM_START', 'E_UPSTREAM_START']);
  expect(far.status()).toMatchObject({
    starts: 3,
    nextAttemptAt: new Date(clock.now() + 2_000).toISOString(),
  });
});

test('a call that has too little time to wait for the next attempt is told until when', async () => {
  const clock = fakeClock();
  const far = upstream(nowhere, clock, { backoff: { random: () => 0 } });
  for (const _ of [1, 2]) await codeOf(echo(far));
  const nextAttemptAt = new Date(clock.now() + 1_000).toISOString();
  const hasty = runWithTimeout({ timeoutMs: 1_500, graceMs: 0 }, undefined, (signal) =>
    call(far, 'echo', { text: 'hello' }, { signal }),
  );
  await expect(hasty).rejects.toMatchObject({
    code: 'E_UPSTREAM_BACKOFF',
    retryable: true,
    details: { nextAttemptAt },
    message: expect.stringContaining(nextAttemptAt),
  });
});

test('a server that comes back answers the calls that waited for it', async () => {
  const clock = fakeClock();
  const first = await httpUpstream();
  await first.close();
  const far = upstream(first.transport, clock, { backoff: { random: () => 0 } });
  for (const _ of [1, 2]) await codeOf(echo(far));
  const waiting = Promise.all([echo(far), echo(far)]);
  await httpUpstream('http', first.port);
  clock.advance(1_000);
  expect(await waiting).toEqual([expect.stringContaining('hello'), expect.stringContaining('hello')]);
});

test('a caller that cancels while it waits for the next attempt starts nothing', async () => {
  const clock = fakeClock();
  const far = upstream(nowhere, clock, { backoff: { random: () => 0 } });
  for (const _ of [1, 2]) await codeOf(echo(far));
  const stop = new AbortController();
  const cancelled = codeOf(call(far, 'echo', { text: 'x' }, { signal: stop.signal }));
  stop.abort();
  expect(await cancelled).toBe('E_CANCELLED');
  clock.advance(60_000);
  expect(far.status().starts).toBe(2);
});

test('reconnects to a server that was restarted', async () => {
  const clock = fakeClock();
  const first = await httpUpstream();
  const far = upstream(first.transport, clock);
  await echo(far);
  await first.close();
  expect(await codeOf(echo(far))).toBe('E_UPSTREAM_GONE');
  await httpUpstream('http', first.port);
  expect(await echo(far)).toContain('hello');
});

test('a caller that cancels does not abort the start for others', async () => {
  const far = upstream((await httpUpstream()).transport, fakeClock());
  const stop = new AbortController();
  const cancelled = call(far, 'echo', { text: 'x' }, { signal: stop.signal });
  const waiting = echo(far);
  stop.abort();
  expect(await codeOf(cancelled)).toBe('E_CANCELLED');
  expect(await waiting).toContain('hello');
  expect(await codeOf(call(far, 'echo', { text: 'x' }, { signal: stop.signal }))).toBe('E_CANCELLED');
});

test('a stop during the start does not count as a failure', async () => {
  const far = upstream((await httpUpstream()).transport, fakeClock());
  const waiting = codeOf(echo(far));
  await far.stop('requested');
  expect(await waiting).toBe('E_UPSTREAM_GONE');
  expect(await echo(far)).toContain('hello');
});

test('does not start a server that is disabled, unapproved or closed', async () => {
  const off = new Upstream(testConfig('off', nowhere, { enabled: false }), testOptions);
  const waiting = new Upstream(testConfig('waiting', nowhere), {
    ...testOptions,
    isApproved: () => false,
  });
  const closed = new Upstream(testConfig('closed', nowhere), testOptions);
  await closed.close('it was removed');
  const codes = await Promise.all([off, waiting, closed].map((far) => codeOf(echo(far))));
  expect(codes).toEqual(['E_UPSTREAM_DISABLED', 'E_UPSTREAM_UNAPPROVED', 'E_UPSTREAM_GONE']);
  expect([off, waiting].map((far) => far.status())).toMatchObject([
    { state: 'disabled', starts: 0 },
    { state: 'waiting', starts: 0 },
  ]);
});

test('calls listeners before a client connects and when it is ready', async () => {
  const far = upstream((await httpUpstream()).transport, fakeClock());
  const seen: string[] = [];
  const record = (client: Client) => seen.push(`${far.status().state} ${client.getServerVersion()?.name}`);
  far.events.on('client', record);
  far.events.on('ready', record);
  await echo(far);
  await far.stop('enough');
  expect(seen).toEqual(['starting undefined', 'ready fixture']);
  expect(far.status().state).toBe('idle');
});

test('a response that is too large fails its call only', async () => {
  const far = upstream((await httpUpstream()).transport, fakeClock(), {
    maxMessageBytes: 20_000,
    backoff: { minMs: 0 },
  });
  await echo(far);
  const huge = call(far, 'echo', { text: 'x'.repeat(100), times: 1_000 });
  expect(await codeOf(huge)).toBe('E_UPSTREAM_TOO_LARGE');
  expect(await echo(far)).toContain('hello');
});
