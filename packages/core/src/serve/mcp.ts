import {
  type CallToolResult,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool as WireTool,
} from '@modelcontextprotocol/server';
import type { DoorKind } from '../calls.ts';
import type { Catalogue, CatalogueEntry } from '../catalogue.ts';
import { ConfirmationPending, type Dispatcher } from '../dispatch.ts';
import { isMolehillError } from '../errors.ts';
import type { ProgressListener } from '../progress.ts';
import { type Answer, envelopeSchema, inputSchema } from '../result.ts';
import { type Confirmations, createConfirmations } from './confirmations.ts';
import { clientName } from './peer.ts';

export interface McpEndpoint {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly catalogue: Catalogue;
  readonly dispatcher: Dispatcher;
}

const LIST_TTL_MS = 60_000;

/** Tools as MCP, for one door. The SDK asks for a fresh server per connection or per request. */
export function mcpFactory(endpoint: McpEndpoint, door: DoorKind): McpServerFactory {
  const tools = endpoint.catalogue.entries.map(wireTool);
  const confirmations = createConfirmations();
  return () => {
    const server = new Server(
      { name: endpoint.name, version: endpoint.version },
      {
        capabilities: { tools: {} },
        instructions: endpoint.instructions,
        cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
        requestState: { verify: confirmations.verify },
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', (request, context) =>
      callTool(endpoint, door, confirmations, server, request.params, context),
    );
    return server;
  };
}

function wireTool(entry: CatalogueEntry): WireTool {
  const { tool } = entry;
  return {
    name: entry.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool) as WireTool['inputSchema'],
    outputSchema: envelopeSchema(tool) as NonNullable<WireTool['outputSchema']>,
    annotations: {
      title: tool.title,
      readOnlyHint: tool.safety.readOnly,
      destructiveHint: tool.safety.destructive,
      idempotentHint: tool.safety.idempotent,
      openWorldHint: tool.safety.openWorld,
    },
  };
}

async function callTool(
  endpoint: McpEndpoint,
  door: DoorKind,
  confirmations: Confirmations,
  server: Server,
  params: { name: string; arguments?: Record<string, unknown> | undefined },
  context: ServerContext,
) {
  const entry = findTool(endpoint.catalogue, params.name);
  const confirmation = confirmations.begin(entry, params.arguments, server, context);
  try {
    const answer = await endpoint.dispatcher.call({
      entry,
      input: params.arguments,
      door,
      client: clientName(server, context),
      signal: context.mcpReq.signal,
      onProgress: progressTo(context),
      confirm: confirmation.confirm,
    });
    return toCallToolResult(answer);
  } catch (pending) {
    if (!(pending instanceof ConfirmationPending)) throw pending;
    return confirmation.ask(pending.question);
  }
}

function findTool(catalogue: Catalogue, name: string): CatalogueEntry {
  try {
    return catalogue.find(name);
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `[${error.code}] ${error.message} — ${error.hint}`,
    );
  }
}

function toCallToolResult(answer: Answer): CallToolResult {
  return {
    content: [{ type: 'text', text: answer.text }],
    structuredContent: { ...answer.envelope },
    ...(answer.envelope.ok ? {} : { isError: true }),
  };
}

function progressTo(context: ServerContext): ProgressListener | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ done, ...rest }) => {
    const params = { progressToken, progress: done, ...rest };
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
