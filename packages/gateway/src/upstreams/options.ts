import type { ClientOptions, Implementation } from '@modelcontextprotocol/client';
import type { Log } from '@molehill/core/log';
import type { Reaper } from '@molehill/core/processes/reaper';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import type { BackoffOptions } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { EraStore } from './eras.ts';

export const defaultLimits = {
  idleMs: 10 * 60_000,
  /** The first start by `npx` or `uvx` downloads packages. */
  startTimeoutMs: 60_000,
  /** How long an unknown server may take to answer the probe of its protocol era. */
  probeTimeoutMs: 3_000,
  /** The limit of the SDK's clients. */
  maxMessageBytes: 10 * 1024 * 1024,
};

export interface UpstreamOptions extends Readonly<typeof defaultLimits> {
  readonly log: Log;
  /** Children inherit a minimum of it; everything else must be named in their definition. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientInfo: Implementation;
  readonly clientOptions?: Omit<ClientOptions, 'versionNegotiation'>;
  readonly eras: EraStore;
  readonly reaper: Reaper;
  /** Called before each use. Default: every server may run. */
  readonly isApproved?: (config: UpstreamConfig) => boolean;
  /** The files because of which an approved server waits for approval again. */
  readonly changedFiles?: (config: UpstreamConfig) => readonly string[];
  /** Called before each start with the transport whose references are all resolved. */
  readonly onStart?: (transport: UpstreamConfig['transport']) => void;
  readonly backoff?: BackoffOptions;
  readonly clock?: Clock;
}
