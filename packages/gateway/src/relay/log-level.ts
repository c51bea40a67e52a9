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
  const severityOf = (value: unknown) => (SEVERITIES as readonly unknown[]).indexOf(value);
  return threshold === undefined || severityOf(level) >= severityOf(threshold);
}

export function createLogRelay(sessions: ClientSessions, inFlight: ReadonlySet<InFlightRequest>) {
  let sent: { readonly client: Client; readonly level: LogLevel } | undefined;
  return {
    /** A legacy server has one level for all clients: the least severe that any of them wants. */
    updateLevel(client: Client, ...more: readonly string[]): void {
      if (isModern(client) || !client.getServerCapabilities()?.logging) return;
      const wanted = [...sessions.legacy.map(({ logLevel }) => logLevel), ...more];
      const level = SEVERITIES.find((each) => wanted.includes(each));
      if (level === undefined || (sent?.client === client && sent.level === level)) return;
      sent = { client, level };
      void client.setLoggingLevel(level).catch(() => {});
    },
    notify(method: string, params: WireResult): void {
      for (const { peer, logLevel } of sessions.legacy)
        if (isAtLeast(params.level, logLevel)) peer.notify(method, params);
      for (const { peer } of inFlight)
        if (peer.era === 'modern' && peer.logLevel && isAtLeast(params.level, peer.logLevel))
          peer.notify(method, params);
    },
  };
}
