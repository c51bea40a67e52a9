import { reads } from '@molehill/core/effects';
import { isRecord } from '@molehill/core/record';
import * as z from 'zod';
import { encodeSegment } from '../client/target.ts';
import type { EsConnections } from '../connections.ts';
import { at, listAt, textAt } from '../records.ts';
import { answerShape, fitted, succeeded } from './answer.ts';
import { connectionParam, defineConnectionTool, type EsScope, indexParam } from './connection-tool.ts';

const SHOWN_SHARDS = 20;
const SHOWN_EXPLANATIONS = 5;

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
      const reasons = await reasonsFor(scope, of, body);
      return fitted({ ...health, body: { ...body, reasons } }, context, NEXT);
    },
  });
}

const NEXT = 'name one index.';

/** The shards that are not started, and why the cluster does not allocate the first of them. */
async function reasonsFor(scope: EsScope, of: string, health: unknown): Promise<string[]> {
  const params = { format: 'json', h: 'index,shard,prirep,state,unassigned.reason', s: 'prirep,index,shard' };
  const shards = await scope.list(`/_cat/shards${of}`, params);
  const notStarted = listAt(shards.body).filter(
    (row) => !['STARTED', 'RELOCATING'].includes(textAt(row, 'state') ?? ''),
  );
  const unassigned = notStarted.find((row) => textAt(row, 'state') === 'UNASSIGNED');
  const pending = at(health, 'number_of_pending_tasks');
  const reasons = [
    ...notStarted.slice(0, SHOWN_SHARDS).map(shardLine),
    ...(notStarted.length > SHOWN_SHARDS ? [`and ${notStarted.length - SHOWN_SHARDS} more shards`] : []),
    ...(typeof pending === 'number' && pending > 0 ? [`${pending} cluster tasks are pending`] : []),
    ...(unassigned === undefined ? [] : await explanationOf(scope, unassigned)),
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
  const [index, shard] = [textAt(row, 'index'), Number(textAt(row, 'shard'))];
  const { body } = await scope.read('GET', '/_cluster/allocation/explain', {
    body: { index, shard, primary: textAt(row, 'prirep') === 'p' },
  });
  const nodes = listAt(body, 'node_allocation_decisions');
  const explanations = nodes
    .flatMap((node) => listAt(node, 'deciders'))
    .flatMap((decider) => textAt(decider, 'explanation') ?? []);
  return [...new Set([textAt(body, 'allocate_explanation') ?? [], explanations].flat())]
    .slice(0, SHOWN_EXPLANATIONS)
    .map((text) => `${index} shard ${shard}: ${text}`);
}
