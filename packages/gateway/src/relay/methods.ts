import { randomUUID } from 'node:crypto';
import { isRecord } from '@molehill/core/record';
import type { Relay, RelayDescription, RelayRequest, RelaySession } from '@molehill/core/relay';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import { assignNames } from '../names.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../protocol.ts';
import type { ClientSessions } from './client-sessions.ts';
import { isLogLevel } from './log-level.ts';
import type { Resources } from './resources.ts';
import { isModern } from './send-request.ts';
import { uriOf } from './subscriptions.ts';
import type { UpstreamServer } from './upstream-server.ts';

export interface RelayOptions {
  readonly sessions: ClientSessions;
  readonly resources: Resources;
  servers(): readonly UpstreamServer[];
  /** The server that is served alone, as if it were reached directly. */
  only(): UpstreamServer | undefined;
  /** A bounded wait for definitions that are not known yet. */
  settle(): Promise<void>;
  onConnected(peer: Peer): void;
}

interface Incoming extends RelayRequest {
  readonly method: string;
  readonly params: WireResult;
}

/** An upstream server may have to start first, and has a timeout of its own. */
const LONGEST_REQUEST_MS = 15 * 60_000;

type Handler = (request: Incoming) => Promise<WireResult> | WireResult;

/** Resources, prompts, completion and logging of the upstream servers. */
export function createRelay(options: RelayOptions): Relay {
  const { sessions, servers } = options;
  const handlers = createHandlers(options);
  return {
    describe: () => describe(options),
    async handle(method, params = {}, request) {
      await options.settle();
      const only = options.only();
      const incoming = { method, params, ...request };
      if (only) return handleAlone(only, incoming, sessions);
      const handler = handlers[method];
      if (!handler) throw new UpstreamError(METHOD_NOT_FOUND, 'Method not found');
      return handler(incoming);
    },
    timeoutOf: () => LONGEST_REQUEST_MS,
    addSession(peer): RelaySession {
      const remove = sessions.add(peer);
      options.onConnected(peer);
      return {
        notify: (method) => {
          const clients = servers().flatMap(({ upstream }) => upstream.current() ?? []);
          for (const client of clients)
            if (!isModern(client)) void client.notification({ method }).catch(() => {});
        },
        close: () => {
          remove();
          for (const server of servers()) server.dropSubscriptions(peer.session);
        },
      };
    },
    watchResources: (uris) => watchResources(uris, options),
  };
}

function watchResources(uris: readonly string[], { only, resources }: RelayOptions): () => void {
  const subscriber = randomUUID();
  const { signal } = new AbortController();
  const watched = uris.map(async (uri) => {
    const server = only() ?? (await resources.ownerOf(uri));
    const request = { method: 'resources/subscribe', params: { uri }, signal };
    void server?.subscribe(request, subscriber).catch(() => {});
    return () => server?.dropSubscription(uri, subscriber);
  });
  return () => {
    for (const unsubscribe of watched) void unsubscribe.then((drop) => drop());
  };
}

function createHandlers({ sessions, resources, servers }: RelayOptions): Readonly<Record<string, Handler>> {
  const ownerOf = async (uri: string): Promise<UpstreamServer> => {
    const server = await resources.ownerOf(uri);
    if (server) return server;
    throw new UpstreamError(INVALID_PARAMS, `Resource ${uri} not found`, { uri });
  };
  const promptOf = (name: unknown) => {
    const found = promptsOf(servers()).get(String(name));
    if (found) return { server: found.server, name: found.ownName };
    throw new UpstreamError(INVALID_PARAMS, `Prompt ${name} not found`);
  };
  return {
    'resources/list': () => ({ resources: resources.list() }),
    'resources/templates/list': () => ({ resourceTemplates: resources.templates() }),
    'prompts/list': () => ({
      prompts: [...promptsOf(servers())].map(([name, { prompt }]) => ({ ...prompt, name })),
    }),
    'resources/read': async (request) => {
      const server = await ownerOf(uriOf(request.params));
      return server.bound(await server.relay(request), request);
    },
    'resources/subscribe': async (request) =>
      (await ownerOf(uriOf(request.params))).subscribe(request, request.peer.session),
    'resources/unsubscribe': async (request) =>
      (await ownerOf(uriOf(request.params))).unsubscribe(request, request.peer.session),
    'prompts/get': async (request) => {
      const { server, name } = promptOf(request.params.name);
      return server.bound(await server.relay({ ...request, params: { ...request.params, name } }), request);
    },
    'completion/complete': async (request) => {
      const ref = request.params.ref as { readonly type?: string; name?: string; uri?: string } | undefined;
      if (ref?.type !== 'ref/prompt') return (await ownerOf(String(ref?.uri))).relay(request);
      const { server, name } = promptOf(ref.name);
      return server.relay({ ...request, params: { ...request.params, ref: { ...ref, name } } });
    },
    'logging/setLevel': (request) => {
      setLogLevel(sessions, request);
      for (const server of servers()) server.logLevelsChanged();
      return {};
    },
  };
}

