import type { ToolContext } from '@molehill/core/tool';
import type { EsAnswer } from '../client/client.ts';
import { esErrors } from '../errors.ts';
import { type FittedBody, fitBody } from '../fit-body.ts';
import { at, textAt } from '../records.ts';
import { type Answered, roomFor, succeeded, tellCut, withHint } from '../tools/answer.ts';
import type { EsScope } from '../tools/connection-tool.ts';
import type { OpenSearch, Position, SearchCursors } from './cursors.ts';
import { hitsOf, sortOf, totalOf, wholeGroups, withHits, withSorts } from './hits.ts';
import { closePointInTime, isLost, KEEP_ALIVE } from './point-in-time.ts';

/** What clusters allow in one answer unless they are told otherwise. */
const MOST_HITS = 10_000;

export interface Page {
  readonly answered: Answered;
  /** For the hits that follow; none where there are none. */
  readonly cursor?: string;
}

export interface PageRoom {
  readonly scope: EsScope;
  readonly context: ToolContext;
  readonly cursors: SearchCursors;
}

export interface PageRequest {
  readonly search: OpenSearch;
  readonly size: number;
  /** The first page is after no position. */
  readonly after?: Position;
  /** What the hits are shown in, where it is not the answer they came in. */
  readonly frame?: unknown;
}

/** One page of a search that goes on. */
export async function readPage(room: PageRoom, request: PageRequest): Promise<Page> {
  const { search, size } = request;
  for (let ask = size + 1; ; ask = Math.min(ask * 2, MOST_HITS)) {
    const answer = await askForHits(room.scope, request, ask);
    if (!succeeded(answer)) return refused(room, request, answer);
    search.pointInTime.id = textAt(answer.body, 'pit_id') ?? search.pointInTime.id;
    const hits = hitsOf(answer.body);
    const isEnd = answer.whole && hits.length < ask;
    const chosen = choosePage(request, { hits, isEnd, frame: request.frame ?? answer.body }, room.context);
    if (chosen) return finish(room, search, chosen);
    if (ask === MOST_HITS)
      throw esErrors.fail('E_ES_CURSOR_EXPIRED', 'Too many hits sort alike to go on after one.');
  }
}

function askForHits(scope: EsScope, { search, after }: PageRequest, size: number): Promise<EsAnswer> {
  const { request, pointInTime } = search;
  const sort = Array.isArray(request.sort) ? request.sort : [{ _score: 'desc' }];
  const body = {
    ...request,
    size,
    sort: pointInTime.ordersAll ? sort : [...sort, { _seq_no: 'asc' }],
    pit: { id: pointInTime.id, keep_alive: KEEP_ALIVE },
    ...(after === undefined ? {} : { search_after: after }),
  };
  // Half a page would look like a whole one.
  return scope.read('POST', '/_search', { body, params: { allow_partial_search_results: false } });
}

function refused({ cursors }: PageRoom, { search, after }: PageRequest, { status, body }: EsAnswer): Page {
  if (!isLost(status, body)) {
    const again = after === undefined ? {} : { cursor: cursors.keep(search, after) };
    return { answered: withHint(status, body), ...again };
  }
  cursors.forget(search);
  throw esErrors.fail(
    'E_ES_CURSOR_EXPIRED',
    'The cluster no longer has the state of the index that this search went on from.',
    after === undefined ? {} : { details: { lastSortValues: after } },
  );
}

interface Found {
  readonly hits: readonly unknown[];
  /** Whether no hit follows these. */
  readonly isEnd: boolean;
  readonly frame: unknown;
}

interface Chosen {
  readonly body: unknown;
  readonly cut: FittedBody['cut'];
  /** The last hit shown, where others follow. */
  readonly last: unknown;
}

/** As many hits as fit; nothing where more must be asked for to tell where the page may end. */
function choosePage({ search, size }: PageRequest, found: Found, context: ToolContext): Chosen | undefined {
  const { hits, isEnd } = found;
  const fit = (count: number, minRows: number) =>
    fitBody(shownWith(search, found, count), {
      bytes: roomFor(context),
      rows: Math.max(size, count),
      minRows,
    });
  const free = fit(Math.min(size, hits.length), 1);
  const fitting = hitsOf(free.value).length;
  const shown = search.pointInTime.ordersAll ? fitting : wholeGroups(hits, fitting, isEnd);
  if (shown === undefined) return undefined;
  const { value, cut } = shown === fitting ? free : fit(shown, shown);
  if (isEnd && shown === hits.length) return { body: value, cut, last: undefined };
  const total = totalOf(at(found.frame, 'hits'));
  const by = shown < size ? 'bytes' : 'rows';
  return {
    body: value,
    cut: { by, shown, ...(total === undefined ? {} : { total }) },
    last: hits[shown - 1],
  };
}

/** The answer with some of its hits, and without what is nobody's business outside. */
function shownWith({ request }: OpenSearch, { hits, frame }: Found, count: number): unknown {
  const sorts = Array.isArray(request.sort) ? request.sort.length : 0;
  const { pit_id: _, ...shown } = { pit_id: undefined, ...(frame as object) };
  return withHits(
    shown,
    hits.slice(0, count).map((hit) => withSorts(hit, sorts)),
  );
}

async function finish(
  { scope, context, cursors }: PageRoom,
  search: OpenSearch,
  page: Chosen,
): Promise<Page> {
  const { body, cut, last } = page;
  const answered = withHint(200, body);
  if (last === undefined) {
    if (cut) tellCut(context, cut, 'ask for fewer fields with _source to see them whole.');
    cursors.forget(search);
    await closePointInTime(scope.backend, search.pointInTime, context.signal).catch(() => {});
    return { answered };
  }
  const cursor = cursors.keep(search, sortOf(last));
  const next = `call es_search with cursor "${cursor}" for the hits that follow, or ask for fewer fields with _source.`;
  if (cut) tellCut(context, cut, next);
  return { answered, cursor };
}
