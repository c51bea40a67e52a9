import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ColumnDescription, TableDescription } from '../engines/engine.ts';
import { entityNames, toDiagram, toEntity } from './mermaid.ts';

function column(name: string, type = 'integer', nullable = false): ColumnDescription {
  return { name, type, nullable };
}

function table(name: string, parts: Partial<TableDescription> = {}): TableDescription {
  return {
    schema: 'public',
    name,
    kind: 'table',
    columns: [column('id')],
    primaryKey: ['id'],
    foreignKeys: [],
    referencedBy: [],
    indexes: [],
    checks: [],
    triggers: [],
    ddl: '',
    ...parts,
  };
}

function pointsTo(name: string, columns: string[], key = 'fk', schema = 'public') {
  return { name: key, columns, references: { schema, name, columns: ['id'] } };
}

function diagram(...tables: readonly TableDescription[]): string {
  const nameOf = entityNames(tables);
  return toDiagram(tables.map((one) => toEntity(one, nameOf)));
}

test('draws tables, columns, keys and relationships', () => {
  const users = table('users', {
    columns: [column('id', 'bigint'), column('name', 'character varying(20)', true)],
  });
  const orders = table('orders', {
    columns: [column('id'), column('user_id', 'bigint'), column('coupon', 'text', true)],
    foreignKeys: [pointsTo('users', ['user_id'], 'orders_user'), pointsTo('coupons', ['coupon'])],
  });
  const detail = table('order detail', { foreignKeys: [pointsTo('orders', ['id'], 'of order')] });
  expect(diagram(users, orders, detail)).toBe(
    [
      'erDiagram',
      '  "users" {',
      '    bigint id PK',
      '    character_varying(20) name',
      '  }',
      '  "orders" {',
      '    integer id PK',
      '    bigint user_id FK',
      '    text coupon FK',
      '  }',
      '  "order detail" {',
      '    integer id PK, FK',
      '  }',
      '  "orders" }o--|| "users" : "user_id"',
      '  "order detail" |o--|| "orders" : "id"',
    ].join('\n'),
  );
});

test('draws a nullable key as zero or one', () => {
  const parent = table('a', {
    columns: [column('id'), column('parent', 'integer', true)],
    foreignKeys: [pointsTo('a', ['parent'])],
  });
  expect(diagram(parent)).toContain('"a" }o--o| "a" : "parent"');
});

test('shows types as they are written', () => {
  const price = table('t', {
    columns: [column('price', 'numeric(10,2)'), column('at', 'timestamp(3) with time zone')],
  });
  expect(diagram(price)).toContain('    numeric price "numeric(10,2)"\n    timestamp(3)_with_time_zone at\n');
});

test('qualifies tables of several schemas', () => {
  const text = diagram(table('a'), table('a', { schema: 'other', foreignKeys: [pointsTo('a', ['id'])] }));
  expect(text).toContain('"public.a" {');
  expect(text).toContain('"other.a" |o--|| "public.a"');
});

test('keeps names distinct that collide with keywords or with each other after cleaning', () => {
  expect(diagram(table('t', { columns: [column('pk'), column('a b')] }))).toContain(' _pk "pk"');
  const names = entityNames([table('a"b'), table("a'b")]);
  expect(names(table('a"b'))).not.toBe(names(table("a'b")));
});

/** What the lexers of Mermaid 10 and 11 accept in these places. */
describe('arbitrary names', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'pk',
      'FK',
      'direction TB',
      '%%{init}%%',
      'a~b~c',
      '"',
      '\\',
      '\n',
      '\u2028',
      '',
      '{',
      '}',
    ),
  );
  const entity = String.raw`"[^"%\r\n\v\b\\~]+"`;
  const word = String.raw`(?!(?:pk|fk|uk)\b)[A-Za-z_\u00c0-\uffff][A-Za-z0-9\-_[\]()\u00c0-\uffff]*`;
  const line = new RegExp(
    [
      'erDiagram',
      `  ${entity}(?: \\{)?`,
      '  \\}',
      `    ${word} ${word}(?: PK| FK| PK, FK)?(?: "[^"~%\\n]*")?`,
      `  ${entity} (?:\\|o|\\}o)--(?:o\\||\\|\\|) ${entity} : ${entity}`,
    ]
      .map((form) => `(?:${form})`)
      .join('|')
      .replace(/^(.*)$/s, '^(?:$1)$'),
    'i',
  );

  test('produce lines in Mermaid syntax only', () => {
    fc.assert(
      fc.property(odd, odd, odd, odd, (name, first, type, key) => {
        const one = table(name, {
          columns: [column(first, type)],
          foreignKeys: [pointsTo(name, [first], key)],
        });
        for (const text of diagram(one).split('\n')) expect(text).toMatch(line);
        expect(diagram(one)).not.toMatch(/direction\s+(TB|BT|RL|LR)/i);
      }),
    );
  });
});
