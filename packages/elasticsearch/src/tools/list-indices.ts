import { reads } from '@molehill/core/effects';
import { isRecord } from '@molehill/core/record';
import { renderText } from '@molehill/core/render';
import * as z from 'zod';
import type { EsAnswer } from '../client/client.ts';
import { encodeSegment } from '../client/target.ts';
import type { EsConnections } from '../connections.ts';
import { listAt, textAt } from '../records.ts';
import { answerShape, fitted, succeeded } from './answer.ts';
import { connectionParam, defineConnectionTool, type EsScope } from './connection-tool.ts';

const patternParam = z
  .string()
  .min(1)
  .max(1_000)
  .transform((text) => (/[*,]/.test(text) ? text : `${text.startsWith('.') ? '' : '*'}${text}*`))
  .describe('Part of a name, or a pattern with *');

export function listIndicesTool(connections: EsConnections) {
  return defineConnectionTool(connections, {
    name: 'es_list_indices',
    title: 'Indices of a cluster',
    description:
      'Indices with health, documents and size, their aliases, and data streams. For fields use es_get_mapping.',
    input: z.strictObject({
      connection: connectionParam,
      pattern: patternParam.optional(),
      system: z.boolean().default(false).describe('Include system indices, whose names begin with a dot'),
    }),
    output: z.object(answerShape),
    effects: { ...reads, openWorld: true },
    render: renderLists,
    run: async ({ pattern = '*', system }, scope, context) => {
      const isShown = (name: string) => system || pattern.startsWith('.') || !name.startsWith('.');
      const indices = await scope.list(`/_cat/indices/${encodeSegment(pattern)}`, INDEX_PARAMS);
      if (indices.status === 403) return fitted(await namesOnly(scope, pattern, isShown), context, NEXT);
      if (!succeeded(indices)) return fitted(indices, context, NEXT);
      const rows = listAt(indices.body)
        .map(indexRow)
        .filter(({ index }) => isShown(index));
      const aliases = await aliasesOf(scope, new Set(rows.map(({ index }) => index)));
      const dataStreams = await dataStreamsOf(scope, pattern, isShown);
      const body = {
        indices: rows,
        ...(aliases.length > 0 && { aliases }),
        ...(dataStreams.length > 0 && { dataStreams }),
      };
      return fitted({ ...indices, body }, context, NEXT);
    },
  });
}

const NEXT = 'narrow it with {param:pattern}.';
const INDEX_PARAMS = {
  format: 'json',
  bytes: 'b',
  s: 'index',
  expand_wildcards: 'all',
  h: 'index,health,status,docs.count,store.size,pri,rep',
};

function indexRow(row: unknown) {
  return {
    index: textAt(row, 'index') ?? '',
    health: textAt(row, 'health') ?? '',
    status: textAt(row, 'status') ?? '',
    docs: numberAt(row, 'docs.count'),
    bytes: numberAt(row, 'store.size'),
    primaries: numberAt(row, 'pri'),
    replicas: numberAt(row, 'rep'),
  };
}

/** The cat API has numbers as strings; a closed index has none. */
function numberAt(row: unknown, name: string): number | null {
  const text = textAt(row, name);
  return text === undefined || !/^\d+$/.test(text) ? null : Number(text);
}

async function aliasesOf(scope: EsScope, indices: ReadonlySet<string>) {
  const params = { format: 'json', h: 'alias,index', s: 'alias,index' };
  const { body } = await scope.list('/_cat/aliases', params);
  return listAt(body)
    .map((row) => ({ alias: textAt(row, 'alias') ?? '', index: textAt(row, 'index') ?? '' }))
    .filter(({ index }) => indices.has(index));
}

async function dataStreamsOf(scope: EsScope, pattern: string, isShown: (name: string) => boolean) {
  const { body } = await scope.list(`/_data_stream/${encodeSegment(pattern)}`);
  return listAt(body, 'data_streams')
    .map((stream) => ({
      dataStream: textAt(stream, 'name') ?? '',
      status: textAt(stream, 'status') ?? '',
      backingIndices: listAt(stream, 'indices').length,
      timestampField: textAt(stream, 'timestamp_field', 'name') ?? '',
    }))
    .filter(({ dataStream }) => isShown(dataStream));
}

/** The names only, for a role without the privilege `monitor`. */
async function namesOnly(
  scope: EsScope,
  pattern: string,
  isShown: (name: string) => boolean,
): Promise<EsAnswer> {
  const path = `/_resolve/index/${encodeSegment(pattern)}`;
  const answer = await scope.list(path, { expand_wildcards: 'all' });
  if (!succeeded(answer)) return answer;
  const namesIn = (list: string) =>
    listAt(answer.body, list)
      .flatMap((each) => textAt(each, 'name') ?? [])
      .filter(isShown);
  const body = {
    indices: namesIn('indices').map((index) => ({ index })),
    aliases: listAt(answer.body, 'aliases').flatMap((alias) =>
      listAt(alias, 'indices').map((index) => ({ alias: textAt(alias, 'name') ?? '', index })),
    ),
    dataStreams: namesIn('data_streams').map((dataStream) => ({ dataStream })),
  };
  return { ...answer, body };
}

/** Each list as a table. */
function renderLists({ body, ...rest }: z.output<z.ZodObject<typeof answerShape>>): string {
  return renderText(isRecord(body) ? { ...rest, ...body } : { ...rest, body });
}
