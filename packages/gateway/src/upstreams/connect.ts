import type { UpstreamConfig } from '../config/upstream-config.ts';
import { Connection, type ConnectOptions } from './connection.ts';
import type { Era } from './eras.ts';

/**
 * Starts a server and connects to it in the protocol era it speaks.
 *
 * The handshake begins with `server/discover` on the process that is then used: with our stdio transport the SDK probes
 * in place instead of on a second process that it throws away. The answer, a result or "method not found", costs one
 * round trip. Two kinds of legacy servers do not answer: silent ones cost `probeTimeoutMs` once, then the SDK continues
 * with `initialize` on the same pipe; those that exit on an unknown first message are started again with `initialize`.
 * Both eras are stored and not probed again for a week. A server that always exits is started twice the first time,
 * then once per use.
 *
 * A server that refuses `initialize` is a modern one that was stored as legacy or started too slowly for the probe. It
 * is started once more with a longer probe.
 *
 * A server stored as modern is probed all the same: the probe returns its current capabilities and instructions, and
 * shows when it went back to the legacy era.
 */
export async function connectUpstream(
  config: UpstreamConfig,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const { probe } = options;
  const isSse = config.transport.kind === 'sse';
  const era = isSse || probe.exitedLast ? 'legacy' : await storedEra(config, options);
  const attempt = new Connection(config, era === 'modern' ? withLongProbe(options) : options);
  try {
    return await attempt.open(era, signal);
  } catch (error) {
    probe.exitedLast = attempt.hasExited;
    if (isSse || signal.aborted) throw error;
    if (attempt.wasRefused) return new Connection(config, withLongProbe(options)).open(undefined, signal);
    if (attempt.hasExited && era !== 'legacy') return new Connection(config, options).open('legacy', signal);
    throw error;
  }
}

function withLongProbe(options: ConnectOptions): ConnectOptions {
  return { ...options, probeTimeoutMs: Math.max(options.probeTimeoutMs, options.startTimeoutMs / 2) };
}

async function storedEra({ hash }: UpstreamConfig, { eras, log }: ConnectOptions): Promise<Era | undefined> {
  return eras.get(hash).catch((error) => {
    log.debug({ error: String(error) }, 'cannot read the stored protocol eras');
    return undefined;
  });
}
