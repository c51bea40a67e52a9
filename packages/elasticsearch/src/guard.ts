import { checkBody, matchesHidden, securityIndex } from './guard/body.ts';
import { type Endpoint, endpointsAt, indexOf } from './guard/endpoints.ts';
import { checkParameters, sourcesOf } from './guard/parameters.ts';
import { namesSecurityIndex } from './guard/security-index.ts';
import { parseTarget, type Target } from './guard/target.ts';
import { READS, type Refusal, refuse, type Verdict } from './guard/verdict.ts';

export interface GuardedRequest {
  readonly method: string;
  /** Path and query, byte for byte as they will be sent. */
  readonly target: string;
  readonly body?: unknown;
}

/** Whether a request is known to only read. Fails closed: an unknown request is refused. */
export function classify({ method, target, body }: GuardedRequest): Verdict {
  const parsed = parseTarget(target);
  if ('reads' in parsed) return parsed;
  const known = endpointsAt(parsed.segments);
  if (known.length === 0) return refuse('endpoint', 'this path is not known to be read-only');
  const endpoint = known.find(({ methods }) => methods.has(method));
  if (!endpoint) return refuse('method', 'this method on this path is not known to be read-only');
  return checkParameters(parsed.parameters, endpoint.body) ?? checkContent(endpoint, parsed, body) ?? READS;
}

/** A body may also be sent as the parameter `source`. */
function checkContent(endpoint: Endpoint, target: Target, body: unknown): Refusal | undefined {
  const hidden = target.parameters.some(
    ({ name, value }) => name === 'expand_wildcards' && matchesHidden(value),
  );
  const named = indexOf(endpoint, target.segments);
  const isSearch = endpoint.body === 'query' || endpoint.body === 'searches';
  const index = named ?? '*';
  if ((named !== undefined || isSearch) && namesSecurityIndex(index, { hidden })) return securityIndex();
  for (const content of [body, ...sourcesOf(target.parameters)]) {
    const refusal = checkBody(endpoint.body, content, { index, hidden });
    if (refusal) return refusal;
  }
  return undefined;
}