/** The prompts of all servers under the names the gateway gives them. */
function promptsOf(servers: readonly UpstreamServer[]) {
  return assignNames(
    servers.flatMap((server) =>
      (server.definitions?.prompts ?? []).map((prompt) => ({
        serverId: server.id,
        ownName: prompt.name,
        server,
        prompt,
      })),
    ),
  );
}

/** Relays every method to the only server. Its lists are answered from the cache while it does not run. */
async function handleAlone(
  server: UpstreamServer,
  request: Incoming,
  sessions: ClientSessions,
): Promise<WireResult> {
  const { method, params, peer } = request;
  if (method === 'resources/subscribe') return server.subscribe(request, peer.session);
  if (method === 'resources/unsubscribe') return server.unsubscribe(request, peer.session);
  if (method === 'prompts/get' && server.review.isWithheld('prompts', String(params.name)))
    throw new UpstreamError(INVALID_PARAMS, `The prompt ${params.name} changed and waits for approval`);
  const isCached = !server.upstream.current() && params.cursor === undefined;
  const cached = isCached ? cachedList(method, server) : undefined;
  const result = cached ?? approvedPart(method, server, await server.relay(request));
  if (method === 'logging/setLevel') setLogLevel(sessions, request);
  return result;
}

const listsByMethod = {
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;

/** A list without what waits for approval; any other result as it is. */
function approvedPart(method: string, { review }: UpstreamServer, result: WireResult): WireResult {
  const list = Object.hasOwn(listsByMethod, method)
    ? listsByMethod[method as keyof typeof listsByMethod]
    : undefined;
  const items = list && result[list];
  if (!list || !Array.isArray(items)) return result;
  const visible = review.visible(list, items.every(isRecord) ? items : items.filter(isRecord));
  return visible === items ? result : { ...result, [list]: visible };
}

function cachedList(method: string, { definitions }: UpstreamServer): WireResult | undefined {
  if (!definitions) return undefined;
  const { prompts, resources, resourceTemplates } = definitions;
  if (method === 'prompts/list') return { prompts };
  if (method === 'resources/list') return { resources };
  return method === 'resources/templates/list' ? { resourceTemplates } : undefined;
}

function setLogLevel(sessions: ClientSessions, { peer, params: { level } }: Incoming): void {
  if (!isLogLevel(level)) throw new UpstreamError(INVALID_PARAMS, `Unknown log level "${level}".`);
  const session = sessions.get(peer.session);
  if (session) session.logLevel = level;
}

/** Starts only a server that is served alone and was never started before. */
async function describe({ only, servers }: RelayOptions): Promise<RelayDescription> {
  const server = only();
  if (!server) return { capabilities: commonCapabilities(servers()), relaysUnknownMethods: false };
  const definitions = server.definitions ?? (await server.review.load().catch(() => undefined));
  const { serverInfo, instructions, capabilities } = definitions ?? {};
  return {
    capabilities: capabilities ?? { tools: { listChanged: true } },
    ...(serverInfo && { serverInfo }),
    ...(instructions !== undefined && { instructions }),
    relaysUnknownMethods: true,
  };
}

/** The capabilities that at least one server has, or may have because it was never started. */
function commonCapabilities(servers: readonly UpstreamServer[]): RelayDescription['capabilities'] {
  const has = (name: string) =>
    servers.some(({ definitions }) => !definitions || definitions.capabilities[name] !== undefined);
  return {
    tools: { listChanged: true },
    ...(has('prompts') && { prompts: { listChanged: true } }),
    ...(has('resources') && { resources: { subscribe: true, listChanged: true } }),
    ...(has('completions') && { completions: {} }),
    ...(has('logging') && { logging: {} }),
  };
}
