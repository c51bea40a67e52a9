import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  InMemoryServerEventBus,
  type RequestStateCodec,
  type ServerEventBus,
} from '@modelcontextprotocol/server';

/** State that a multi-round tool gives to the client between two rounds. */
export interface RoundState {
  readonly tool: string;
  readonly step: number;
  readonly name?: string;
}

/**
 * State shared between requests. Each request of 2026-07-28 gets a new server instance, so state that later requests
 * need cannot live in it.
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
