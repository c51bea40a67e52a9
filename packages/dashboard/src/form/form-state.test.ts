import { describe, expect, it } from 'vitest';
import { readForm, switchMode } from './form-state.ts';
import { fieldsOf } from './schema.ts';

const fields = fieldsOf({
  properties: { name: { type: 'string' }, limit: { type: 'integer' }, filter: {} },
  required: ['name'],
});

describe('the entered input', () => {
  it('is the same from fields and from JSON', () => {
    const input = { name: 'a', limit: 3 };
    expect(readForm(fields, { mode: 'form', draft: { name: 'a', limit: '3' } })).toEqual({
      input,
      errors: {},
    });
    expect(readForm(fields, { mode: 'json', text: '{"name":"a","limit":3}' })).toEqual({ input, errors: {} });
  });

  it('is an empty object when the JSON is empty', () => {
    expect(readForm(fields, { mode: 'json', text: ' \n' })).toEqual({ input: {}, errors: {} });
  });

  it('may be any JSON; the server validates it', () => {
    expect(readForm(fields, { mode: 'json', text: '[1]' })).toEqual({ input: [1], errors: {} });
    expect(readForm(fields, { mode: 'json', text: '{' }).errors['']).toMatch(/^Not valid JSON: /);
  });
});

describe('switching between fields and JSON', () => {
  it('keeps the input in both directions', () => {
    const form = { mode: 'form', draft: { name: 'a', limit: '3' } } as const;
    const json = switchMode(fields, form);
    expect(json).toEqual({ ok: true, state: { mode: 'json', text: '{\n  "name": "a",\n  "limit": 3\n}' } });
    expect(json.ok && switchMode(fields, json.state)).toEqual({ ok: true, state: form });
  });

  it.each([
    [{ mode: 'json', text: '{"name":"a","other":1,"limit":"x"}' }, 'The form cannot represent other.'],
    [{ mode: 'json', text: '[]' }, 'The input must be an object.'],
    [{ mode: 'json', text: '{' }, 'The input is not valid JSON.'],
    [{ mode: 'form', draft: { filter: '{' } }, 'filter is not valid JSON.'],
  ] as const)('rejects what would be lost: %j', (state, why) => {
    expect(switchMode(fields, state)).toEqual({ ok: false, why });
  });
});
