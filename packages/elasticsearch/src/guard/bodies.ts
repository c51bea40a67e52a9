import { exactJson } from '@molehill/core/exact-json';
import * as z from 'zod';
import type { BodyKind } from './endpoints.ts';
import { isHandle } from './names.ts';
import { type Refusal, refuse } from './verdict.ts';

const handle = z.string().refine(isHandle);
const some = z.union([handle, z.array(handle)]);
/** `_all` in the place of a handle would close what other people have open. */
const handles = z.strictObject({ id: some.optional(), pit_id: some.optional(), scroll_id: some.optional() });

export function judgeBody(kind: BodyKind, body: unknown): Refusal | undefined {
  if (kind === 'question' || body === undefined || body === '') return undefined;
  if (kind === 'none')
    return refuse('body', 'this request takes no body, and with one it might do something else');
  // As text it must be JSON in which nothing stands twice: readers differ in which of the two counts.
  const said = typeof body === 'string' ? exactJson(body) : body;
  return handles.safeParse(said).success
    ? undefined
    : refuse('body', 'only scrolls and points in time that are named one by one may be closed');
}
