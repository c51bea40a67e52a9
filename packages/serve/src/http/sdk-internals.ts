import { McpServer, Server } from '@modelcontextprotocol/server';
import type { McpFactory } from '../mcp.ts';

/**
 * Everything that reaches into the SDK instead of using its public interface. Written against this version; a test
 * fails with any other, so that an update looks here first.
 */
export const SDK_VERSION = '2.4.0';

type SchemaOf = NonNullable<McpFactory['inputSchemaOf']>;

/**
 * The SDK compares `Mcp-Param-*` headers with arguments only for its own `McpServer`, which knows the tools registered
 * with it. This one has no tools: it wraps a server that relays, and answers with the schemas of the endpoint.
 */
class HeaderCheckedServer extends McpServer {
  readonly #schemaOf: SchemaOf;

  constructor(server: Server, schemaOf: SchemaOf) {
    super({ name: '', version: '' });
    Object.assign(this, { server });
    this.#schemaOf = schemaOf;
  }

  override toolInputSchemaJson(tool: string): Record<string, unknown> | undefined {
    return this.#schemaOf(tool);
  }
}

export function withCheckedHeaders(factory: McpFactory): McpFactory {
  const { inputSchemaOf } = factory;
  if (!inputSchemaOf) return factory;
  return async (context) => {
    const server = await factory(context);
    return server instanceof Server ? new HeaderCheckedServer(server, inputSchemaOf) : server;
  };
}
