import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Log } from '@molehill/core/log';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { McpFactory } from '../mcp.ts';
import type { Serving } from '../stdio.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import { discardRest } from './discard.ts';
import type { Guard } from './guard.ts';
import type { PageAccess } from './page-access.ts';
import { refuse } from './refusal.ts';
import type { Access, HttpContext, HttpEnv, HttpRoute, Identity, ServiceEnv } from './route.ts';
import { sessionRoutes } from './session-routes.ts';
import type { SessionLimits } from './sessions.ts';
import { type SseEndpoint, sseEndpoint } from './sse.ts';
import { type StreamableEndpoint, streamableEndpoint } from './streamable.ts';

export type HttpApp = Hono<HttpEnv>;

export interface AppOptions {
  readonly guard: Guard;
  readonly log: Log;
  readonly sessions: SessionLimits;
  readonly connections: ConnectionLimit;
  readonly bus?: ServerEventBus | undefined;
  readonly page?: PageAccess | undefined;
  /** Served besides those of MCP and of the page's session. */
  readonly routes?: readonly HttpRoute[] | undefined;
  /** Served to anyone: the page's static files and the health check. */
  readonly pages?: Hono | undefined;
  /** Served with the agent's token, or the owner's key, at the paths it names. */
  readonly services?: Hono<ServiceEnv> | undefined;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** For every response that does not say otherwise. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export function createApp(
  streamable: McpFactory,
  sse: McpFactory,
  options: AppOptions,
): Serving & { app: HttpApp } {
  const mcp = streamableEndpoint(streamable, { ...options, maxBodyBytes: MAX_BODY_BYTES });
  const legacy = sseEndpoint(sse, options.sessions);
  const { page, routes = [], services, pages } = options;
  const app: HttpApp = new Hono();
  addChecks(app, options.guard);
  const table = [...mcpRoutes(mcp, legacy), ...(page ? sessionRoutes(page) : []), ...routes];
  mountRoutes(app, table, options);
  if (services) mountServices(app, services, options);
  if (pages) app.route('/', pages);
  app.notFound((c) => refuse('E_NOT_SERVED', `Nothing is served at ${c.req.path.slice(0, 120)}.`));
  app.onError((error) => {
    options.log.error({ err: error }, 'a request failed');
    return internalError();
  });
  return {
    app,
    close: async () => {
      await Promise.allSettled([mcp.close(), legacy.close()]);
    },
  };
}

/** What holds for every request, whatever its path. */
function addChecks(app: HttpApp, guard: Guard): void {
  app.use('*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (c.res.status >= 400) await discardRest(c.env.incoming);
  });
  app.use('*', async (c, next) => guard.checkSource(c.req.raw) ?? next());
}

function mcpRoutes(mcp: StreamableEndpoint, legacy: SseEndpoint): readonly HttpRoute[] {
  const endpoint = { path: '/mcp', access: ['agent'], checksContentType: true } as const;
  const handle = (c: HttpContext) => mcp.fetch(c.req.raw);
  return [
    { ...endpoint, method: 'GET', handle },
    { ...endpoint, method: 'POST', handle },
    { ...endpoint, method: 'DELETE', handle },
    {
      method: 'GET',
      path: '/sse',
      access: ['agent'],
      handle: async (c) =>
        (await legacy.open(c.env.outgoing))
          ? RESPONSE_ALREADY_SENT
          : refuse('E_TOO_MANY_SESSIONS', 'All sessions are in use.'),
    },
    {
      method: 'POST',
      path: '/message',
      access: ['agent'],
      checksContentType: true,
      handle: async (c) => {
        const body = await c.req.text();
        const known = await legacy.post(c.req.query('sessionId') ?? '', body, c.env);
        return known ? RESPONSE_ALREADY_SENT : refuse('E_NOT_SERVED', 'That SSE session is not open.');
      },
    },
  ];
}

type Mounting = Pick<AppOptions, 'guard' | 'connections'>;

function mountRoutes(app: HttpApp, routes: readonly HttpRoute[], options: Mounting): void {
  for (const route of routes) {
    app.on(route.method, route.path, limitBody, async (c) => {
      // Hono answers HEAD with the handler of GET, whose stream nobody would end.
      if (c.req.method !== route.method) return methodNotAllowed(c, route.method);
      const who = authorize(c, route.access, options);
      if (who instanceof Response) return who;
      if (route.method === 'POST' && !route.checksContentType && !isJson(c.req.header('content-type')))
        return refuse('E_CONTENT_TYPE', 'The body must be JSON.');
      return route.handle(c, who);
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
    app.all(path, (c) => methodNotAllowed(c, allowed.join(', ')));
  }
}

function mountServices(app: HttpApp, services: Hono<ServiceEnv>, options: Mounting): void {
  const check: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const who = authorize(c, ['agent', 'owner'], options);
    if (who instanceof Response) return who;
    c.set('identity', who?.kind ?? '');
    return next();
  };
  for (const path of new Set(services.routes.map((route) => route.path))) app.use(path, check, limitBody);
  app.route('/', services);
}

function authorize(c: HttpContext, access: Access, { guard, connections }: Mounting) {
  const who: Identity | Response | undefined = guard.authorize(c.req.raw, access);
  if (who && !(who instanceof Response)) connections.authorized(c.env.incoming.socket);
  return who;
}

const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => refuse('E_BODY_TOO_LARGE', 'The body is larger than 4 MB.'),
});

/** A page of another origin cannot send this type without asking, and is refused when it asks. */
function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(type ?? '');
}

function methodNotAllowed(c: HttpContext, allow: string): Response {
  return refuse('E_METHOD_NOT_ALLOWED', `${c.req.method} is not answered at ${c.req.path}.`, {
    Allow: allow,
  });
}

function internalError(): Response {
  const message = 'The request failed; the log has the details.';
  return Response.json({ error: 'Internal Server Error', code: 'E_INTERNAL', message }, { status: 500 });
}
