import type { Relay, RelayDescription, RelayRequest, RelaySession } from '@molehill/core/relay';
import type { Peer } from '@molehill/core/upstream';
import { UpstreamError, type WireResult } from '@molehill/core/upstream';
import type { ClientSessions } from './client-sessions.ts';
import { isLevel } from './log-levels.ts';
import { Prompts } from './prompts.ts';
import { isModern } from './raw.ts';
import type { Resources } from './resources.ts';
import type { Source } from './source.ts';
import { uriOf } from './subscriptions.ts';

export interface RelayOptions {
  readonly sessions: ClientSessions;
  readonly resources: Resources;
  sources(): readonly Source[];
  /** The one server that is served as if it were reached directly. */
  only(): Source | undefined;
  /** A bounded wait for lists that are not known yet. */
  settle(): Promise<void>;
  onJoined(peer: Peer): void;
}

const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;
const LISTS = new Set(['prompts/list', 'resources/list', 'resources/templates/list']);

type Handler = (params: WireResult, request: RelayRequest) => Promise<WireResult> | WireResult;

/** Resources, prompts, completion and logging of the servers behind. */
export function createRelay(options: RelayOptions): Relay {
  const { sessions } = options;
  const { handlers, ownerOfUri } = createHandlers(options);
  let listeners = 0;
  return {
    describe: () => describe(options),
    async handle(method, params = {}, request) {
      await options.settle();
      const only = options.only();
      if (only) return passToOnly(only, method, params, request, sessions);
      const handler = handlers[method];
      if (!handler) throw new UpstreamError(METHOD_NOT_FOUND, 'Method not found');
      return handler(params, request);
    },
    addSession: (peer) => addSession(peer, options),
    watchResources(uris) {
      listeners += 1;
      const follower = `listener ${listeners}`;
      const followed = uris.map((uri) => ({ uri, source: options.only() ?? ownerOfUri(uri) }));
      for (const { uri, source } of followed) void source?.follow({ uri }, follower).catch(() => {});
      return () => {
        for (const { uri, source } of followed) source?.release(uri, follower);
      };
    },
  };
}

function addSession(peer: Peer, { sessions, sources, onJoined }: RelayOptions): RelaySession {
  const remove = sessions.add(peer);
  onJoined(peer);
  return {
    notify: (method) => {
      for (const { upstream } of sources()) {
        const client = upstream.current();
        if (client?.getProtocolEra() === 'legacy') void client.notification({ method }).catch(() => {});
      }
    },
    close: () => {
      remove();
      for (const source of sources()) source.left(peer.session);
    },
  };
}

function createHandlers({ sessions, resources, sources }: RelayOptions) {
  const prompts = new Prompts(sources);
  const ownerOfUri = (uri: string): Source => {
    const source = resources.ownerOf(uri);
    if (source) return source;
    throw new UpstreamError(INVALID_PARAMS, `Resource ${uri} not found`, { uri });
  };
  const promptOf = (name: unknown) => {
    const found = prompts.find(String(name));
    if (found) return found;
    throw new UpstreamError(INVALID_PARAMS, `Prompt ${name} not found`);
  };
  const handlers: Readonly<Record<string, Handler>> = {
    'resources/list': () => ({ resources: resources.list() }),
    'resources/templates/list': () => ({ resourceTemplates: resources.templates() }),
    'prompts/list': () => ({ prompts: prompts.list() }),
    'resources/read': (params, request) =>
      ownerOfUri(uriOf(params)).pass({ method: 'resources/read', params, ...request }),
    'resources/subscribe': (params, { peer, signal }) =>
      ownerOfUri(uriOf(params)).follow(params, peer.session, signal),
    'resources/unsubscribe': (params, { peer, signal }) =>
      ownerOfUri(uriOf(params)).unfollow(params, peer.session, signal),
    'prompts/get': (params, request) => {
      const { source, name } = promptOf(params.name);
      return source.pass({ method: 'prompts/get', params: { ...params, name }, ...request });
    },
    'completion/complete': (params, request) => {
      const ref = params.ref as { readonly type?: string; readonly name?: string; readonly uri?: string };
      const method = 'completion/complete';
      if (ref?.type !== 'ref/prompt') {
        const source = resources.ownerOfTemplate(String(ref?.uri)) ?? ownerOfUri(String(ref?.uri));
        return source.pass({ method, params, ...request });
      }
      const { source, name } = promptOf(ref.name);
      return source.pass({ method, params: { ...params, ref: { ...ref, name } }, ...request });
    },
    'logging/setLevel': (params, { peer }) => {
      setLevel(sessions, peer, params);
      for (const source of sources()) source.levelsChanged();
      return {};
    },
  };
  return { handlers, ownerOfUri: (uri: string) => resources.ownerOf(uri) };
}

