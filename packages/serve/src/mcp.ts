import { randomUUID } from 'node:crypto';
import type {
  McpRequestContext,
  McpServerFactory,
  Tool as SdkTool,
  Server,
  ServerEventBus,
  ServerOptions,
} from '@modelcontextprotocol/server';
import type { FrontendKind } from '@molehill/core/calls';
import type { Catalogue } from '@molehill/core/catalogue';
import type { Dispatcher } from '@molehill/core/dispatch';
import type { Relay, RelayDescription } from '@molehill/core/relay';
import { createToolList } from '@molehill/core/tool-list';
import { createChangeBus } from './announce.ts';
import { callParams, callTool } from './call-tool.ts';
import { createConfirmations } from './confirmations.ts';
import { FaithfulServer } from './faithful-server.ts';
import { connectionPeer } from './peer.ts';
import { asProtocolErrors, serveRelay } from './relay-handlers.ts';

export interface McpEndpoint {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly catalogue: Catalogue;
  readonly dispatcher: Dispatcher;
  /** What is served besides tools. */
  readonly relay?: Relay;
}

/** What a frontend needs besides servers, where the protocol has clients listen for changes rather than connect. */
interface Listening {
  /** Where changes are announced to clients of 2026 over HTTP. */
  bus(): ServerEventBus;
  /** Somebody listens for changes of these resources. */
  watch(uris: readonly string[]): () => void;
  /** What a tool of this name takes, where one is listed. */
  inputSchemaOf(tool: string): Record<string, unknown> | undefined;
}

export type McpFactory = McpServerFactory & Partial<Listening>;

const LIST_TTL_MS = 60_000;
/** Lists of other servers change when these do. */
const RELAYED_LIST_TTL_MS = 5_000;

/** Tools as MCP, for one frontend. The SDK asks for a fresh server per connection or per request. */
export function mcpFactory(endpoint: McpEndpoint, frontend: FrontendKind): McpServerFactory & Listening {
  const { catalogue, dispatcher, relay } = endpoint;
  const tools = createToolList(catalogue);
  const confirmations = createConfirmations();
  let bus: ServerEventBus | undefined;

  const create = async (request: McpRequestContext): Promise<Server> => {
    const told = (await relay?.describe()) ?? ownDescription;
    const options = { ...serverOptions(endpoint, told), requestState: { verify: confirmations.verify } };
    const server = new FaithfulServer(
      told.serverInfo ?? { name: endpoint.name, version: endpoint.version },
      options,
    );
    const session = randomUUID();
    if (told.capabilities.tools) {
      server.setRequestHandler('tools/list', async () => {
        await asProtocolErrors(catalogue.settled());
        return { tools: tools() as unknown as SdkTool[] };
      });
      server.setRequestHandler('tools/call', { params: callParams }, (params, context) =>
        callTool({ catalogue, dispatcher, frontend, confirmations }, params, { server, session, context }),
      );
    }
    if (relay) serveRelay(relay, told, server, session);
    if (isConnection(request)) announceChanges(endpoint, server, session, request.era);
    return server;
  };
  return Object.assign(create, {
    bus: () => {
      bus ??= createChangeBus(catalogue, relay);
      return bus;
    },
    watch: (uris: readonly string[]) => relay?.watch(uris) ?? (() => {}),
    inputSchemaOf: (tool: string) => tools().find(({ name }) => name === tool)?.inputSchema,
  });
}

const ownDescription: RelayDescription = {
  capabilities: { tools: { listChanged: true } },
  passesUnknownMethods: false,
};

function serverOptions(endpoint: McpEndpoint, told: RelayDescription): ServerOptions {
  const ttlMs = endpoint.relay ? RELAYED_LIST_TTL_MS : LIST_TTL_MS;
  const instructions = told.serverInfo ? told.instructions : endpoint.instructions;
  return {
    capabilities: { ...told.capabilities },
    ...(instructions === undefined ? {} : { instructions }),
    cacheHints: { 'tools/list': { ttlMs, cacheScope: 'private' } },
    debouncedNotificationMethods: ['notifications/tools/list_changed'],
  };
}

/** Over HTTP a client of 2026 has no connection: a server lives for one request of it, and changes go over the bus. */
function isConnection({ era, requestInfo }: McpRequestContext): boolean {
  return era === 'legacy' || requestInfo === undefined;
}

/** From its introduction to its end, a connected client hears of changes. */
function announceChanges(
  { catalogue, relay }: McpEndpoint,
  server: Server,
  session: string,
  era: McpRequestContext['era'],
): void {
  const leaving: (() => void)[] = [];
  const begin = () => {
    leaving.push(catalogue.onChanged(() => void server.sendToolListChanged().catch(() => {})));
    const member = relay?.join(connectionPeer(server, session, era));
    if (!member) return;
    leaving.push(() => member.leave());
    server.setNotificationHandler('notifications/roots/list_changed', ({ method, params }) =>
      member.notify(method, params),
    );
  };
  server.onclose = () => {
    for (const leave of leaving.splice(0)) leave();
  };
  if (era === 'modern') begin();
  else server.oninitialized = begin;
}
