import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Log } from '@molehill/core/log';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { McpFactory } from '../mcp.ts';
import type { Serving } from '../stdio.ts';
import { discardRest } from './discard.ts';
import type { Guard } from './guard.ts';
import { refuse } from './refusal.ts';
import type { SessionLimits } from './sessions.ts';
import { sseEndpoint } from './sse.ts';
import { streamableEndpoint } from './streamable.ts';

export type HttpApp = Hono<{ Bindings: HttpBindings }>;

export interface AppOptions {
  readonly guard: Guard;
  readonly log: Log;
  readonly sessions: SessionLimits;
  readonly bus?: ServerEventBus | undefined;
  /** Served without authentication: the page's static files and the health check. */
  readonly pages?: Hono | undefined;
  /** Served with the token or the page's cookie, under /api. */
  readonly api?: Hono | undefined;
  /** Served with the token, at the paths it names. */
  readonly services?: Hono | undefined;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;

export function createApp(
  streamable: McpFactory,
  sse: McpFactory,
  options: AppOptions,
): Serving & { app: HttpApp } {
  const mcp = streamableEndpoint(streamable, { ...options, maxBodyBytes: MAX_BODY_BYTES });
  const legacy = sseEndpoint(sse, options.sessions);
  const app: HttpApp = new Hono();
  const { guard } = options;

  app.use('*', async (c, next) => {
    await next();
    if (c.res.status >= 400) await discardRest(c.env.incoming);
  });
  app.use('*', async (c, next) => guard.checkSource(c.req.raw) ?? next());
  app.use('/api/*', async (c, next) => guard.checkBearerOrCookie(c.req.raw) ?? next());
  for (const path of ['/mcp', '/sse', '/message', '/session']) {
    app.use(path, async (c, next) => guard.checkBearer(c.req.raw) ?? next());
  }
  for (const { path } of options.services?.routes ?? []) {
    app.use(path, async (c, next) => guard.checkBearer(c.req.raw) ?? next());
  }
  app.use(
    '*',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => refuse('E_BODY_TOO_LARGE', 'The body is larger than 4 MB.'),
    }),
  );

  app.on(['GET', 'POST', 'DELETE'], '/mcp', (c) => mcp.fetch(c.req.raw));
  app.get('/sse', async (c) =>
    (await legacy.open(c.env.outgoing))
      ? RESPONSE_ALREADY_SENT
      : refuse('E_TOO_MANY_SESSIONS', 'All sessions are in use.'),
  );
  app.post('/message', async (c) => {
    const body = await c.req.text();
    const known = await legacy.post(c.req.query('sessionId') ?? '', body, c.env);
    return known ? RESPONSE_ALREADY_SENT : refuse('E_NOT_FOUND', 'That SSE session is not open.');
  });
  app.post('/session', (c) => c.body(null, 204, { 'Set-Cookie': guard.cookie }));
  if (options.api) app.route('/api', options.api);
  if (options.services) app.route('/', options.services);
  if (options.pages) app.route('/', options.pages);

  for (const [path, allow] of Object.entries({
    '/mcp': 'GET, POST, DELETE',
    '/sse': 'GET',
    '/message': 'POST',
    '/session': 'POST',
  })) {
    app.all(path, (c) => methodNotAllowed(c, allow));
  }
  app.notFound((c) => refuse('E_NOT_FOUND', `Nothing is served at ${c.req.path.slice(0, 120)}.`));
  app.onError((error) => {
    options.log.error({ err: error }, 'a request failed');
    return Response.json(
      {
        error: 'Internal Server Error',
        code: 'E_INTERNAL',
        message: 'The request failed; the log has the details.',
      },
      { status: 500 },
    );
  });

  return {
    app,
    close: async () => {
      await Promise.allSettled([mcp.close(), legacy.close()]);
    },
  };
}

function methodNotAllowed(c: Context, allow: string): Response {
  return refuse('E_METHOD_NOT_ALLOWED', `${c.req.method} is not answered at ${c.req.path}.`, {
    Allow: allow,
  });
}
