import { coreErrors } from '@molehill/core/errors';
import { isRecord } from '@molehill/core/record';
import type { JsonRecord } from '../records.ts';

/** The part of a search that a caller writes. */
export interface SearchFields {
  readonly query?: JsonRecord | undefined;
  readonly _source?: unknown;
  readonly sort?: readonly (string | JsonRecord)[] | undefined;
  readonly aggs?: JsonRecord | undefined;
  readonly body?: JsonRecord | undefined;
}

/** How far a search has come is told by size and cursor alone. */
const NOT_IN_BODY = ['size', 'pit', 'search_after', 'slice'];

export function searchBody({ query, _source, sort, aggs, body = {} }: SearchFields): JsonRecord {
  const misplaced = NOT_IN_BODY.find((name) => name in body);
  if (misplaced !== undefined)
    throw coreErrors.fail('E_INVALID_PARAMS', `"${misplaced}" cannot stand in body`, {
      hint: 'Give size as an argument of its own, and page with cursor.',
    });
  const sorts = sort ?? (body.sort === undefined ? undefined : [body.sort].flat());
  return {
    ...body,
    ...(query === undefined ? {} : { query }),
    ...(aggs === undefined ? {} : { aggs }),
    ...(_source === undefined ? {} : { _source }),
    ...(sorts === undefined ? {} : { sort: sorts.map(sortField) }),
  };
}

/** `date:desc`, as in an address, is a field and its order. */
function sortField(sort: unknown): unknown {
  const [, field, order] = (typeof sort === 'string' && /^(.+):(asc|desc)$/.exec(sort)) || [];
  return field === undefined ? sort : { [field]: order };
}

/**
 * Whether the hits of a search can be gone through page by page: some searches order them in a way that cannot be gone
 * on with, and sort values in a format of their own may be less than exact.
 */
export function pageable(request: JsonRecord): boolean {
  const sorts = Array.isArray(request.sort) ? request.sort : [];
  const formatted = sorts.some(
    (sort) => isRecord(sort) && Object.values(sort).some((how) => isRecord(how) && 'format' in how),
  );
  return !formatted && !['from', 'collapse', 'rescore', 'retriever', 'rank'].some((name) => name in request);
}
