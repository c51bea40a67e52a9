import { type HostIdentity, healthOf } from '@molehill/bridge/http/health';
import { coreErrors, isMolehillError } from '@molehill/core/errors';
import type { Ask } from '@molehill/core/question';
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

/** Set by the server that mounts the API and authorizes its requests. */
interface ApiEnv {
  Variables: { identity: string };
}

/** The tool that sends the request has asked the person, or the policy did not require it. */
const confirmed: Ask = async () => ({ action: 'accept' });

/**
 * The project's database over HTTP. Nobody can be asked here, so a statement that destroys something runs for the owner
 * only: a process that can read the state directory, as our own tools do.
 */
export function createProjectApi(database: ProjectDatabase): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();
  api.get('/tables', async (c) => respond(await database.call('tables', {}, c.req.raw.signal)));
  api.get('/tables/:name/schema', async (c) =>
    respond(await database.call('schema', { table: c.req.param('name') }, c.req.raw.signal)),
  );
  api.get('/database-type', async (c) => c.json({ type: await database.type() }));
  api.post('/query', async (c) => {
    const body = queryBody.safeParse(await c.req.json().catch(() => undefined));
    if (!body.success) throw coreErrors.fail('E_INVALID_PARAMS', 'The body must be {"query": "…"}.');
    const ask = c.get('identity') === 'owner' ? confirmed : undefined;
    return respond(await database.call('query', body.data, c.req.raw.signal, ask));
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
