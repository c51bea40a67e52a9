import { reads } from '@molehill/core/effects';
import { isRecord } from '@molehill/core/record';
import * as z from 'zod';
import { encodeSegment } from '../client/target.ts';
import type { EsConnections } from '../connections.ts';
import { at, listAt, textAt } from '../records.ts';
import { answerShape, fitted, succeeded } from './answer.ts';
import { connectionParam, defineConnectionTool, type EsScope, indexParam } from './connection-tool.ts';

const LIST_BYTES = 4_000_000;
const SHOWN_SHARDS = 20;

export function clusterHealthTool(connections: EsConnections) {
  return defineConnectionTool(connections, {
    name: 'es_cluster_health',
    title: 'Health of a cluster',
    description: 'Health of the cluster, or of some indices, with the reasons when it is not green.',
    input: z.strictObject({
      connection: connectionParam,
      index: indexParam.optional().describe('Only these indices'),
    }),
    output: z.object(answerShape),
    effects: { ...reads, openWorld: true },
    run: async ({ index }, scope, context) => {
      const of = index === undefined ? '' : `/${encodeSegment(index)}`;
      const health = await scope.read('GET', `/_cluster/health${of}`);
      const { body } = health;
      if (!succeeded(health) || !isRecord(body) || body.status === 'green')
        return fitted(health, context, NEXT);
      return fitted(
        { ...health, body: { ...body, reasons: await reasonsFor(scope, of, body) } },
        context,
        NEXT,
      );
    },
  });
}

const NEXT = 'name one index.';

/** The shards that are not started, and why the cluster does not allocate the first of them. */
async function reasonsFor(scope: EsScope, of: string, health: unknown): Promise<string[]> {
  const params = { format: 'json', h: 'index,shard,prirep,state,unassigned.reason', s: 'prirep,index,shard' };
  const shards = await scope.read('GET', `/_cat/shards${of}`, { params, maxBytes: LIST_BYTES });
  const notStarted = listAt({ rows: shards.body }, 'rows').filter(
    (row) => textAt(row, 'state') !== 'STARTED' && textAt(row, 'state') !== 'RELOCATING',
  );
  const pending = at(health, 'number_of_pending_tasks');
  const reasons = [
    ...notStarted.slice(0, SHOWN_SHARDS).map(shardLine),
    ...(notStarted.length > SHOWN_SHARDS ? [`and ${notStarted.length - SHOWN_SHARDS} more shards`] : []),
    ...(typeof pending === 'number' && pending > 0 ? [`${pending} cluster tasks are pending`] : []),
    ...(await explanationOf(
      scope,
      notStarted.find((row) => textAt(row, 'state') === 'UNASSIGNED'),
    )),
  ];
  return reasons.length > 0 ? reasons : [`the cluster gives no reason (shards: status ${shards.status})`];
}

function shardLine(row: unknown): string {
  const kind = textAt(row, 'prirep') === 'p' ? 'primary' : 'replica';
  const reason = textAt(row, 'unassigned.reason');
  const state = (textAt(row, 'state') ?? 'not started').toLowerCase();
  return `${textAt(row, 'index')} shard ${textAt(row, 'shard')}: ${kind} is ${state}${reason ? ` (${reason})` : ''}`;
}

async function explanationOf(scope: EsScope, row: unknown): Promise<string[]> {
  if (row === undefined) return [];
  const body = {
    index: textAt(row, 'index'),
    shard: Number(textAt(row, 'shard')),
    primary: textAt(row, 'prirep') === 'p',
  };
  const { body: explanation } = await scope.read('GET', '/_cluster/allocation/explain', {
    body,
    maxBytes: LIST_BYTES,
  });
  const explained = textAt(explanation, 'allocate_explanation');
  const deciders = listAt(explanation, 'node_allocation_decisions').flatMap((node) =>
    listAt(node, 'deciders'),
  );
  const reasons = new Set(deciders.flatMap((decider) => textAt(decider, 'explanation') ?? []));
  const about = `${body.index} shard ${body.shard}`;
  return [...(explained === undefined ? [] : [explained]), ...reasons]
    .slice(0, 5)
    .map((text) => `${about}: ${text}`);
}
