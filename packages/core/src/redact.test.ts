import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const secret = 'p@ss "wörd"/\\\n&=%42+x';

const spellings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  JSON: (text) => JSON.stringify({ text }),
  'JSON inside JSON': (text) => JSON.stringify({ line: JSON.stringify({ text }) }),
  'an address': (text) => `https://host/?q=${encodeURIComponent(text)}`,
  'a form': (text) => new URLSearchParams({ text }).toString(),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 of addresses': (text) => Buffer.from(text).toString('base64url'),
};

test.each(Object.entries(spellings))('redacts a known secret encoded as %s', (_, spell) => {
  const redactor = createRedactor();
  redactor.add(secret);
  const before = `before ${spell('')} after`.length;
  const hidden = redactor.suspected(`before ${spell(secret)} after`);
  expect(hidden).toContain('***');
  expect(hidden.length).toBeLessThanOrEqual(before + '***=='.length);
  expect(redactor.known(`before ${spell(secret)} after`)).toContain('***');
});

const anySecret = fc
  .string({ unit: 'binary', minLength: 6, maxLength: 40 })
  .filter((text) => !/^\**$/.test(text));

test('redacts any secret in any text', () => {
  const around = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(
      anySecret,
      around,
      around,
      fc.constantFrom(...Object.values(spellings)),
      (hidden, a, b, spell) => {
        const redactor = createRedactor();
        redactor.add(hidden);
        const text = a + spell(hidden) + b;
        expect(redactor.suspected(text)).not.toContain(hidden);
        expect(redactor.known(text)).not.toContain(hidden);
      },
    ),
    { numRuns: 500 },
  );
});

test('redacts a secret anywhere in a value', () => {
  const hidden = 'needle-in-the-hay';
  const redactor = createRedactor();
  redactor.add(hidden);
  const hay = fc.string();
  const leaf = fc.tuple(hay, hay).map(([a, b]) => a + hidden + b);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
      fc.dictionary(fc.oneof(hay, leaf), tie('value'), { minKeys: 1, maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, (nested) => {
      expect(JSON.stringify(redactor.suspectedValue(nested))).not.toContain(hidden);
    }),
  );
});

