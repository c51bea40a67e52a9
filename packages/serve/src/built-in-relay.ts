import type { Caller } from '@molehill/core/caller';
import type { CallFeed, ServerEventRecord } from '@molehill/core/calls';
import { RESOURCES_CHANGED } from '@molehill/core/context';
import type { Relay, RelayRequest } from '@molehill/core/relay';
import type { ResourceContext, ToolServer } from '@molehill/core/server';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';

const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;

interface Session {
  readonly peer: Peer;
  readonly subscribed: Set<string>;
}

/** Resources and events of built-in servers, served the way those of upstream servers are. */
export function createBuiltInRelay(servers: readonly ToolServer[], feed: CallFeed): Relay {
  const sessions = new Map<string, Session>();
  feed.subscribe((event) => {
    if (event.kind === 'event') notifySessions(event, sessions.values());
  });
  return {
    describe: async () => ({
      capabilities: { tools: { listChanged: true }, ...resourceCapability(servers) },
      passesUnknownMethods: false,
    }),
    handle: (method, params = {}, request) => handle(servers, sessions, method, params, request),
    addSession: (peer) => {
      sessions.set(peer.session, { peer, subscribed: new Set() });
      return { notify: () => {}, close: () => void sessions.delete(peer.session) };
    },
    watchResources: () => () => {},
  };
}

function resourceCapability(servers: readonly ToolServer[]) {
  return servers.some(({ resources }) => resources)
    ? { resources: { subscribe: true, listChanged: true } }
    : {};
}

/** Modern clients have no subscriptions here: the SDK passes on what they listen to. */
function notifySessions({ type, resource }: ServerEventRecord, sessions: Iterable<Session>): void {
  for (const { peer, subscribed } of sessions) {
    if (type === RESOURCES_CHANGED) peer.notify('notifications/resources/list_changed', undefined);
    if (resource !== undefined && (peer.era === 'modern' || subscribed.has(resource)))
      peer.notify('notifications/resources/updated', { uri: resource });
  }
}

async function handle(
  servers: readonly ToolServer[],
  sessions: ReadonlyMap<string, Session>,
  method: string,
  params: WireResult,
  { signal, caller, peer }: RelayRequest,
): Promise<WireResult> {
  const uri = String(params.uri);
  switch (method) {
    case 'resources/list':
      return { resources: await listResources(servers, caller) };
    case 'resources/templates/list':
      return { resourceTemplates: [] };
    case 'resources/read':
      return { contents: await readResource(servers, uri, { signal, caller }) };
    case 'resources/subscribe':
      await readResource(servers, uri, { signal, caller });
      sessions.get(peer.session)?.subscribed.add(uri);
      return {};
    case 'resources/unsubscribe':
      sessions.get(peer.session)?.subscribed.delete(uri);
      return {};
    default:
      throw new UpstreamError(METHOD_NOT_FOUND, 'Method not found');
  }
}

async function listResources(servers: readonly ToolServer[], caller: Caller) {
  const lists = await Promise.all(servers.map(({ resources }) => resources?.list(caller) ?? []));
  return lists.flat();
}

async function readResource(servers: readonly ToolServer[], uri: string, context: ResourceContext) {
  const owner = servers.find(({ id }) => uri.startsWith(resourcePrefix(id)));
  const contents = await owner?.resources?.read(uri, context);
  if (contents) return contents;
  throw new UpstreamError(INVALID_PARAMS, `Resource ${uri} not found`, { uri });
}

function resourcePrefix(server: string): string {
  return `molehill://${server}/`;
}

const LISTS: Readonly<Record<string, string>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

/** Built-in servers and upstream servers behind one endpoint. */
export function combineRelays(
  servers: readonly ToolServer[],
  builtIn: Relay,
  upstream: Relay | undefined,
): Relay {
  if (!upstream) return builtIn;
  const prefixes = servers.filter(({ resources }) => resources).map(({ id }) => resourcePrefix(id));
  const ownerOf = (uri: unknown) =>
    prefixes.some((prefix) => String(uri).startsWith(prefix)) ? builtIn : upstream;
  return {
    async describe() {
      const described = await upstream.describe();
      if (described.serverInfo || described.passesUnknownMethods) return described;
      return { ...described, capabilities: { ...described.capabilities, ...resourceCapability(servers) } };
    },
    async handle(method, params, request) {
      const list = prefixes.length > 0 ? LISTS[method] : undefined;
      if (list === undefined) return ownerOf(params?.uri).handle(method, params, request);
      const [own, others] = await Promise.all([
        builtIn.handle(method, params, request),
        upstream.handle(method, params, request),
      ]);
      return { ...others, [list]: [...itemsOf(own[list]), ...itemsOf(others[list])] };
    },
    addSession(peer) {
      const added = [builtIn.addSession(peer), upstream.addSession(peer)];
      return {
        notify: (method, params) => {
          for (const session of added) session.notify(method, params);
        },
        close: () => {
          for (const session of added) session.close();
        },
      };
    },
    watchResources: (uris) => upstream.watchResources(uris.filter((uri) => ownerOf(uri) === upstream)),
  };
}

function itemsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}
