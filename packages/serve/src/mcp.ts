import { randomUUID } from 'node:crypto';
import type {
  McpRequestContext,
  McpServerFactory,
  Tool as SdkTool,
  Server,
  ServerEventBus,
  ServerOptions,
} from '@modelcontextprotocol/server';
import type { FrontendKind } from '@molehill/core/caller';
import type { CallFeed } from '@molehill/core/calls';
import type { Catalogue } from '@molehill/core/catalogue';
import type { Dispatcher } from '@molehill/core/dispatch';
import type { HandleStore } from '@molehill/core/handles';
import type { Ask } from '@molehill/core/question';
import type { Relay, RelayDescription } from '@molehill/core/relay';
import type { ToolServer } from '@molehill/core/server';
import { createToolList } from '@molehill/core/tool-list';
import { combineRelays, createBuiltInRelay } from './built-in-relay.ts';
import { callParams, callTool } from './call-tool.ts';
import { createChangeBus } from './change-bus.ts';
import { type ClientConnection, connectionPeer } from './client.ts';
import { createQuestions } from './questions.ts';
import { RelayServer } from './relay-server.ts';
import { asProtocolErrors, serveRelay } from './serve-relay.ts';

export interface McpEndpoint {
  readonly name: string;
  readonly version: string;
  /** Read for each connection: what is there may change. */
  instructions(): Promise<string>;
  readonly catalogue: Catalogue;
  readonly dispatcher: Dispatcher;
  readonly handles: HandleStore;
  readonly feed: CallFeed;
  /** The built-in servers, for their resources and events. */
  readonly servers: readonly ToolServer[];
  /** The folders its clients work in. */
  readonly workspace: readonly string[];
  /** What upstream servers offer besides tools. */
  readonly relay?: Relay;
  /** Asks a person here, where a client cannot. */
  readonly ask?: Ask;
}

/** What an HTTP frontend needs besides servers, because modern clients there listen instead of staying connected. */
interface Listening {
  /** Announces changes to modern clients over HTTP. */
  bus(): ServerEventBus;
  watchResources(uris: readonly string[]): () => void;
  inputSchemaOf(tool: string): Record<string, unknown> | undefined;
}

export type McpFactory = McpServerFactory & Partial<Listening>;

const LIST_TTL_MS = 60_000;
/** Shorter, because an upstream server may change its list without notice. */
const RELAYED_LIST_TTL_MS = 5_000;

/** An endpoint as MCP, for one frontend. The SDK asks for a new server per connection, or per request. */
export function mcpFactory(endpoint: McpEndpoint, frontend: FrontendKind): McpServerFactory & Listening {
  const { catalogue, dispatcher, servers, workspace } = endpoint;
  const relay = combineRelays(servers, createBuiltInRelay(servers, endpoint.feed), endpoint.relay);
  const tools = createToolList(catalogue);
  const questions = createQuestions(endpoint.ask);
  let bus: ServerEventBus | undefined;

  const create = async (request: McpRequestContext): Promise<Server> => {
    const description = await relay.describe();
    const { name, version } = endpoint;
    const options = {
      ...(await serverOptions(endpoint, description)),
      requestState: { verify: questions.verify },
    };
    const server = new RelayServer(description.serverInfo ?? { name, version }, options);
    const isConnection = keepsConnection(request);
    const connection: ClientConnection = { server, session: randomUUID(), isConnection, frontend, workspace };
    if (description.capabilities.tools) {
      server.setRequestHandler('tools/list', async () => {
        await asProtocolErrors(catalogue.settled());
        return { tools: tools() as unknown as SdkTool[] };
      });
      server.setRequestHandler('tools/call', { params: callParams }, (params, context) =>
        callTool({ catalogue, dispatcher, questions }, params, { ...connection, server, context }),
      );
    }
    serveRelay({ relay, dispatcher, name }, description, { ...connection, server });
    if (isConnection) startSession(endpoint, relay, connection, request.era);
    return server;
  };
  return Object.assign(create, {
    bus: () => {
      bus ??= createChangeBus(catalogue, relay);
      return bus;
    },
    watchResources: (uris: readonly string[]) => relay.watchResources(uris),
    inputSchemaOf: (tool: string) => tools().find(({ name }) => name === tool)?.inputSchema,
  });
}

async function serverOptions(endpoint: McpEndpoint, description: RelayDescription): Promise<ServerOptions> {
  const ttlMs = endpoint.relay ? RELAYED_LIST_TTL_MS : LIST_TTL_MS;
  const instructions = description.serverInfo ? description.instructions : await endpoint.instructions();
  return {
    capabilities: { ...description.capabilities },
    ...(instructions === undefined ? {} : { instructions }),
    cacheHints: { 'tools/list': { ttlMs, cacheScope: 'private' } },
    debouncedNotificationMethods: ['notifications/tools/list_changed'],
  };
}

/** Modern clients over HTTP keep none: their server lives for one request, and changes go over the bus. */
function keepsConnection({ era, requestInfo }: McpRequestContext): boolean {
  return era === 'legacy' || requestInfo === undefined;
}

/** From the handshake to the end of the connection: notifications, and the handles the client opened. */
function startSession(
  { catalogue, handles }: McpEndpoint,
  relay: Relay,
  { server, session }: ClientConnection,
  era: McpRequestContext['era'],
): void {
  const closers: (() => void)[] = [() => void handles.disposeCaller(session)];
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    closers.push(catalogue.onChanged(() => void server.sendToolListChanged().catch(() => {})));
    const relaySession = relay.addSession(connectionPeer(server, session, era));
    closers.push(() => relaySession.close());
    server.setNotificationHandler('notifications/roots/list_changed', ({ method, params }) =>
      relaySession.notify(method, params),
    );
  };
  server.onclose = () => {
    for (const close of closers.splice(0)) close();
  };
  if (era === 'modern') begin();
  else server.oninitialized = begin;
}
