import { describe, expect, it } from 'vitest';
import { isDiagram } from './diagram/is-diagram.ts';
import { isPlan } from './plan/read-plan.ts';
import { viewOf } from './views.tsx';

describe('a view', () => {
  it('is chosen by the shape of the answer, and names the keys it covers', () => {
    const rows = { rowCount: 1, columns: [{ name: 'id', type: 'integer' }], rows: [{ id: 1 }] };
    expect(viewOf(rows)?.uses(rows)).toEqual(['columns', 'rows', 'rowCount']);
    const plan = { text: 'SCAN t', json: [{ detail: 'SCAN t' }] };
    expect(viewOf(plan)?.uses(plan)).toEqual(['text', 'json', 'plan']);
    const diagram = { tables: 1, mermaid: 'erDiagram\n  "a"' };
    expect(viewOf(diagram)?.uses(diagram)).toEqual(['mermaid']);
    const content = { content: [{ type: 'text', text: 'hello' }] };
    expect(viewOf(content)?.uses(content)).toEqual(['content']);
  });

  it('leaves a row count visible that differs from the rows', () => {
    const cut = { rowCount: 2, columns: ['id'], rows: [[1]] };
    expect(viewOf(cut)?.uses(cut)).toEqual(['columns', 'rows']);
  });

  it.each([
    ['text', 'erDiagram'],
    ['nothing', null],
    ['a list', [{ mermaid: 'erDiagram' }]],
    ['a description of a table', { name: 't', columns: [{ name: 'id', type: 'integer' }], ddl: 'CREATE' }],
    ['a number of rows', { columns: ['id'], rows: 5 }],
    ['a call record', { text: 'hello', json: null, note: 'x' }],
  ])('is not there for %s', (_, data) => expect(viewOf(data)).toBeUndefined());
});

describe('a diagram', () => {
  it('is an ER diagram', () => {
    expect(isDiagram({ mermaid: '\n erDiagram\n a' })).toBe(true);
    expect(isDiagram({ mermaid: 'flowchart LR' })).toBe(false);
    expect(isDiagram({ mermaid: 'erDiagrams' })).toBe(false);
  });
});

describe('a plan', () => {
  it('is text with JSON or a tree and nothing else', () => {
    expect(isPlan({ text: '', json: { query_block: {} } })).toBe(true);
    expect(isPlan({ text: '', json: '[]' })).toBe(true);
    expect(isPlan({ text: '', json: null, plan: { nodes: [] } })).toBe(true);
    expect(isPlan({ text: '', json: null })).toBe(false);
    expect(isPlan({ text: '', json: {}, url: '/' })).toBe(false);
    expect(isPlan({ json: {} })).toBe(false);
  });
});
