import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Scenario } from './everything.ts';
import type { Era } from './session.ts';

/** A server and the client that observes it. */
export interface Subject {
  readonly name: string;
  readonly id: string;
  /** Transport between the server and its client or the gateway. */
  readonly transport: 'stdio' | 'http';
  readonly script: string;
  readonly args: readonly string[];
  readonly scenarios: readonly Scenario[];
  /** Eras in which it can be reached without a gateway. */
  readonly eras: readonly Era[];
  readonly capabilities: ClientCapabilities;
  /** Limits the routes to compare. */
  readonly routes?: (route: Route) => boolean;
}

export interface Route {
  readonly name: string;
  readonly frontend: 'stdio' | 'http';
  readonly era: Era;
  /** Served together with another server, under prefixed names. */
  readonly among?: boolean;
}
