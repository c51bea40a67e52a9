import type { Client } from '@modelcontextprotocol/client';
import type { WireResult } from '@molehill/core/upstream';
import type { ClientSessions } from './client-sessions.ts';
import type { InFlightRequest } from './questions.ts';
import { isModern } from './send-request.ts';

/** The severities of MCP, least severe first. */
const SEVERITIES = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof SEVERITIES)[number];

export function isLogLevel(value: unknown): value is LogLevel {
  return SEVERITIES.some((level) => level === value);
}

function isAtLeast(level: unknown, threshold: string | undefined): boolean {
  return threshold === undefined || severityOf(level) >= severityOf(threshold);
}

function severityOf(level: unknown): number {
  return (SEVERITIES as readonly unknown[]).indexOf(level);
}

function leastSevere(levels: readonly string[]): LogLevel | undefined {
  return SEVERITIES.find((level) => levels.includes(level));
}

/** Relays the logs of one server to the clients that want them. */
export class LogRelay {
  readonly #sessions: ClientSessions;
  readonly #inFlight: ReadonlySet<InFlightRequest>;
  #sent: { readonly client: Client; readonly level: LogLevel } | undefined;

  constructor(sessions: ClientSessions, inFlight: ReadonlySet<InFlightRequest>) {
    this.#sessions = sessions;
    this.#inFlight = inFlight;
  }

  /** A legacy server has one level for all clients: the least severe that any of them wants. */
  updateLevel(client: Client, ...more: readonly string[]): void {
    if (isModern(client) || !client.getServerCapabilities()?.logging) return;
    const wanted = this.#sessions.legacy.flatMap(({ logLevel }) => logLevel ?? []);
    const level = leastSevere([...wanted, ...more]);
    if (level === undefined || (this.#sent?.client === client && this.#sent.level === level)) return;
    this.#sent = { client, level };
    void client.setLoggingLevel(level).catch(() => {});
  }

  notify(method: string, params: WireResult): void {
    for (const { peer, logLevel } of this.#sessions.legacy)
      if (isAtLeast(params.level, logLevel)) peer.notify(method, params);
    for (const { peer } of this.#inFlight)
      if (peer.era === 'modern' && peer.logLevel && isAtLeast(params.level, peer.logLevel))
        peer.notify(method, params);
  }
}
