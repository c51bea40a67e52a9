import { STATUS_CODES } from 'node:http';
import { healthOf } from '@molehill/bridge/http';
import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { Answer, Failure } from '@molehill/core/result';
import { refuse } from '@molehill/serve/http/refusal';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { ProjectDatabase } from './database/database.ts';
import { hintOf, statusOf } from './http-errors.ts';

/** Who has which project open. The token is not told; that it is known can be proved. */
export interface HostIdentity {
  readonly projectRoot: string;
  readonly version: string;
  readonly token: string;
}

/** As much as is needed of what the server passes on with a request. */
interface ProjectEnv {
  Bindings: { readonly incoming?: { readonly socket: { readonly localPort?: number } } };
}

const queryBody = z.strictObject({ query: z.string().min(1) });

/** The project's database over HTTP, for whoever mounts it to guard. */
export function createProjectApi(database: ProjectDatabase): Hono {
  const api = new Hono();
  api.get('/tables', (c) => answered(() => database.tables(c.req.raw.signal)));
  api.get('/tables/:name/schema', (c) =>
    answered(() => database.schema(c.req.param('name'), c.req.raw.signal)),
  );
  api.get('/database-type', () => settled(async () => ({ type: await database.type() })));
  api.post('/query', async (c) => {
    const body = queryBody.safeParse(await c.req.json().catch(() => undefined));
    if (!body.success) return refusal(invalidBody());
    return answered(() => database.query(body.data.query, c.req.raw.signal));
  });
  for (const path of ['/tables', '/tables/:name/schema', '/database-type'])
    api.all(path, (c) => otherMethod(c, 'GET'));
  api.all('/query', (c) => otherMethod(c, 'POST'));
  return api;
}

/** `GET /health`: for anybody on this machine, so that the token is sent to nobody who does not know it. */
export function createHealth(host: HostIdentity): Hono<ProjectEnv> {
  const health = new Hono<ProjectEnv>();
  health.get('/health', (c) => c.json(healthOf({ ...host, port: portOf(c) }, c.req.query('challenge'))));
  health.all('/health', (c) => otherMethod(c, 'GET'));
  return health;
}

/** The port that the request really came to: a challenge made for another port is not answered. */
function portOf(c: Context<ProjectEnv>): number {
  return c.env?.incoming?.socket.localPort ?? 0;
}

function answered(ask: () => Promise<Answer>): Promise<Response> {
  return settled(async () => {
    const { envelope } = await ask();
    if (!envelope.ok) return refusal(envelope.error);
    const { data, meta } = envelope;
    return { ...(data as object), ...(meta.truncation ? { truncation: meta.truncation } : {}) };
  });
}

async function settled(work: () => Promise<object>): Promise<Response> {
  try {
    const value = await work();
    return value instanceof Response ? value : Response.json(value);
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    return refusal(error);
  }
}

function invalidBody(): MolehillError {
  return coreErrors.fail('E_INVALID_PARAMS', 'The body must be {"query": "…"}.');
}

function refusal({ code, message, hint, retryable }: Omit<Failure['error'], 'details'>): Response {
  const status = statusOf(code);
  const body = { error: STATUS_CODES[status], message, code, hint: hintOf(code) ?? hint, retryable };
  return Response.json(body, { status });
}

function otherMethod(c: Context, allow: string): Response {
  return refuse('E_METHOD_NOT_ALLOWED', `${c.req.method} is not answered at ${c.req.path}.`, {
    Allow: allow,
  });
}
