import { describe, expect, test } from 'vitest';
import { classifyError } from './errors.ts';
import { serverKind } from './server.ts';
import { plainMode, setupStatement } from './setup.ts';
import { bits, padFraction, shortestFloat } from './values.ts';
import { canStopEarly, isResettable, mysqlVerb } from './verb.ts';

describe('servers', () => {
  test.each([
    [
      '5.6.24',
      { name: 'MySQL 5.6.24', canReset: false, hasTreePlans: false, readOnlyVariable: 'tx_read_only' },
    ],
    [
      '5.7.44-log',
      { name: 'MySQL 5.7.44', canReset: true, hasChecks: false, readOnlyVariable: 'transaction_read_only' },
    ],
    ['8.0.36', { canReset: true, hasChecks: true, hasTreePlans: true, isMariadb: false }],
    ['9.1.0', { canReset: true, hasTreePlans: true }],
    [
      '5.5.5-10.5.23-MariaDB',
      { name: 'MariaDB 10.5.23', canReset: true, hasChecks: true, hasTreePlans: false },
    ],
    ['11.4.2-MariaDB-ubu2404', { name: 'MariaDB 11.4.2', readOnlyVariable: 'transaction_read_only' }],
  ])('%s', (greeting, kind) => {
    expect(serverKind(greeting)).toMatchObject(kind);
  });
});

describe('session setup', () => {
  test('keeps modes that affect data and drops those that affect the grammar', () => {
    expect(plainMode('REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ANSI,STRICT_TRANS_TABLES')).toBe(
      'REAL_AS_FLOAT,PIPES_AS_CONCAT,STRICT_TRANS_TABLES',
    );
    expect(plainMode("NO_BACKSLASH_ESCAPES,ORACLE,X'; DROP")).toBe('');
    expect(plainMode('')).toBe('');
  });

  test('makes the session read-only', () => {
    const server = serverKind('8.0.36');
    expect(setupStatement('', server)).toMatch(/SESSION transaction_read_only = 1$/);
    expect(server.allowWrites).toBe('SET SESSION transaction_read_only = 0');
  });
});

describe('values', () => {
  test('prints a single-precision number with the fewest digits', () => {
    const numbers = [0.1, 16777216, 3.4028235e38, 1.1754944e-38, -2.5, 0, 123456.79];
    expect(numbers.map((number) => shortestFloat(Math.fround(number)))).toEqual(numbers);
  });

  test('pads a fraction to the declared decimals', () => {
    expect(padFraction('10:00:00', 3)).toBe('10:00:00.000');
    expect(padFraction('10:00:00.5', 3)).toBe('10:00:00.500');
    expect(padFraction('10:00:00', 0)).toBe('10:00:00');
    expect(padFraction('10:00:00.25', 31)).toBe('10:00:00.25');
  });

  test('prints every bit', () => {
    expect(bits(Buffer.from([0x02, 0x0b]), 10)).toBe('1000001011');
    expect(bits(Buffer.from([0x01]), 1)).toBe('1');
  });
});

describe('verbs', () => {
  test.each([
    ['select 1', 'SELECT'],
    ['# x\n-- y\n/* z */ (SELECT 1)', 'SELECT'],
    ['--x', ''],
    ['/*! DELETE */ FROM t', ''],
  ])('%s', (sql, word) => {
    expect(mysqlVerb(sql)).toBe(word);
  });

  test('statements that may be stopped, and statements that a reset undoes', () => {
    expect(['SELECT 1', 'SHOW TABLES', 'DELETE FROM t RETURNING a', 'CALL p()'].map(canStopEarly)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(
      ['SET @a = 1', 'INSERT INTO t VALUES (1)', 'USE d', 'LOCK TABLES t READ', '/*! x */'].map(isResettable),
    ).toEqual([true, true, false, false, false]);
  });
});

describe('errors', () => {
  const serverError = (errno: number, sqlState = 'HY000') =>
    Object.assign(new Error('reason.'), { errno, sqlState, code: 'ER_X' });

  test.each([
    [1792, 'E_READONLY'],
    [1290, 'E_READONLY'],
    [1064, 'E_SYNTAX'],
    [1146, 'E_NO_SUCH_TABLE'],
    [1142, 'E_PERMISSION'],
    [1062, 'E_CONSTRAINT'],
    [1264, 'E_DATA'],
    [1213, 'E_DEADLOCK'],
    [1205, 'E_LOCK_TIMEOUT'],
    [1040, 'E_LIMIT'],
    [1045, 'E_AUTH'],
    [1053, 'E_CONNECT_FAILED'],
    [1295, 'E_UNSUPPORTED'],
    [1317, 'E_CANCELLED'],
    [3024, 'E_TIMEOUT'],
    [1105, 'E_SQL'],
  ])('%i is %s', (errno, code) => {
    expect(classifyError(serverError(errno))).toMatchObject({ code, message: 'The database says: reason.' });
  });

  test('classifies an unknown number by its SQLSTATE', () => {
    expect(classifyError(serverError(9_999, '23000'))).toHaveProperty('code', 'E_CONSTRAINT');
  });

  test.each([
    [Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' }), 'E_CONNECT_FAILED'],
    [new Error("Can't add new command when connection is in closed state"), 'E_CONNECT_FAILED'],
    [Object.assign(new Error('no'), { code: 'HANDSHAKE_NO_SSL_SUPPORT' }), 'E_TLS'],
  ])('%s', (error, code) => {
    expect(classifyError(error)).toHaveProperty('code', code);
  });

  test('does not classify unknown errors', () => {
    expect(classifyError(new TypeError('a bug'))).toBeUndefined();
  });
});
