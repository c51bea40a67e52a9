import type { ToolContext } from '@molehill/core/context';
import {
  defineServer,
  type ServerIdentity,
  type ServerResources,
  type ToolServer,
} from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import type { Registry } from './registry.ts';
import type { ConnectionBase } from './shape.ts';

export interface ConnectionServerOptions<TConfig extends ConnectionBase> extends ServerIdentity {
  readonly registry: Registry<TConfig>;
  readonly connectionTools: readonly Tool[];
  /** What to do first with a connection; names tools as `{tool:query}`. */
  readonly begin: string;
  /** Listed once there is a connection. */
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/** Events of the connection tools. */
const EVENTS: Readonly<Record<string, string>> = {
  add_connection: 'connection.added',
  update_connection: 'connection.changed',
  remove_connection: 'connection.removed',
};

/** The tools of a server without connections. */
const DORMANT = new Set(['list_connections', 'add_connection']);

/** A server with named connections: dormant while it has none, with the list of connections as a resource. */
export function defineConnectionServer<TConfig extends ConnectionBase>(
  options: ConnectionServerOptions<TConfig>,
): ToolServer {
  const { registry, connectionTools, tools, close, begin, ...identity } = options;
  const resource = `molehill://${identity.id}/connections`;
  const dormancy = new Dormancy(registry);
  const own = connectionTools.map((tool) => observed(tool, resource, dormancy));
  const all = [...own, ...tools];
  const dormantTools = own.filter(({ name }) => DORMANT.has(name));
  return defineServer({
    ...identity,
    tools: all,
    listedTools: () => (dormancy.isDormant ? dormantTools : all),
    onListChanged: (listener) => dormancy.onChanged(listener),
    introduce: async () => {
      const names = dormancy.isDormant ? [] : (await registry.list()).map(({ name }) => name);
      return `${identity.title}: ${names.length === 0 ? NO_CONNECTION : `connections ${shortList(names)}. ${begin}`}`;
    },
    resources: connectionsResource(resource, identity.title, registry),
    close,
  });
}

const NO_CONNECTION = 'no connection is defined; {tool:add_connection} defines one.';
const MOST_NAMES = 20;

function shortList(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

class Dormancy {
  readonly #registry: Registry<ConnectionBase>;
  readonly #listeners = new Set<() => void>();
  isDormant: boolean;

  constructor(registry: Registry<ConnectionBase>) {
    this.#registry = registry;
    this.isDormant = !registry.hasSource();
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A definition with a problem counts: its tools report what is wrong. */
  async refresh(): Promise<void> {
    const isDormant = (await this.#registry.list()).length + (await this.#registry.problems()).length === 0;
    if (isDormant === this.isDormant) return;
    this.isDormant = isDormant;
    for (const listener of this.#listeners) listener();
  }
}

/** Emits an event for a change. Every call refreshes, because another process may have changed the store. */
function observed(tool: Tool, resource: string, dormancy: Dormancy): Tool {
  const type = EVENTS[tool.name];
  return {
    ...tool,
    run: async (input, context: ToolContext) => {
      const result = await tool.run(input, context);
      await dormancy.refresh();
      if (type !== undefined)
        context.emit({ type, resource, data: { name: input.name ?? input.connection } });
      return result;
    },
  };
}

function connectionsResource<TConfig extends ConnectionBase>(
  uri: string,
  title: string,
  registry: Registry<TConfig>,
): ServerResources {
  const mimeType = 'application/json';
  return {
    list: () => [{ uri, name: 'connections', title: `Connections: ${title}`, mimeType }],
    read: async (wanted) => {
      if (wanted !== uri) return undefined;
      const connections = (await registry.list()).map((connection) => ({
        ...registry.view(connection),
        source: connection.source.label,
      }));
      return [{ uri, mimeType, text: JSON.stringify({ connections }) }];
    },
  };
}
