import { McpServer, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { McpFactory } from '../mcp.ts';

/** What the SDK does for servers of its own making, for those that pass on what others said. */

type SchemaOf = NonNullable<McpFactory['inputSchemaOf']>;

/** Tells the SDK which arguments a tool wants repeated in headers, so that it holds the ones against the others. */
class DescribedServer extends McpServer {
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
    return server instanceof Server ? new DescribedServer(server, inputSchemaOf) : server;
  };
}

const absence = z.object({ error: z.object({ code: z.literal(ProtocolErrorCode.MethodNotFound) }) });
const KNOWN_METHOD = /^(server|tools|resources|prompts|completion|logging|subscriptions|notifications)\//;

/** That a method does not exist is a 404 of the protocol, also when a server behind this one says so. */
export async function withAbsence(method: string | null, response: Response): Promise<Response> {
  const isPlain = response.headers.get('content-type')?.startsWith('application/json');
  if (method === null || KNOWN_METHOD.test(method) || !isPlain || response.status !== 200) return response;
  const text = await response.text();
  const status = absence.safeParse(JSON.parse(text)).success ? 404 : 200;
  return new Response(text, { status, headers: response.headers });
}
