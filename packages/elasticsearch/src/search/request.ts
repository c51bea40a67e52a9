import { coreErrors } from '@molehill/core/errors';
import { isRecord } from '@molehill/core/record';
import type { JsonRecord } from '../records.ts';

/** The arguments that make up the body of a search. */
export interface SearchFields {
  readonly query?: JsonRecord | undefined;
  readonly _source?: unknown;
  readonly sort?: readonly (string | JsonRecord)[] | undefined;
  readonly aggs?: JsonRecord | undefined;
  readonly body?: JsonRecord | undefined;
}

/** Paging is controlled by the arguments size and cursor alone. */
const PAGING_FIELDS = ['size', 'pit', 'search_after', 'slice'];

export function searchBody({ query, _source, sort, aggs, body = {} }: SearchFields): JsonRecord {
  const misplaced = PAGING_FIELDS.find((name) => name in body);
  if (misplaced !== undefined)
    throw coreErrors.fail('E_INVALID_PARAMS', `"${misplaced}" is not allowed in body`, {
      hint: 'Pass size as an argument, and page with cursor.',
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

/** `date:desc` is a field and its order, as in the query string of a search. */
function sortField(sort: unknown): unknown {
  const [, field, order] = (typeof sort === 'string' && /^(.+):(asc|desc)$/.exec(sort)) || [];
  return field === undefined ? sort : { [field]: order };
}

/** Whether `search_after` works: some features exclude it, and formatted sort values may have lost precision. */
export function pageable(request: JsonRecord): boolean {
  const sorts = Array.isArray(request.sort) ? request.sort : [];
  const formatted = sorts.some(
    (sort) => isRecord(sort) && Object.values(sort).some((how) => isRecord(how) && 'format' in how),
  );
  return !formatted && !['from', 'collapse', 'rescore', 'retriever', 'rank'].some((name) => name in request);
}
