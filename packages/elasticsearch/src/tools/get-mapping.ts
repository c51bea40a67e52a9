import { reads } from '@molehill/core/effects';
import { isRecord } from '@molehill/core/record';
import * as z from 'zod';
import { encodeSegment } from '../client/target.ts';
import type { EsConnections } from '../connections.ts';
import { answerShape, fitted, succeeded } from './answer.ts';
import { connectionParam, defineConnectionTool, indexParam } from './connection-tool.ts';
import { flatMappings } from './mapping.ts';

export function getMappingTool(connections: EsConnections) {
  return defineConnectionTool(connections, {
    name: 'es_get_mapping',
    title: 'Fields of an index',
    description:
      'Fields of an index and their types, as one flat list; raw returns the mapping itself. Call it before you write a query.',
    input: z.strictObject({
      connection: connectionParam,
      index: indexParam.describe('Index, alias, data stream or pattern'),
      fields: z.string().min(1).optional().describe('Only fields whose name contains this'),
      raw: z.boolean().default(false).describe('Return the mapping as JSON'),
    }),
    output: z.object(answerShape),
    effects: { ...reads, openWorld: true },
    run: async ({ index, fields, raw }, scope, context) => {
      const path = `/${encodeSegment(index)}/_mapping`;
      // A flat list is several times shorter than the mapping, so more of the mapping is read.
      const answer = await (raw ? scope.read('GET', path) : scope.list(path));
      if (raw || !succeeded(answer) || !isRecord(answer.body)) return fitted(answer, context, NEXT);
      return fitted({ ...answer, body: flatMappings(answer.body, fields) }, context, NEXT);
    },
  });
}

const NEXT = 'name one index, or pass part of the field names in {param:fields}.';
