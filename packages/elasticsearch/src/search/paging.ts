import type { ToolContext } from '@molehill/core/context';
import { coreErrors } from '@molehill/core/errors';
import type { EsAnswer } from '../client/client.ts';
import { type FittedBody, fitBody } from '../fit-body.ts';
import { at, textAt } from '../records.ts';
import { type Answered, bodyLimit, recordCut, succeeded, withHint } from '../tools/answer.ts';
import type { EsScope } from '../tools/connection-tool.ts';
import { cursorFor, invalidCursor, type OpenSearch, type Position, type SearchCursors } from './cursors.ts';
import { hitsOf, sortOf, totalOf, wholeGroups, withHits, withSorts } from './hits.ts';
import { closePointInTime, isExpired, KEEP_ALIVE } from './point-in-time.ts';

/** The default of `index.max_result_window`. */
const MAX_HITS = 10_000;

export interface Page {
  readonly answered: Answered;
  /** For the next page; absent on the last. */
  readonly cursor?: string;
}

export interface PageContext {
  readonly scope: EsScope;
  readonly context: ToolContext;
  readonly cursors: SearchCursors;
}

export interface PageRequest {
  readonly search: OpenSearch;
  readonly size: number;
  /** Absent for the first page. */
  readonly resumed?: { readonly handle: string; readonly cursor: string; readonly after: Position };
  /** The response to show the hits in, where it is another than their own. */
  readonly frame?: unknown;
}

/** One page of a search in a point in time. */
export async function readPage(tools: PageContext, request: PageRequest): Promise<Page> {
  const { search, size } = request;
  for (let count = size + 1; ; count = Math.min(count * 2, MAX_HITS)) {
    const answer = await requestHits(tools.scope, request, count);
    if (!succeeded(answer)) return refused(tools, request, answer);
    search.pointInTime.id = textAt(answer.body, 'pit_id') ?? search.pointInTime.id;
    const isEnd = answer.whole && hitsOf(answer.body).length < count;
    const chosen = choosePage(request, answer.body, isEnd, tools.context);
    if (chosen) return finish(tools, request, chosen);
    if (count === MAX_HITS)
      throw invalidCursor('Too many hits have equal sort values to continue after one of them.');
  }
}

function requestHits(scope: EsScope, { search, resumed }: PageRequest, size: number): Promise<EsAnswer> {
  const { request, pointInTime } = search;
  const sort = Array.isArray(request.sort) ? request.sort : [{ _score: 'desc' }];
  const body = {
    ...request,
    size,
    sort: pointInTime.hasTiebreaker ? sort : [...sort, { _seq_no: 'asc' }],
    pit: { id: pointInTime.id, keep_alive: KEEP_ALIVE },
    ...(resumed ? { search_after: resumed.after } : {}),
  };
  // A partial page would look complete.
  return scope.read('POST', '/_search', { body, params: { allow_partial_search_results: false } });
}

/** A page that failed may be requested again, unless its point in time has expired. */
async function refused(
  { cursors, context }: PageContext,
  { resumed }: PageRequest,
  { status, body }: EsAnswer,
): Promise<Page> {
  const answered = withHint(status, body);
  if (!resumed) return { answered };
  if (!isExpired(status, body)) return { answered, cursor: resumed.cursor };
  await context.handles.close(cursors, resumed.handle);
  throw coreErrors.fail('E_STALE_REFERENCE', 'The point in time of this search has expired on the cluster.', {
    ...(cursors.hint && { hint: cursors.hint }),
    details: { lastSortValues: resumed.after },
  });
}

interface Chosen {
  readonly body: unknown;
  readonly cut: FittedBody['cut'];
  /** The last hit shown; undefined on the last page. */
  readonly last: unknown;
}

/** As many hits as fit; undefined when more are needed to decide where the page may end. */
function choosePage(
  { search, size, frame }: PageRequest,
  body: unknown,
  isEnd: boolean,
  context: ToolContext,
): Chosen | undefined {
  const hits = hitsOf(body);
  const bytes = bodyLimit(context);
  const fit = (count: number, minRows: number) =>
    fitBody(shownIn(frame ?? body, search, hits.slice(0, count)), {
      bytes,
      rows: Math.max(size, count),
      minRows,
    });
  const unconstrained = fit(Math.min(size, hits.length), 1);
  const fitting = hitsOf(unconstrained.value).length;
  const shown = search.pointInTime.hasTiebreaker ? fitting : wholeGroups(hits, fitting, isEnd);
  if (shown === undefined) return undefined;
  const { value, cut } = shown === fitting ? unconstrained : fit(shown, shown);
  if (isEnd && shown === hits.length) return { body: value, cut, last: undefined };
  const total = totalOf(at(frame ?? body, 'hits'));
  const missing = {
    by: shown < size ? 'bytes' : 'rows',
    shown,
    ...(total !== undefined && { total }),
  } as const;
  return { body: value, cut: missing, last: hits[shown - 1] };
}

/** The response with these hits, without the id of the point in time. */
function shownIn(frame: unknown, { request }: OpenSearch, hits: readonly unknown[]): unknown {
  const sorts = Array.isArray(request.sort) ? request.sort.length : 0;
  const { pit_id: _, ...shown } = { pit_id: undefined, ...(frame as object) };
  const shownHits = hits.map((hit) => withSorts(hit, sorts));
  return withHits(shown, shownHits);
}

async function finish(
  { scope, context, cursors }: PageContext,
  { search, resumed }: PageRequest,
  { body, cut, last }: Chosen,
): Promise<Page> {
  const answered = withHint(200, body);
  if (last === undefined) {
    if (cut) recordCut(context, cut, 'ask for fewer fields with {param:_source} to see them in full.');
    if (resumed) await context.handles.close(cursors, resumed.handle);
    else await closePointInTime(scope.backend, search.pointInTime, context.signal).catch(() => {});
    return { answered };
  }
  const cursor = cursorFor(resumed?.handle ?? context.handles.open(cursors, search), search, sortOf(last));
  const next = `call {tool:es_search} with {param:cursor=${cursor}} for the next page, or ask for fewer fields with {param:_source}.`;
  if (cut) recordCut(context, cut, next);
  return { answered, cursor };
}
