import { checkBody } from './guard/bodies.ts';
import { endpointsAt } from './guard/endpoints.ts';
import { checkParameters } from './guard/parameters.ts';
import { parseTarget } from './guard/target.ts';
import { READS, refuse, type Verdict } from './guard/verdict.ts';

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
  return checkParameters(parsed.parameters) ?? checkBody(endpoint.body, body) ?? READS;
}
