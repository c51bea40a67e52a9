import { judgeBody } from './guard/bodies.ts';
import { endpointsAt } from './guard/endpoints.ts';
import { judgeParameters } from './guard/parameters.ts';
import { parseTarget } from './guard/target.ts';
import { READS, refuse, type Verdict } from './guard/verdict.ts';

export interface JudgedRequest {
  readonly method: string;
  /** Path and parameters, byte for byte as they will be sent. */
  readonly target: string;
  readonly body?: unknown;
}

/** Whether a request certainly changes nothing. What is not known to read is refused. */
export function judge({ method, target, body }: JudgedRequest): Verdict {
  const parsed = parseTarget(target);
  if ('reads' in parsed) return parsed;
  const known = endpointsAt(parsed.segments);
  if (known.length === 0) return refuse('endpoint', 'this path is not known to read only');
  const endpoint = known.find(({ methods }) => methods.has(method));
  if (!endpoint) return refuse('method', 'this method on this path is not known to read only');
  return judgeParameters(parsed.parameters) ?? judgeBody(endpoint.body, body) ?? READS;
}