test.each([
  ['a password in an address', 'postgres://ann:hunter2@db:5432/shop', 'postgres://ann:***@db:5432/shop'],
  ['a password with an at sign', 'mysql://ann:hunt@er2@db/shop', 'mysql://ann:***@db/shop'],
  ['a password without a user', 'redis://:hunter2@cache', 'redis://:***@cache'],
  ['a bearer token', 'sent Bearer abc.def-123', 'sent Bearer ***'],
  ['basic credentials', 'Authorization: Basic YW5uOmh1bnRlcjI=', 'Authorization: *** ***'],
  ['an assignment', 'user=ann password=hunter2 db=shop', 'user=ann password=*** db=shop'],
  ['a quoted assignment', "pwd='hunter 2';x=1", 'pwd=***;x=1'],
  [
    'a field of JSON',
    '{"user":"ann","password":"hun\\"ter2","db":1}',
    '{"user":"ann","password":***,"db":1}',
  ],
  [
    'JSON inside a log line',
    '{"m":"{\\"token\\":\\"hunter2\\",\\"a\\":1}"}',
    '{"m":"{\\"token\\":***,\\"a\\":1}"}',
  ],
  ['a query of an address', 'GET /x?api_key=hunter2&y=1', 'GET /x?api_key=***&y=1'],
  ['a token of a code host', 'push with ghp_0123456789abcdefABCD', 'push with ***'],
  ['a key of a cloud', 'AKIAIOSFODNN7EXAMPLE is used', '*** is used'],
  ['a key of a model', 'sk-proj-0123456789abcdef is used', '*** is used'],
  ['a JSON web token', 'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln end', 'jwt *** end'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- end', '*** end'],
  ['a private key that was cut', 'key -----BEGIN PRIVATE KEY-----\nMIIE', 'key ***'],
])('recognises %s as a secret', (_, text, shown) => {
  expect(createRedactor().suspected(text)).toBe(shown);
});

test.each([
  'The quick brown fox skips over 12 lazy dogs.',
  'GET http://127.0.0.1:50001/mcp 200',
  'skateboarding-championship',
  'tokens: 8000, budgetTokens=8000',
  'E_TIMEOUT after 30000 ms in fixture__slow',
  '{"level":50,"url":"http://localhost:8080","mail":"ann@example.org"}',
])('keeps ordinary text: %s', (text) => {
  expect(createRedactor().suspected(text)).toBe(text);
});

test('redacts only known secrets in data', () => {
  const redactor = createRedactor();
  redactor.add('hunter2');
  expect(redactor.known('password=other Bearer abcdefgh hunter2')).toBe('password=other Bearer abcdefgh ***');
});

test('redacts a short secret as a whole word in errors and logs, not in data', () => {
  const redactor = createRedactor();
  redactor.add('shop');
  expect(redactor.suspected('no access with shop to "shop": workshop, shop_2, shops')).toBe(
    'no access with *** to "***": workshop, shop_2, shops',
  );
  expect(redactor.known('the coffee shop')).toBe('the coffee shop');
  redactor.add('a$.[');
  expect(redactor.suspected('not a$.[, "a$.["')).toBe('not ***, "***"');
});

test.each(['p', 'a', '"', '\\', '%', ' ', '1', 'ab', 'the'])(
  'does not redact the very short secret %j by search',
  (hidden) => {
    const redactor = createRedactor();
    redactor.add(hidden);
    const text = JSON.stringify({ path: 'a/b', m: JSON.stringify({ apple: '"pp" 100 % the cA == \\' }) });
    expect(redactor.suspected(text)).toBe(text);
    expect(redactor.known(text)).toBe(text);
    expect(redactor.suspectedValue({ apple: text })).toEqual({ apple: text });
  },
);

test('redacts a very short secret where its place shows that it is one', () => {
  const redactor = createRedactor();
  redactor.add('p');
  expect(redactor.suspected('postgres://ann:p@db/shop password=p')).toBe(
    'postgres://ann:***@db/shop password=***',
  );
  expect(redactor.suspectedValue({ password: 'p', path: 'p' })).toEqual({ password: '***', path: 'p' });
});

test('redacts secrets of six characters in data', () => {
  const redactor = createRedactor();
  redactor.add('abcdef');
  redactor.add('ghijk');
  expect(redactor.known('abcdef and ghijk')).toBe('*** and ghijk');
});

test('ignores empty secrets', () => {
  const redactor = createRedactor();
  redactor.add('');
  redactor.add(undefined);
  expect(redactor.suspected('abc')).toBe('abc');
});

test('redacts the longer of two overlapping secrets', () => {
  const redactor = createRedactor();
  redactor.add('hunter2');
  redactor.add('hunter2-and-more');
  expect(redactor.suspected('hunter2-and-more hunter2')).toBe('*** ***');
});

test.each([
  'password',
  'dbPassword',
  'passphrase',
  'pwd',
  'clientSecret',
  'access_token',
  'api-key',
  'private_key',
  'Authorization',
  'Set-Cookie',
  'credentials',
])('redacts any value of the key %s', (key) => {
  const value = { [key]: 'x', inner: [{ [key]: { deep: 'y' } }], empty: { [key]: null } };
  expect(createRedactor().suspectedValue(value)).toEqual({
    [key]: '***',
    inner: [{ [key]: '***' }],
    empty: { [key]: null },
  });
});

test('keeps values of other keys, with their types', () => {
  const value = { user: 'ann', port: 5432, ok: true, none: null, tokens: 5, list: [1, 'two'] };
  expect(createRedactor().suspectedValue(value)).toEqual(value);
});

test('redacts a value that nests too deep', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 50_000; level++) deep = { a: [deep] };
  expect(JSON.stringify(createRedactor().suspectedValue(deep))).toContain('***');
});

test.each([
  'a',
  'eyJ-',
  'a:/',
  'a://b:',
  'password ',
  'password="',
  "pwd='",
  'token:\\"',
  'Bearer ',
  '-----BEGIN ',
  'sk_',
])('scans a long run of %j in linear time', (piece) => {
  const redactor = createRedactor();
  const text = piece.repeat(Math.ceil(200_000 / piece.length));
  expect(redactor.suspected(text).length).toBeLessThanOrEqual(text.length);
});
