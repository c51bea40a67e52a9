import { expect, test } from 'vitest';
import { flatMappings } from './mapping.ts';

const mappings = {
  dynamic: 'strict',
  dynamic_templates: [
    { strings: { match_mapping_type: 'string', mapping: { type: 'keyword' } } },
    { late: { path_match: ['a.*', 'b.*'], runtime: {} } },
    { rest: { mapping: {} } },
  ],
  runtime: { day: { type: 'keyword', script: { source: 'emit("x")' } } },
  properties: {
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    user: {
      properties: {
        name: { type: 'keyword', index: false },
        address: { properties: { zip: { type: 'long' } } },
      },
    },
    comments: { type: 'nested', properties: { author: { type: 'keyword' } } },
    blob: { type: 'object', enabled: false },
    when: { type: 'alias', path: 'created' },
    created: { type: 'date' },
    vector: { type: 'dense_vector', dims: 3 },
  },
};

test('a mapping becomes a flat list of fields and types', () => {
  expect(flatMappings({ idx: { mappings } })).toEqual([
    {
      indices: ['idx'],
      fields: {
        title: 'text',
        'title.raw': 'keyword',
        user: 'object',
        'user.name': 'keyword (not indexed)',
        'user.address': 'object',
        'user.address.zip': 'long',
        comments: 'nested',
        'comments.author': 'keyword',
        blob: 'object (not enabled)',
        when: 'alias of created',
        created: 'date',
        vector: 'dense_vector (3 dims)',
        day: 'keyword (runtime)',
      },
      dynamic: 'strict',
      dynamicTemplates: [
        'strings: match_mapping_type string → keyword',
        'late: path_match a.*, b.* → runtime field',
        'rest: everything → as detected',
      ],
    },
  ]);
});

test('indices with equal fields share an entry, and fields can be filtered', () => {
  const other = { properties: { TitleLine: { type: 'text' } } };
  const body = { a: { mappings }, b: { mappings: other }, c: { mappings }, d: { mappings: {} } };
  expect(flatMappings(body).map(({ indices }) => indices)).toEqual([['a', 'c'], ['b'], ['d']]);
  expect(flatMappings(body, 'title').map(({ fields }) => fields)).toEqual([
    { title: 'text', 'title.raw': 'keyword' },
    { TitleLine: 'text' },
    {},
  ]);
});
