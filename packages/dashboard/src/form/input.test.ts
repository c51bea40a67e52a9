import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeInput, draftOf } from './input.ts';
import { fieldsOf } from './schema.ts';

const fields = fieldsOf({
  type: 'object',
  required: ['name', 'must'],
  properties: {
    name: { type: 'string' },
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
    ratio: { type: 'number' },
    deep: { type: 'boolean', default: true },
    order: { enum: ['asc', 'desc', 1] },
    tags: { type: 'array', items: { type: 'string' } },
    ids: { type: 'array', items: { type: 'integer' } },
    kinds: { type: 'array', items: { enum: ['table', 'view'] } },
    filter: { type: 'object', additionalProperties: {} },
    range: { type: 'object', properties: { from: { type: 'integer' }, to: { type: 'integer' } } },
    must: { type: 'object', properties: { x: { type: 'string' } } },
  },
});

const inputOf = (draft: Parameters<typeof composeInput>[1]) => composeInput(fields, draft).input;

describe('the input of a form', () => {
  it('omits empty fields, and keeps a required group', () => {
    const empty = {
      name: '',
      limit: '',
      deep: '',
      order: '',
      tags: ' \n',
      kinds: [],
      filter: ' ',
      range: { from: '' },
    };
    expect(inputOf(empty)).toEqual({ must: {} });
    expect(inputOf({})).toEqual({ must: {} });
  });

  it('has the types of the schema', () => {
    const draft = {
      name: '42',
      limit: ' 50 ',
      ratio: '-1.5e3',
      deep: 'false',
      order: '1',
      tags: 'a\n\n b\n',
      ids: '1\n2',
      kinds: ['"view"', '"table"'],
      filter: '{"a": [1]}',
      range: { from: '3', to: '' },
    };
    expect(inputOf(draft)).toEqual({
      name: '42',
      limit: 50,
      ratio: -1500,
      deep: false,
      order: 1,
      tags: ['a', ' b'],
      ids: [1, 2],
      kinds: ['view', 'table'],
      filter: { a: [1] },
      range: { from: 3 },
      must: {},
    });
  });

  it('sends invalid numbers as text, and never alters a number', () => {
    expect(inputOf({ limit: 'many', ratio: '12345678901234567890' })).toMatchObject({
      limit: 'many',
      ratio: '12345678901234567890',
    });
  });

  it('reports invalid JSON at its field', () => {
    const { errors } = composeInput(fields, { name: 'a', filter: '{"a": ' });
    expect(Object.keys(errors)).toEqual(['filter']);
    expect(errors.filter).toMatch(/^Not valid JSON: /);
  });
});

describe('a form filled from an input', () => {
  it('composes the same input again', () => {
    const input = {
      name: 'x',
      limit: 7,
      deep: true,
      order: 'desc',
      tags: ['a', 'b'],
      ids: [3],
      kinds: ['view'],
      filter: { b: null },
      range: { from: 1, to: 2 },
      must: { x: 'y' },
    };
    const { draft, unfit } = draftOf(fields, input);
    expect(unfit).toEqual([]);
    expect(inputOf(draft)).toEqual(input);
  });

  it.each([
    ['an unknown key', { nmae: 'x', must: {} }, ['nmae']],
    ['another type', { name: 3, must: {} }, ['name']],
    ['an empty text', { name: '', must: {} }, ['name']],
    ['a null', { ratio: null, must: {} }, ['ratio']],
    ['a line break in a list', { tags: ['a\nb'], must: {} }, ['tags']],
    ['a value outside the choices', { order: 'up', must: {} }, ['order']],
    ['a key within a group', { range: { from: 1, step: 2 }, must: {} }, ['range']],
    ['an object where a text belongs', { name: { toString: 1 }, tags: [{}], must: {} }, ['name', 'tags']],
    ['a required group left out', {}, ['must']],
  ])('names %s instead of losing it', (_, input, unfit) => {
    expect(draftOf(fields, input).unfit).toEqual(unfit);
  });

  it('composes the same input, or names the keys it cannot represent', () => {
    const key = fc.constantFrom(...fields.map((field) => field.key), 'other');
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 2 })), (generated) => {
        const input: Record<string, unknown> = JSON.parse(JSON.stringify({ ...generated }));
        const { draft, unfit } = draftOf(fields, input);
        const kept = (whole: Readonly<Record<string, unknown>>) =>
          Object.fromEntries(Object.entries(whole).filter(([name]) => !unfit.includes(name)));
        expect(kept(inputOf(draft))).toEqual(kept(input));
      }),
    );
  });
});
