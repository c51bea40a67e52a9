import { approveSeen } from '@molehill/gateway/approvals/seen';
import { gatewayErrors } from '@molehill/gateway/errors';
import type { Gateway } from '@molehill/gateway/gateway';
import type { HttpContext, HttpRoute } from '@molehill/serve/http/route';
import * as z from 'zod';
import { describeUpstreams } from '../upstreams/describe.ts';
import type { Workbench } from '../workbench.ts';
import type { ServerLogResponse } from './api.ts';
import { readBody } from './body.ts';

const approveBody = z.strictObject({
  id: z.string(),
  hash: z.string(),
  definitions: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
});

type Served = Pick<Workbench, 'gateway' | 'redactor'>;

/** Upstream servers: state, log and approval. */
export function serverRoutes({ gateway, redactor }: Served): readonly HttpRoute[] {
  const list = async (c: HttpContext) => c.json(await describeUpstreams(gateway));
  const approve = async (c: HttpContext) => {
    await approveSeen(gateway, await readBody(c.req.raw, approveBody));
    return list(c);
  };
  return [
    { method: 'GET', path: '/api/servers', access: ['agent', 'person'], handle: list },
    {
      method: 'GET',
      path: '/api/servers/:id/log',
      access: ['agent', 'person'],
      handle: (c) =>
        c.json({
          log: redactor.suspected(logOf(gateway, c.req.param('id') ?? '')),
        } satisfies ServerLogResponse),
    },
    { method: 'POST', path: '/api/servers/approve', access: ['person'], handle: approve },
  ];
}

function logOf(gateway: Gateway, id: string): string {
  const upstream = gateway.upstream(id);
  if (!upstream) throw gatewayErrors.fail('E_UNKNOWN_SERVER', `Unknown server "${id}".`);
  return upstream.log();
}
