import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import { coreErrors } from '@molehill/core/errors';
import * as z from 'zod';
import type { EsAnswer } from '../client/client.ts';
import { encodeSegment } from '../client/target.ts';
import type { EsConnections } from '../connections.ts';
import { fitBody } from '../fit-body.ts';
import { at } from '../records.ts';
import { invalidCursor, type OpenSearch, parseCursor, type SearchCursors } from '../search/cursors.ts';
import { hitsOf, totalOf, withHits } from '../search/hits.ts';
import { type Page, type PageContext, readPage } from '../search/paging.ts';
import { closePointInTime, openPointInTime } from '../search/point-in-time.ts';
import { pageable, searchBody } from '../search/request.ts';
import { answerShape, bodyLimit, recordCut, succeeded, withHint } from './answer.ts';
import { connectionParam, defineConnectionTool, indexParam } from './connection-tool.ts';

const MAX_HITS = 1_000;
const DEFAULT_HITS = 10;

const object = z.record(z.string(), z.unknown());
const names = z.union([z.string(), z.array(z.string())]);

const inputSchema = z.strictObject({
  connection: connectionParam,
  index: indexParam.optional().describe('Index, alias, data stream or pattern; optional with a cursor'),
  query: object.optional().describe('Query DSL; default: match everything'),
  _source: z
    .union([
      z.boolean(),
      z.string(),
      z.array(z.string()),
      z.strictObject({ includes: names.optional(), excludes: names.optional() }),
    ])
    .optional()
    .describe('Fields to return, or false for none'),
  sort: z
    .array(z.union([z.string(), object]))
    .optional()
    .describe('For example ["date:desc", {"_score": "asc"}]'),
  aggs: object.optional().describe('Aggregations; size is then 0 unless given'),
  size: z.number().int().min(0).max(MAX_HITS).optional().describe('Hits per page; default 10'),
  body: object
    .optional()
    .describe('Further fields of the search body, such as highlight or runtime_mappings'),
  cursor: z.string().optional().describe('The cursor of the previous page'),
});

const outputSchema = z.object({
  status: answerShape.status,
  hint: answerShape.hint,
  cursor: z.string().optional().describe('Pass it to get the next page; expires after five idle minutes'),
  body: answerShape.body,
});

type Input = z.output<typeof inputSchema>;

export function searchTool(connections: EsConnections, cursors: SearchCursors) {
  return defineConnectionTool(connections, {
    name: 'es_search',
    title: 'Search an index',
    description:
      'Searches an index with the query DSL: chosen fields, sorting, aggregations; page with cursor. To count, use es_request with _count.',
    input: inputSchema,
    output: outputSchema,
    effects: { ...reads, openWorld: true },
    run: async (input, scope, context) => {
      const tools = { scope, context, cursors };
      const { cursor } = input;
      const page = await (cursor === undefined ? start(input, tools) : resume(input, cursor, tools));
      const { body, ...status } = page.answered;
      return { ...status, ...(page.cursor && { cursor: page.cursor }), body };
    },
  });
}

function resume(input: Input, cursor: string, tools: PageContext): Promise<Page> {
  const { handle, page } = parseCursor(cursor);
  return tools.context.handles.use(tools.cursors, handle, (search) => {
    const { connection, cursor: _, size = search.size, ...given } = input;
    const { rows } = tools.context.budget.limits;
    const after = search.positions[page];
    if (connection !== search.connection) throw invalidCursor('This cursor belongs to another connection.');
    if (after === undefined || !isSameSearch(given, search))
      throw invalidCursor('This cursor belongs to another search.');
    return readPage(tools, {
      search,
      size: Math.max(1, Math.min(size, rows)),
      resumed: { handle, cursor, after },
    });
  });
}

function isSameSearch(given: Readonly<Record<string, unknown>>, { asked }: OpenSearch): boolean {
  return Object.entries(given).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(asked[name]),
  );
}

/** A point in time is opened, and the search repeated in it, only when there are more hits than one page shows. */
async function start(input: Input, tools: PageContext): Promise<Page> {
  const { connection, cursor: _, ...asked } = input;
  const { scope, context } = tools;
  const { index } = input;
  if (index === undefined) throw coreErrors.fail('E_INVALID_PARAMS', 'index or cursor is required');
  const wanted = input.size ?? (input.aggs === undefined ? DEFAULT_HITS : 0);
  const size = Math.min(wanted, context.budget.limits.rows);
  const request = searchBody(input);
  const answer = await scope.read('POST', `/${encodeSegment(index)}/_search`, {
    body: { ...request, size: size === 0 ? 0 : size + 1 },
  });
  const single = singlePage(answer, size, context);
  if (single.whole || size === 0 || !succeeded(answer) || !pageable(request)) return single.toPage();
  const pointInTime = await openPointInTime(scope, index);
  if (!pointInTime) return single.toPage();
  const { aggs: __, aggregations: ___, suggest: ____, ...hitsOnly } = request;
  const search: OpenSearch = { connection, asked, request: hitsOnly, size, pointInTime, positions: [] };
  const page = await readPage(tools, { search, size, frame: answer.body });
  if (succeeded(page.answered)) return page;
  await closePointInTime(scope.backend, pointInTime, context.signal).catch(() => {});
  return single.toPage();
}

const NO_CURSOR =
  'ask for fewer fields with {param:_source} or a larger {param:size}; this search, cluster or role does not support cursors, so continue with a range query on the sort field.';

/** The response within the budget. Omissions are recorded only when no cursor replaces this page. */
function singlePage(answer: EsAnswer, size: number, context: ToolContext) {
  const found = hitsOf(answer.body);
  const body = succeeded(answer) ? withHits(answer.body, found.slice(0, size)) : answer.body;
  const { value, cut } = fitBody(body, { bytes: bodyLimit(context), rows: Math.max(size, 1) });
  const shown = hitsOf(value).length;
  const total = totalOf(at(answer.body, 'hits'));
  const rowsCut = { by: 'rows' as const, shown, ...(total === undefined ? {} : { total }) };
  const missing = cut ?? (found.length > size || !answer.whole ? rowsCut : undefined);
  return {
    whole: answer.whole && shown === found.length,
    toPage: (): Page => {
      if (missing) recordCut(context, missing, NO_CURSOR);
      return { answered: withHint(answer.status, value) };
    },
  };
}
