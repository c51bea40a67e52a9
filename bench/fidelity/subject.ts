import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Scenario } from './everything.ts';
import type { Era } from './session.ts';

/** A server and the client that looks at it. */
export interface Subject {
  readonly name: string;
  readonly id: string;
  /** How the server is reached, by its client or by the gateway. */
  readonly transport: 'stdio' | 'http';
  readonly script: string;
  readonly args: readonly string[];
  readonly scenarios: readonly Scenario[];
  /** In which eras it can be reached without a gateway. */
  readonly eras: readonly Era[];
  readonly capabilities: ClientCapabilities;
  /** Only those of these eras, served alone, where the others are another story. */
  readonly routes?: (route: Route) => boolean;
}

export interface Route {
  readonly name: string;
  readonly frontend: 'stdio' | 'http';
  readonly era: Era;
  /** Beside another server, under prefixed names. */
  readonly among?: boolean;
}
