import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConnectionDefinitions } from './definitions.ts';
import { builtInEngines } from './engines/registry.ts';

const definitions = new ConnectionDefinitions(builtInEngines);

function fields(dsn: string) {
  const parsed = builtInEngines.parseDsn(dsn);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.fields;
}

describe('the DSN of a server', () => {
  test.each([
    [
      'postgres://u:pw@db.example:5433/shop?sslmode=require',
      {
        type: 'postgres',
        host: 'db.example',
        port: 5433,
        user: 'u',
        password: 'pw',
        database: 'shop',
        tls: { mode: 'require' },
      },
    ],
    ['postgresql://u@h', { type: 'postgres', host: 'h', user: 'u' }],
    [
      'mysql://root@127.0.0.1:3307/a%20b',
      { type: 'mysql', host: '127.0.0.1', port: 3307, user: 'root', database: 'a b' },
    ],
    ['mariadb://u@h/d', { type: 'mysql', host: 'h', user: 'u', database: 'd' }],
    ['postgresql+psycopg://u@h/d', { type: 'postgres', host: 'h', user: 'u', database: 'd' }],
    ['postgres://u@[::1]:5432/d', { type: 'postgres', host: '::1', port: 5432, user: 'u', database: 'd' }],
    [
      'postgres:///shop?host=/run/postgresql&user=u&port=5433',
      { type: 'postgres', host: '/run/postgresql', port: 5433, user: 'u', database: 'shop' },
    ],
    [
      'mysql://u@h/d?ssl-mode=VERIFY_IDENTITY&ssl-ca=/etc/ca.pem',
      { type: 'mysql', host: 'h', user: 'u', database: 'd', tls: { mode: 'verify-full', ca: '/etc/ca.pem' } },
    ],
    ['postgres://u@h/d?sslmode=prefer', { type: 'postgres', host: 'h', user: 'u', database: 'd' }],
    [
      'postgres://u@h/d?sslmode=disable',
      { type: 'postgres', host: 'h', user: 'u', database: 'd', tls: { mode: 'disable' } },
    ],
  ])('%s', (dsn, expected) => {
    expect(fields(dsn)).toEqual(expected);
  });

  test('decodes any password', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (password) => {
        const dsn = `postgres://u:${encodeURIComponent(password)}@h/d`;
        expect(fields(dsn)).toMatchObject({ password, host: 'h', database: 'd' });
      }),
    );
  });

  test('keeps a reference to a secret', () => {
    const reference = ['$', '{env:PG_PASSWORD}'].join('');
    expect(fields(`postgres://u:${reference}@h/d`)).toMatchObject({ password: reference });
  });

  test('accepts an @ or a stray % in a password', () => {
    expect(fields('postgres://u:p@ss%w@h/d')).toMatchObject({ password: 'p@ss%w', host: 'h' });
  });

  test.each([
    ['postgres://u:secret-pw@h1,h2/d', /several hosts/],
    ['postgres://u:secret-pw@h/d?sslmode=maybe', /TLS mode/],
    ['postgres://u:secret-pw@h:port/d', /not a valid URL/],
    ['oracle://u:secret-pw@h/d', /postgres:\/\//],
    ['shop', /path of a SQLite file/],
    ['sqlite:', /no file/],
  ])('rejects %s without quoting it', (dsn, problem) => {
    const parsed = builtInEngines.parseDsn(dsn);
    expect(parsed).toEqual({ problem: expect.stringMatching(problem) });
    expect(JSON.stringify(parsed)).not.toContain('secret-pw');
  });
});

test.each([
  ['sqlite:data/shop.db', 'data/shop.db'],
  ['sqlite:///srv/shop.db', '/srv/shop.db'],
  ['sqlite:////srv/shop.db', '/srv/shop.db'],
  ['sqlite://shop.db', 'shop.db'],
  ['sqlite::memory:', ':memory:'],
  ['sqlite:a%20b.db?mode=ro', 'a b.db'],
  ['file:./dev.db', './dev.db'],
  ['./shop.db', './shop.db'],
  ['shop.sqlite3', 'shop.sqlite3'],
  ['C:\\data\\shop.db', 'C:\\data\\shop.db'],
])('reads the SQLite file of %s', (dsn, file) => {
  expect(fields(dsn)).toEqual({ type: 'sqlite', file });
});

describe('a definition with a DSN', () => {
  test('is replaced by its fields, and fields beside it win', () => {
    const definition = {
      name: 's',
      dsn: 'postgres://u:pw@h/d',
      readonly: true,
      database: 'other',
      port: undefined,
    };
    expect(definitions.expandDsn(definition)).toEqual({
      value: {
        name: 's',
        type: 'postgres',
        host: 'h',
        user: 'u',
        password: 'pw',
        database: 'other',
        readonly: true,
      },
    });
  });

  test('reports a DSN that cannot be parsed', () => {
    expect(definitions.expandDsn({ name: 's', dsn: 'nonsense' })).toEqual({
      value: { name: 's' },
      problem: expect.stringContaining('must be postgres://'),
    });
  });

  test.each([[{ name: 's' }], [null], ['text'], [[1]]])('returns %j unchanged', (definition) => {
    expect(definitions.expandDsn(definition)).toEqual({ value: definition });
  });
});

test('resolves paths in a DSN against the folder', () => {
  const file = definitions.expandDsn({ name: 's', dsn: 'sqlite:data/a.db' }, '/srv');
  expect(file.value).toMatchObject({ file: resolve('/srv', 'data/a.db') });
  const ca = definitions.expandDsn(
    { name: 's', dsn: 'postgres://u@h/d?sslrootcert=ca.pem', file: 'beside' },
    '/srv',
  );
  expect(ca.value).toMatchObject({ host: 'h', tls: { ca: resolve('/srv', 'ca.pem') }, file: 'beside' });
});

test.each([undefined, '', '[{"dsn": ]', '{"dsn":"sqlite:a.db"}', '[{"name":"a"}]'])(
  'returns %j of the environment unchanged',
  (text) => {
    expect(definitions.expandJson(text)).toBe(text);
  },
);

test('expands DSNs in the environment and keeps those it cannot parse', () => {
  const text = JSON.stringify([{ name: 'a', dsn: 'sqlite:a.db' }, { name: 'b', dsn: 'nonsense' }, 7]);
  expect(JSON.parse(definitions.expandJson(text) ?? '')).toEqual([
    { name: 'a', type: 'sqlite', file: 'a.db' },
    { name: 'b', dsn: 'nonsense' },
    7,
  ]);
});
