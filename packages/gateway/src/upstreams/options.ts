import type { ClientCapabilities, ClientOptions, Implementation } from '@modelcontextprotocol/client';
import type { Log } from '@molehill/core/log';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import type { BackoffOptions } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { EraStore } from './eras.ts';
import type { Reaper } from './reaper.ts';

export interface UpstreamOptions {
  readonly log: Log;
  /** Children get a minimum of it; everything else must be named in their definition. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientInfo: Implementation;
  readonly capabilities?: ClientCapabilities | undefined;
  readonly clientOptions?: Omit<ClientOptions, 'capabilities' | 'versionNegotiation'> | undefined;
  readonly eras?: EraStore | undefined;
  /** One for all upstreams of a process; without it each has its own. */
  readonly reaper?: Reaper | undefined;
  /** Asked before each start of what a project's file defines. */
  readonly isApproved?: ((config: UpstreamConfig) => boolean) | undefined;
  readonly idleMs?: number | undefined;
  readonly backoff?: BackoffOptions | undefined;
  readonly clock?: Clock | undefined;
  readonly startTimeoutMs?: number | undefined;
  /** How long a server that was never met may take to say which era it speaks. */
  readonly probeTimeoutMs?: number | undefined;
  readonly maxMessageBytes?: number | undefined;
}

export const upstreamDefaults = {
  idleMs: 10 * 60_000,
  /** A first start by `npx` or `uvx` downloads. */
  startTimeoutMs: 60_000,
  probeTimeoutMs: 3_000,
  /** As much as the SDK's clients accept from us. */
  maxMessageBytes: 10 * 1024 * 1024,
} as const;
