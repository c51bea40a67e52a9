import {
  type McpRequestContext,
  McpServer,
  type McpServerFactory,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { registerContentTools } from './content-tools.ts';
import { registerInputTools } from './input-tools.ts';
import { registerPrompts } from './prompts.ts';
import { acceptSubscriptions, registerResources } from './resources.ts';
import { registerRoundTools } from './round-tools.ts';
import { createState, type FixtureState } from './state.ts';
import { registerStreamTools } from './stream-tools.ts';

/** The server factory under test and the event bus that announces changed lists. */
export interface Fixture {
  readonly factory: McpServerFactory;
  readonly bus: ServerEventBus;
}

export function createFixture(): Fixture {
  const state = createState();
  return { factory: (ctx) => createConformanceServer(ctx, state), bus: state.bus };
}

function createConformanceServer({ era }: McpRequestContext, state: FixtureState): McpServer {
  const server = new McpServer(
    { name: 'molehill-conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: state.rounds.verify },
    },
  );
  registerContentTools(server);
  registerStreamTools(server, state);
  registerInputTools(server);
  registerRoundTools(server, state);
  registerResources(server);
  registerPrompts(server, state);
  if (era === 'legacy') acceptSubscriptions(server);
  return server;
}
