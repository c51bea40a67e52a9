import { healthOf } from '@molehill/bridge/http/health';
import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { Answer } from '@molehill/core/result';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { ProjectDatabase } from './database/database.ts';
import { errorResponse, methodNotAllowed } from './http-errors.ts';

/** Who serves which project. The host proves that it knows the token without sending it. */
export interface HostIdentity {
  readonly projectRoot: string;
  readonly version: string;
  readonly token: string;
}

/** The part of Hono's Node bindings that is used here. */
interface ProjectEnv {
  Bindings: { readonly incoming?: { readonly socket: { readonly localPort?: number } } };
}

const queryBody = z.strictObject({ query: z.string().min(1) });

/** The project's database over HTTP. The server that mounts it authenticates requests. */
export function createProjectApi(database: ProjectDatabase): Hono {
  const api = new Hono();
  api.get('/tables', (c) => respond(() => database.call('tables', {}, c.req.raw.signal)));
  api.get('/tables/:name/schema', (c) =>
    respond(() => database.call('schema', { table: c.req.param('name') }, c.req.raw.signal)),
  );
  api.get('/database-type', () => catching(async () => Response.json({ type: await database.type() })));
  api.post('/query', async (c) => {
    const body = queryBody.safeParse(await c.req.json().catch(() => undefined));
    if (!body.success) return errorResponse(invalidBody());
    return respond(() => database.call('query', body.data, c.req.raw.signal));
  });
  for (const path of ['/tables', '/tables/:name/schema', '/database-type'])
    api.all(path, (c) => methodNotAllowed(c.req, 'GET'));
  api.all('/query', (c) => methodNotAllowed(c.req, 'POST'));
  return api;
}

/** `GET /health`: without authentication, so that clients send the token only to a host that knows it. */
export function createHealth(host: HostIdentity): Hono<ProjectEnv> {
  const health = new Hono<ProjectEnv>();
  health.get('/health', (c) => c.json(healthOf({ ...host, port: portOf(c) }, c.req.query('challenge'))));
  health.all('/health', (c) => methodNotAllowed(c.req, 'GET'));
  return health;
}

/** The port of the connection: a challenge made for another port is not answered. */
function portOf(c: Context<ProjectEnv>): number {
  return c.env?.incoming?.socket.localPort ?? 0;
}

function respond(call: () => Promise<Answer>): Promise<Response> {
  return catching(async () => {
    const { envelope } = await call();
    if (!envelope.ok) return errorResponse(envelope.error);
    const { data, meta } = envelope;
    return Response.json({
      ...(data as object),
      ...(meta.truncation ? { truncation: meta.truncation } : {}),
    });
  });
}

async function catching(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    return errorResponse(error);
  }
}

function invalidBody(): MolehillError {
  return coreErrors.fail('E_INVALID_PARAMS', 'The body must be {"query": "…"}.');
}
