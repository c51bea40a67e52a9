import { approveSeen } from '@molehill/gateway/approvals/seen';
import { gatewayErrors } from '@molehill/gateway/errors';
import type { Gateway } from '@molehill/gateway/gateway';
import { Hono } from 'hono';
import * as z from 'zod';
import { describeUpstreams } from '../upstreams/describe.ts';
import type { ServerLogResponse } from './api.ts';
import { readBody } from './body.ts';

const approveBody = z.strictObject({
  id: z.string(),
  hash: z.string(),
  definitions: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
});

/** Upstream servers: state, log and approval. */
export function serverRoutes(gateway: Gateway): Hono {
  const routes = new Hono();
  routes.get('/', async (c) => c.json(await describeUpstreams(gateway)));
  routes.get('/:id/log', (c) => {
    const id = c.req.param('id');
    const upstream = gateway.upstream(id);
    if (!upstream) throw gatewayErrors.fail('E_UNKNOWN_SERVER', `Unknown server "${id}".`);
    return c.json({ log: upstream.log() } satisfies ServerLogResponse);
  });
  routes.post('/approve', async (c) => {
    await approveSeen(gateway, await readBody(c.req.raw, approveBody));
    return c.json(await describeUpstreams(gateway));
  });
  return routes;
}
