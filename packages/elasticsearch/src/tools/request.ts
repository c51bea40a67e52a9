import type { CallEffects } from '@molehill/core/effects';
import { defineTool } from '@molehill/core/tool';
import * as z from 'zod';
import { assertSendable, requestTarget } from '../client/target.ts';
import type { EsConnections } from '../connections.ts';
import { destroys } from '../guard/destroys.ts';
import { classify, type GuardedRequest } from '../guard.ts';
import { answerShape, fitted } from './answer.ts';
import { connectionParam } from './connection-tool.ts';

const MAX_LENGTH = 10_000_000;
/** More than any path that a person can judge; a longer one is shown with its length. */
const MAX_SHOWN = 2_000;
const NEXT =
  'ask for less: fewer hits with size, fewer fields with _source or filter_path, or page through the hits with {tool:es_search}.';

const body = z
  .union([z.string().max(MAX_LENGTH), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .optional()
  .describe('JSON, or a string that is sent as it is; NDJSON for _bulk and _msearch');

const params = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .optional()
  .describe('Query parameters, not encoded; they may also be part of the path');

const input = z.strictObject({
  connection: connectionParam,
  method: z.string().max(20).describe('GET, HEAD, POST, PUT or DELETE'),
  path: z.string().max(MAX_LENGTH).describe('Begins with "/"; percent-encoded, sent as it is'),
  params,
  body,
});

export function requestTool(connections: EsConnections) {
  return defineTool({
    name: 'es_request',
    title: 'Request to a search cluster',
    description:
      'Sends any REST request to the cluster and returns its status and body. For documents es_search is simpler, for fields es_get_mapping.',
    input,
    output: z.object(answerShape),
    effects: { worst: 'destroys', openWorld: true, of: (input) => effectsOf(connections, input) },
    run: async (input, context) => {
      const { method, target, body } = requestOf(input);
      const reads = classify({ method, target, body }).reads;
      const options = { signal: context.signal, reads, body };
      const answer = await connections.use(input.connection, context.signal, (backend) =>
        backend.request(method, target, options),
      );
      return fitted(answer, context, NEXT);
    },
  });
}

type Input = z.output<typeof input>;

/** Path and query exactly as they will be sent. */
function requestOf({ method, path, params, body }: Input): GuardedRequest {
  return { method: method.toUpperCase(), target: requestTarget(path, params), body };
}

async function effectsOf(connections: EsConnections, input: Input): Promise<CallEffects> {
  const request = requestOf(input);
  const verdict = classify(request);
  if (verdict.reads) return { effect: 'reads' };
  const { method, target } = request;
  const { config, confirm } = await connections.find(input.connection);
  const { readonly } = config;
  if (!readonly) assertSendable(method, target);
  const { reason, rule } = verdict;
  return {
    effect: destroys(request) ? 'destroys' : 'writes',
    summary: `Send ${method} ${shown(target)} to the connection "${input.connection}"? It may delete or overwrite data.`,
    target: {
      name: `connection "${input.connection}"`,
      readonly,
      reason,
      rule,
      confirm,
      confirmHint: `A person can set "confirm": "never" on it, in ESMOLE_CONNECTIONS or the file of ESMOLE_CONFIG.`,
    },
  };
}

function shown(target: string): string {
  const rest = target.length - MAX_SHOWN;
  return rest > 0 ? `${target.slice(0, MAX_SHOWN)}… (${rest} more characters)` : target;
}
