import { expect, test } from 'vitest';
import { isSecretName, maskText, maskValue, nameRead } from './mask.ts';

test.each([
  'password',
  'PASSWORD',
  "'api_key'",
  'apiKey',
  'token',
  '*password',
  'DB_PASSWORD',
  'userPassword',
  'GITHUB_TOKEN',
  'client-secret',
  '#privateKey',
  'aws_secret_access_key',
])('takes %s for the name of a secret', (name) => expect(isSecretName(name)).toBe(true));

test.each(['pwd', 'PWD', 'passwordLength', 'nextToken', 'tokens', 'tokenizer', 'secretary', 'key', 'bypass'])(
  'does not take %s for the name of a secret',
  (name) => expect(isSecretName(name)).toBe(false),
);

test.each(['', "''", '""', 'None', 'null', 'undefined', 'nil', 'false', '0x0'])(
  'shows the harmless value %s of a secret name',
  (value) => expect(maskValue('password', value)).toEqual({ text: value, isMasked: false }),
);

test('labels what it hides', () => {
  expect(maskValue('db_password', "'hunter2'")).toEqual({ text: '[masked: db_password]', isMasked: true });
  expect(maskValue('x', 'AKIAABCDEFGHIJKLMNOP').text).toBe('[masked: access token]');
  expect(maskValue('dsn', 'postgres://ada:lovelace@db/shop').text).toBe(
    'postgres://ada:[masked: password in URL]@db/shop',
  );
});

test.each([
  ["{user: 'ada', password: 'hunter2'}", "{user: 'ada', password: [masked: password]}"],
  ["{'user': 'ada', 'api_key': 'k-1'}", "{'user': 'ada', 'api_key': [masked: api_key]}"],
  ['main.User {Name: "ada", Password: "hunter2"}', 'main.User {Name: "ada", Password: [masked: Password]}'],
  ['token=abc&page=2', 'token=[masked: token]&page=2'],
  ["{password: '', pwd: '/home/ada'}", "{password: '', pwd: '/home/ada'}"],
  ['PWD=/home/ada', 'PWD=/home/ada'],
  ['Warning: secret=abc123', 'Warning: secret=[masked: secret]'],
  ['url=x&token=abc', 'url=x&token=[masked: token]'],
  ['Unexpected token: }', 'Unexpected token: }'],
])('masks %s as %s', (given, shown) => {
  expect(maskText(given)).toBe(shown);
  expect(maskText(shown)).toBe(shown);
});

test('hides the whole credential behind its scheme', () => {
  expect(maskText('authorization: Bearer abcdef123456')).not.toContain('abcdef');
});

test('masks a megabyte in linear time', () => {
  for (const part of ['password:', "'a' : ", 'x'.repeat(50), '"\\', 'token=>'])
    expect(maskText(part.repeat(1_000_000 / part.length)).length).toBeGreaterThan(0);
});

test.each([
  ['user.password', 'password'],
  ['env["API_KEY"]', 'API_KEY'],
  ["cfg['token'] ", 'token'],
  ['p->secret', 'secret'],
  ['len(password)', ''],
])('reads of %s the name %s', (expression, name) => expect(nameRead(expression)).toBe(name));
