import { defineTool } from '@molehill/core/tool';
import * as z from 'zod';
import { requestTarget } from '../client/target.ts';
import { answerShape, fitted } from './answer.ts';
import { connectionParam, type EsConnections, sendRequest } from './connection-tool.ts';

const MAX_LENGTH = 10_000_000;
const NEXT =
  'ask for less: fewer hits with size, fewer fields with _source or filter_path, or page through the hits with es_search.';

const body = z
  .union([z.string().max(MAX_LENGTH), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .optional()
  .describe('JSON, or a string that is sent as it is; NDJSON for _bulk and _msearch');

const params = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .optional()
  .describe('Query parameters, not encoded; they may also be part of the path');

export function requestTool(connections: EsConnections) {
  return defineTool({
    name: 'es_request',
    title: 'Request to a search cluster',
    description:
      'Sends any REST request to the cluster and returns its status and body. For documents es_search is simpler, for fields es_get_mapping.',
    input: z.strictObject({
      connection: connectionParam,
      method: z.string().max(20).describe('GET, HEAD, POST, PUT or DELETE'),
      path: z.string().max(MAX_LENGTH).describe('Begins with "/"; percent-encoded, sent as it is'),
      params,
      body,
    }),
    output: z.object(answerShape),
    effects: { worst: 'destroys', openWorld: true, of: () => ({ effect: 'writes' }) },
    run: async (input, context) => {
      const method = input.method.toUpperCase();
      const target = requestTarget(input.path, input.params);
      const request = { method, target, ...(input.body === undefined ? {} : { body: input.body }) };
      const answer = await sendRequest(connections, input.connection, request, context);
      return fitted(answer, context, NEXT);
    },
  });
}
