import { type HostIdentity, healthOf } from '@molehill/bridge/http/health';
import { coreErrors, isMolehillError } from '@molehill/core/errors';
import type { Answer } from '@molehill/core/result';
import { Hono } from 'hono';
import * as z from 'zod';
import type { ProjectDatabase } from './database/database.ts';
import { errorResponse, methodNotAllowed } from './http-errors.ts';

const queryBody = z.strictObject({
  query: z.string().min(1),
  /** Rejects a statement that the catalogue shows to change something. */
  readonly: z.boolean().optional(),
});

/** The project's database over HTTP. The server that mounts it authenticates requests. */
export function createProjectApi(database: ProjectDatabase): Hono {
  const api = new Hono();
  api.get('/tables', async (c) => respond(await database.call('tables', {}, c.req.raw.signal)));
  api.get('/tables/:name/schema', async (c) =>
    respond(await database.call('schema', { table: c.req.param('name') }, c.req.raw.signal)),
  );
  api.get('/database-type', async (c) => c.json({ type: await database.type() }));
  api.post('/query', async (c) => {
    const body = queryBody.safeParse(await c.req.json().catch(() => undefined));
    if (body.success) return respond(await database.call('query', body.data, c.req.raw.signal));
    throw coreErrors.fail('E_INVALID_PARAMS', 'The body must be {"query": "…"}.');
  });
  for (const path of ['/tables', '/tables/:name/schema', '/database-type'])
    api.all(path, (c) => methodNotAllowed(c.req, 'GET'));
  api.all('/query', (c) => methodNotAllowed(c.req, 'POST'));
  api.onError((error) => {
    if (isMolehillError(error)) return errorResponse(error);
    throw error;
  });
  return api;
}

function respond({ envelope }: Answer): Response {
  if (!envelope.ok) return errorResponse(envelope.error);
  const { data, meta } = envelope;
  const { truncation } = meta;
  return Response.json({ ...(data as object), ...(truncation ? { truncation } : {}) });
}

/** The part of Hono's Node bindings that is used here. */
interface ProjectEnv {
  Bindings: { readonly incoming?: { readonly socket: { readonly localPort?: number } } };
}

/**
 * `GET /health`: without authentication, so that clients send the token only to a host that knows it. A challenge made
 * for another port than that of the connection is not answered.
 */
export function createHealth(host: Omit<HostIdentity, 'port'>): Hono<ProjectEnv> {
  const health = new Hono<ProjectEnv>();
  health.get('/health', (c) => {
    const port = c.env?.incoming?.socket.localPort ?? 0;
    return c.json(healthOf({ ...host, port }, c.req.query('challenge')));
  });
  health.all('/health', (c) => methodNotAllowed(c.req, 'GET'));
  return health;
}