/** Everything goes to the one server as it comes; its lists are known without it while it does not run. */
async function passToOnly(
  source: Source,
  method: string,
  params: WireResult,
  request: RelayRequest,
  sessions: ClientSessions,
): Promise<WireResult> {
  const { peer, signal } = request;
  if (method === 'logging/setLevel') return setLevelOfOnly(source, params, request, sessions);
  if (method === 'resources/subscribe') return source.follow(params, peer.session, signal);
  if (method === 'resources/unsubscribe') return source.unfollow(params, peer.session, signal);
  const { definitions, upstream } = source;
  const recalled = LISTS.has(method) && params.cursor === undefined && !upstream.current();
  return recalled && definitions ? listed(method, definitions) : source.pass({ method, params, ...request });
}

function listed(method: string, definitions: NonNullable<Source['definitions']>): WireResult {
  if (method === 'prompts/list') return { prompts: definitions.prompts };
  if (method === 'resources/list') return { resources: definitions.resources };
  return { resourceTemplates: definitions.resourceTemplates };
}

function setLevel(sessions: ClientSessions, { session }: Peer, { level }: WireResult): void {
  if (!isLevel(level)) throw new UpstreamError(INVALID_PARAMS, `There is no logging level "${level}".`);
  const known = sessions.get(session);
  if (known) known.logLevel = level;
}

/** A server of 2026 has no such method: there the level goes with every request. */
async function setLevelOfOnly(
  source: Source,
  params: WireResult,
  request: RelayRequest,
  sessions: ClientSessions,
): Promise<WireResult> {
  const modern = await source.upstream.use(async (client) => isModern(client), request.signal);
  const result = modern ? {} : await source.pass({ method: 'logging/setLevel', params, ...request });
  setLevel(sessions, request.peer, params);
  return result;
}

/** Known without a start once a server said it; a server that never did and is served alone is asked now. */
async function describe(options: RelayOptions): Promise<RelayDescription> {
  const only = options.only();
  if (!only) return { capabilities: commonCapabilities(options.sources()), passesUnknownMethods: false };
  const definitions = only.definitions ?? (await only.learn().catch(() => undefined));
  if (!definitions) return { capabilities: { tools: { listChanged: true } }, passesUnknownMethods: true };
  const { serverInfo, instructions, capabilities } = definitions;
  return {
    capabilities,
    ...(serverInfo ? { serverInfo } : {}),
    ...(instructions === undefined ? {} : { instructions }),
    passesUnknownMethods: true,
  };
}

/** What at least one of them can do, or may be able to: some never ran. */
function commonCapabilities(sources: readonly Source[]): RelayDescription['capabilities'] {
  const may = (name: string) =>
    sources.some(({ definitions }) => !definitions || definitions.capabilities[name] !== undefined);
  return {
    tools: { listChanged: true },
    ...(may('prompts') ? { prompts: { listChanged: true } } : {}),
    ...(may('resources') ? { resources: { subscribe: true, listChanged: true } } : {}),
    ...(may('completions') ? { completions: {} } : {}),
    ...(may('logging') ? { logging: {} } : {}),
  };
}
