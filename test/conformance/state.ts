import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  InMemoryServerEventBus,
  type RequestStateCodec,
  type ServerEventBus,
} from '@modelcontextprotocol/server';

/** What a multi-round tool hands to the client between two rounds. */
export interface RoundState {
  readonly tool: string;
  readonly step: number;
  readonly name?: string;
}

/**
 * What outlives one request. A 2026-07-28 request gets a server of its own, so whatever a later request must
 * see is kept here and not in the server.
 */
export interface FixtureState {
  readonly bus: ServerEventBus;
  readonly rounds: RequestStateCodec<RoundState>;
  readonly extras: { tool: boolean; prompt: boolean };
}

export function createState(): FixtureState {
  return {
    bus: new InMemoryServerEventBus(),
    rounds: createRequestStateCodec<RoundState>({ key: randomBytes(32), bind: (ctx) => ctx.mcpReq.method }),
    extras: { tool: false, prompt: false },
  };
}
