import { coreErrors } from '@molehill/core/errors';
import { expect, test } from 'vitest';
import { classifyError } from './errors.ts';

function serverError(code: string, message: string, more: Record<string, string> = {}): Error {
  return Object.assign(new Error(message), { severity: 'ERROR', code, ...more });
}

test.each([
  ['25006', 'E_READONLY'],
  ['42601', 'E_SYNTAX'],
  ['42P01', 'E_NO_SUCH_TABLE'],
  ['42703', 'E_NO_SUCH_COLUMN'],
  ['42501', 'E_PERMISSION'],
  ['23505', 'E_CONSTRAINT'],
  ['22012', 'E_DATA'],
  ['40P01', 'E_DEADLOCK'],
  ['40001', 'E_DEADLOCK'],
  ['55P03', 'E_LOCK_TIMEOUT'],
  ['53300', 'E_LIMIT'],
  ['28P01', 'E_AUTH'],
  ['57P01', 'E_CONNECT_FAILED'],
  ['08006', 'E_CONNECT_FAILED'],
  ['57014', 'E_CANCELLED'],
  ['0A000', 'E_UNSUPPORTED'],
  ['P0001', 'E_SQL'],
])('%s is %s', (state, code) => {
  expect(classifyError(serverError(state, 'reason'))).toMatchObject({ code, details: { sqlstate: state } });
});

test('uses the hint of the server and the position in the statement of the caller', () => {
  const error = serverError('42703', 'column "nam" does not exist', {
    position: '16',
    hint: 'Perhaps you meant "name".',
  });
  expect(classifyError(error, { sql: 'SELECT nam FROM users', prefix: 8 })).toMatchObject({
    message: 'PostgreSQL says: column "nam" does not exist (line 1, column 8, at `nam FROM users`).',
    hint: 'Perhaps you meant "name".',
  });
});

test.each([
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'E_CONNECT_FAILED'],
  [new Error('Connection terminated unexpectedly'), 'E_CONNECT_FAILED'],
  [new Error('The server does not support SSL connections'), 'E_TLS'],
  [Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'E_TLS'],
  [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), 'E_AUTH'],
])('%s', (error, code) => {
  expect(classifyError(error)).toHaveProperty('code', code);
});

test('keeps our own errors and does not classify unknown ones', () => {
  const ours = coreErrors.fail('E_TIMEOUT', 'late');
  expect(classifyError(ours)).toBe(ours);
  expect(classifyError(new TypeError('a bug'))).toBeUndefined();
});
