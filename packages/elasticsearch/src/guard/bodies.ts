import { exactJson } from '@molehill/core/exact-json';
import * as z from 'zod';
import type { BodyKind } from './endpoints.ts';
import { isHandle } from './names.ts';
import { type Refusal, refuse } from './verdict.ts';

const handle = z.string().refine(isHandle);
const oneOrMore = z.union([handle, z.array(handle)]);
/** `_all` instead of an id would close the searches of other users. */
const handles = z.strictObject({
  id: oneOrMore.optional(),
  pit_id: oneOrMore.optional(),
  scroll_id: oneOrMore.optional(),
});

export function checkBody(kind: BodyKind, body: unknown): Refusal | undefined {
  if (kind === 'query' || body === undefined || body === '') return undefined;
  if (kind === 'none')
    return refuse('body', 'this request takes no body, and with one it may do something else');
  // A string must be JSON without duplicate names: parsers differ in which of the two counts.
  const parsed = typeof body === 'string' ? exactJson(body) : body;
  return handles.safeParse(parsed).success
    ? undefined
    : refuse('body', 'only scrolls and points in time given by their ids may be closed');
}
