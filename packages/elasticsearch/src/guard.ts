import { exactJson } from '@molehill/core/exact-json';
import * as z from 'zod';
import { type BodyKind, endpointsAt } from './guard/endpoints.ts';
import { isHandle } from './guard/names.ts';
import { checkParameters } from './guard/parameters.ts';
import { parseTarget } from './guard/target.ts';
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
  return checkParameters(parsed.parameters) ?? checkBody(endpoint.body, body) ?? READS;
}

const handle = z.string().refine(isHandle);
const oneOrMore = z.union([handle, z.array(handle)]);
/** `_all` instead of an id would close the searches of other users. */
const handles = z.strictObject({
  id: oneOrMore.optional(),
  pit_id: oneOrMore.optional(),
  scroll_id: oneOrMore.optional(),
});

function checkBody(kind: BodyKind, body: unknown): Refusal | undefined {
  if (kind === 'query' || body === undefined || body === '') return undefined;
  if (kind === 'none')
    return refuse('body', 'this request takes no body, and with one it may do something else');
  // A string must be JSON without duplicate names: parsers differ in which of the two counts.
  const parsed = typeof body === 'string' ? exactJson(body) : body;
  return handles.safeParse(parsed).success
    ? undefined
    : refuse('body', 'only scrolls and points in time given by their ids may be closed');
}
