import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Field, fieldsOf } from './schema.ts';

/** As the server writes it. */
function fieldsFrom(shape: z.ZodRawShape): readonly Field[] {
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject(shape), {
    io: 'input',
    unrepresentable: 'any',
  });
  return fieldsOf(schema);
}

function controlFrom(type: z.ZodType) {
  return fieldsFrom({ value: type })[0]?.control;
}

const choices = (...values: readonly unknown[]) =>
  values.map((value) => ({ label: typeof value === 'string' ? value : JSON.stringify(value), value }));

describe('the control of a parameter', () => {
  it.each<[string, z.ZodType, Field['control'] | undefined]>([
    ['a string', z.string(), { kind: 'text', long: false }],
    ['a long string', z.string().max(10_000), { kind: 'text', long: true }],
    ['a nullable string', z.string().nullable(), { kind: 'text', long: false }],
    ['an integer', z.int(), { kind: 'number', integer: true }],
    ['a number', z.number(), { kind: 'number', integer: false }],
    ['a flag', z.boolean().default(true), { kind: 'boolean' }],
    ['an enum', z.enum(['a', 'b']), { kind: 'choice', choices: choices('a', 'b') }],
    ['a nullish enum', z.enum(['a', 'b']).nullish(), { kind: 'choice', choices: choices('a', 'b') }],
    ['literals', z.union([z.literal(1), z.literal('1')]), { kind: 'choice', choices: choices(1, '1') }],
    ['one literal', z.literal('k'), { kind: 'choice', choices: choices('k') }],
    ['strings', z.array(z.string()), { kind: 'lines', item: 'text' }],
    ['integers', z.array(z.int()), { kind: 'lines', item: 'number' }],
    ['several of an enum', z.array(z.enum(['a', 'b'])), { kind: 'set', choices: choices('a', 'b') }],
    ['objects in a list', z.array(z.object({ a: z.string() })), { kind: 'json' }],
    ['a tuple', z.tuple([z.string(), z.number()]), { kind: 'json' }],
    ['a dictionary', z.record(z.string(), z.unknown()), { kind: 'json' }],
    ['a union', z.union([z.string(), z.number()]), { kind: 'json' }],
    ['anything', z.any(), { kind: 'json' }],
  ])('for %s', (_, type, control) => expect(controlFrom(type)).toEqual(control));

  it('is multi-line for statements, unless the length is limited', () => {
    expect(fieldsFrom({ sql: z.string() })[0]?.control).toEqual({ kind: 'text', long: true });
    expect(fieldsFrom({ query: z.string().max(40) })[0]?.control).toEqual({ kind: 'text', long: false });
  });

  it('is JSON for a boolean schema', () => {
    expect(fieldsOf({ properties: { any: true } })[0]?.control).toEqual({ kind: 'json' });
  });
});

describe('objects within objects', () => {
  it('become groups whose fields have paths', () => {
    const [range] = fieldsFrom({ range: z.object({ from: z.int(), to: z.int().optional() }) });
    const inner = range?.control.kind === 'group' ? range.control.fields : [];
    expect(inner.map(({ path, required }) => [path, required])).toEqual([
      ['range.from', true],
      ['range.to', false],
    ]);
  });

  it('resolve references, and fall back to JSON for recursive ones', () => {
    const node = z.object({
      name: z.string(),
      get next() {
        return node.optional();
      },
    });
    const kinds: string[] = [];
    let at: readonly Field[] = fieldsFrom({ node });
    while (at.length > 0) {
      const last: Field['control'] | undefined = at.at(-1)?.control;
      kinds.push(last?.kind ?? '');
      at = last?.kind === 'group' ? last.fields : [];
    }
    expect(kinds).toEqual(['group', 'group', 'group', 'json']);
  });
});

describe('the label of a control', () => {
  it('has required, default and description', () => {
    const [name, limit] = fieldsFrom({
      name: z.string().describe('Whose'),
      limit: z.int().min(1).max(200).default(20),
    });
    expect([name?.required, name?.description, name && 'defaultValue' in name]).toEqual([
      true,
      'Whose',
      false,
    ]);
    expect([limit?.required, limit?.defaultValue, limit?.limits]).toEqual([false, 20, '1 – 200']);
  });

  it('keeps the description of a reference', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/x~1y', description: 'Mine' } },
      $defs: { 'x/y': { type: 'integer', description: 'Its' } },
    };
    expect(fieldsOf(schema)[0]).toMatchObject({ description: 'Mine', control: { kind: 'number' } });
  });

  it.each<[string, z.ZodType]>([
    ['', z.int()],
    ['≥ 0', z.int().min(0)],
    ['≤ 9', z.number().max(9)],
    ['> 0, steps of 0.5', z.number().gt(0).multipleOf(0.5)],
    ['', z.string().min(1)],
    ['≤ 20 characters', z.string().max(20)],
    ['uri', z.url()],
    ['1 – 3 items', z.array(z.string()).min(1).max(3)],
  ])('names the limits: %s', (limits, type) => expect(fieldsFrom({ type })[0]?.limits).toBe(limits));
});
