import { silentLog } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import { onTestFinished } from 'vitest';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import type { Era, EraStore } from '../upstreams/eras.ts';
import { defaultLimits, type UpstreamOptions } from '../upstreams/options.ts';
import { UpstreamPool } from '../upstreams/pool.ts';
import type { Upstream } from '../upstreams/upstream.ts';

/** The directory of tests with only one. */
export const DIRECTORY = '/project';

export const testOptions: UpstreamOptions = {
  ...defaultLimits,
  eras: createMemoryEraStore(),
  reaper: createReaper(silentLog),
  log: silentLog,
  env: process.env,
  clientInfo: { name: 'gateway-test', version: '1.0.0' },
};

function createMemoryEraStore(): EraStore {
  const eras = new Map<string, Era>();
  return {
    get: async (hash) => eras.get(hash),
    put: async (hash, era) => {
      eras.set(hash, era);
    },
  };
}

/** A pool that closes with the test. */
export function testPool(
  configs: readonly UpstreamConfig[],
  options: Partial<UpstreamOptions> = {},
): UpstreamPool {
  const own = { eras: createMemoryEraStore(), reaper: createReaper(silentLog) };
  const pool = new UpstreamPool({ ...testOptions, ...own, ...options });
  onTestFinished(() => pool.close());
  pool.sync(DIRECTORY, configs);
  return pool;
}

export function upstreamOf(pool: UpstreamPool, id: string): Upstream {
  const upstream = pool.get(DIRECTORY, id);
  if (!upstream) throw new Error(`no upstream ${id}`);
  return upstream;
}

export interface CallOptions {
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number }) => void;
}

/** The first text part of a tool's result. */
export async function call(
  upstream: Upstream,
  name: string,
  input: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<string> {
  const work = upstream.use((client) => client.callTool({ name, arguments: input }, options), options.signal);
  const [first] = (await work).content;
  return first?.type === 'text' ? first.text : '';
}

/** The error code of a failing action. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error) => String(error?.code ?? error),
  );
}
