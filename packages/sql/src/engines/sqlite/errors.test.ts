import { coreErrors } from '@molehill/core/errors';
import { expect, test } from 'vitest';
import { classifyError } from './errors.ts';
import { ChildError, ProcessExited } from './process.ts';
import type { Failure, Mode } from './protocol.ts';

function classify(failure: Failure, mode: Mode = 'read') {
  return classifyError(new ChildError(failure, mode));
}

test.each([
  [1, 'near "selec": syntax error', 'E_SYNTAX', false],
  [1, 'no such table: nope', 'E_NO_SUCH_TABLE', false],
  [1, 'table t has no column named x', 'E_NO_SUCH_COLUMN', false],
  [1, 'malformed JSON', 'E_DATA', false],
  [1, 'something else', 'E_SQL', false],
  [5, 'database is locked', 'E_LOCK_TIMEOUT', true],
  [517, 'database is locked', 'E_LOCK_TIMEOUT', true],
  [8, 'attempt to write a readonly database', 'E_READONLY', false],
  [776, 'attempt to write a readonly database', 'E_CONNECT_FAILED', false],
  [13, 'database or disk is full', 'E_LIMIT', true],
  [14, 'unable to open database file', 'E_CONNECT_FAILED', false],
  [1555, 'UNIQUE constraint failed: t.a', 'E_CONSTRAINT', false],
  [26, 'file is not a database', 'E_CONNECT_FAILED', false],
])('result code %i, %s: %s', (errcode, message, code, retryable) => {
  expect(classify({ errcode, message })).toMatchObject({ code, retryable });
});

test('names what the authorizer denied', () => {
  const denied = { action: 'PRAGMA', subject: 'user_version = 5' };
  expect(classify({ message: 'not authorized', errcode: 23, denied })).toMatchObject({
    code: 'E_READONLY',
    message: expect.stringContaining('PRAGMA user_version = 5'),
  });
});

test('reports a file that is not writable as E_PERMISSION on a writable connection', () => {
  expect(classify({ errcode: 8, message: 'readonly' }, 'write')).toMatchObject({ code: 'E_PERMISSION' });
});

test('numbers the failed statement of a script', () => {
  const error = classify({ errcode: 19, message: 'CHECK constraint failed', statement: 3 }, 'write');
  expect(error?.message).toBe('Statement 3: CHECK constraint failed');
  expect(error?.details).toEqual({ statement: 3 });
});

test('keeps our errors, maps an exited process to E_CONNECT_FAILED and returns undefined for others', () => {
  const ours = coreErrors.fail('E_CANCELLED', 'x');
  expect(classifyError(ours)).toBe(ours);
  expect(classifyError(new ProcessExited())).toMatchObject({ code: 'E_CONNECT_FAILED', retryable: true });
  expect(classifyError(new Error('x'))).toBeUndefined();
});
