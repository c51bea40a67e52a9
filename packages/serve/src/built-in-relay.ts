import type { Caller } from '@molehill/core/caller';
import type { CallFeed, ServerEventRecord } from '@molehill/core/calls';
import { LOG_LEVELS, RESOURCES_CHANGED } from '@molehill/core/context';
import type { Relay, RelayRequest } from '@molehill/core/relay';
import type { ResourceContext, ToolServer } from '@molehill/core/server';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';

const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;

interface Session {
  readonly peer: Peer;
  readonly subscribed: Set<string>;
  /** The index of the least important level that its client asked for. */
  logsFrom?: number;
}

/** Resources and events of built-in servers, served the way those of upstream servers are. */
export function createBuiltInRelay(servers: readonly ToolServer[], feed: CallFeed): Relay {
  const sessions = new Map<string, Session>();
  const notifyUpdated = debouncePerUri((uri, caller) => {
    for (const session of sessions.values())
      if (isSubscribed(session, uri, caller)) session.peer.notify('notifications/resources/updated', { uri });
  });
  feed.subscribe((event) => {
    if (event.kind !== 'event') return;
    if (event.resource !== undefined) notifyUpdated(event.resource, event.caller);
    for (const session of sessions.values()) sendLog(session, event);
    if (event.type !== RESOURCES_CHANGED) return;
    for (const { peer } of sessions.values())
      if (concerns(peer, event.caller)) peer.notify('notifications/resources/list_changed', undefined);
  });
  return {
    describe: async () => ({
      capabilities: { tools: { listChanged: true }, ...ownCapabilities(servers) },
      relaysUnknownMethods: false,
    }),
    handle: (method, params = {}, request) => handle(servers, sessions, method, params, request),
    addSession: (peer) => {
      sessions.set(peer.session, { peer, subscribed: new Set() });
      return { notify: () => {}, close: () => void sessions.delete(peer.session) };
    },
    watchResources: () => () => {},
  };
}

function ownCapabilities(servers: readonly ToolServer[]) {
  const hasResources = servers.some(({ resources }) => resources);
  return {
    ...(hasResources ? { resources: { subscribe: true, listChanged: true } } : {}),
    ...(servers.some(({ logs }) => logs) ? { logging: {} } : {}),
  };
}

/** Modern clients ask for log messages with each request, and these have none. */
function sendLog(
  { peer, logsFrom }: Session,
  { level, server, type, caller, data }: ServerEventRecord,
): void {
  if (level === undefined || logsFrom === undefined || peer.era === 'modern') return;
  if (LOG_LEVELS.indexOf(level) < logsFrom || !concerns(peer, caller)) return;
  peer.notify('notifications/message', { level, logger: server, data: { event: type, ...recordOf(data) } });
}

function recordOf(data: unknown): object {
  return typeof data === 'object' && data !== null ? data : {};
}

/** Levels above those of events, such as `critical`, leave nothing. */
function setLevel(session: Session | undefined, level: unknown): void {
  const levels: readonly unknown[] = LOG_LEVELS;
  const index = levels.indexOf(level);
  if (session) session.logsFrom = index < 0 ? LOG_LEVELS.length : index;
}

/** Modern clients have no subscriptions here: the SDK passes on what they listen to. */
function isSubscribed({ peer, subscribed }: Session, uri: string, caller: string | undefined): boolean {
  return concerns(peer, caller) && (peer.era === 'modern' || subscribed.has(uri));
}

/** Listeners over HTTP share one peer, so an event for one of them goes to those who know its resource. */
function concerns({ era, session }: Peer, caller: string | undefined): boolean {
  return caller === undefined || session === caller || era === 'modern';
}

const DEBOUNCE_MS = 50;

/** Notifies at once, and then at most once per interval and resource: a running program may emit thousands of events. */
function debouncePerUri(notify: (uri: string, caller: string | undefined) => void) {
  const pending = new Map<string, boolean>();
  const send = (uri: string, caller: string | undefined) => {
    pending.set(uri, false);
    notify(uri, caller);
    setTimeout(() => {
      const isDue = pending.get(uri) === true;
      pending.delete(uri);
      if (isDue) send(uri, caller);
    }, DEBOUNCE_MS).unref();
  };
  return (uri: string, caller: string | undefined) => {
    if (pending.has(uri)) pending.set(uri, true);
    else send(uri, caller);
  };
}

async function handle(
  servers: readonly ToolServer[],
  sessions: ReadonlyMap<string, Session>,
  method: string,
  params: WireResult,
  { signal, caller, handles, fit, peer }: RelayRequest,
): Promise<WireResult> {
  const uri = String(params.uri);
  const context = { signal, caller, handles };
  switch (method) {
    case 'resources/list':
      return fit({ resources: await listResources(servers, caller) });
    case 'resources/templates/list':
      return { resourceTemplates: [] };
    case 'resources/read':
      return fit({ contents: await readResource(servers, uri, context) });
    case 'resources/subscribe':
      await readResource(servers, uri, context);
      sessions.get(peer.session)?.subscribed.add(uri);
      return {};
    case 'logging/setLevel':
      setLevel(sessions.get(peer.session), params.level);
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
  const owner = servers.find((server) => uri.startsWith(resourcePrefix(server)));
  const contents = await owner?.resources?.read(uri, context);
  if (contents) return contents;
  throw new UpstreamError(INVALID_PARAMS, `Resource ${uri} not found`, { uri });
}

function resourcePrefix({ id, resources }: ToolServer): string {
  return resources?.prefix ?? `molehill://${id}/`;
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
  const prefixes = servers.filter(({ resources }) => resources).map(resourcePrefix);
  const ownerOf = (uri: unknown) =>
    prefixes.some((prefix) => String(uri).startsWith(prefix)) ? builtIn : upstream;
  return {
    async describe() {
      const described = await upstream.describe();
      if (described.serverInfo || described.relaysUnknownMethods) return described;
      return { ...described, capabilities: { ...described.capabilities, ...ownCapabilities(servers) } };
    },
    async handle(method, params, request) {
      if (method === SET_LEVEL) return setBothLevels(servers, builtIn, upstream, params, request);
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
    timeoutOf: (method, params) => ownerOf(params?.uri).timeoutOf?.(method, params),
    watchResources: (uris) => upstream.watchResources(uris.filter((uri) => ownerOf(uri) === upstream)),
  };
}

const SET_LEVEL = 'logging/setLevel';

/** Upstream servers are told only where one of them has a log. */
async function setBothLevels(
  servers: readonly ToolServer[],
  builtIn: Relay,
  upstream: Relay,
  params: WireResult | undefined,
  request: RelayRequest,
): Promise<WireResult> {
  const { capabilities } = await upstream.describe();
  if (servers.some(({ logs }) => logs)) await builtIn.handle(SET_LEVEL, params, request);
  return capabilities.logging === undefined ? {} : upstream.handle(SET_LEVEL, params, request);
}

function itemsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}
