import { expect, test } from 'vitest';
import * as z from 'zod';
import { isMolehillError, type MolehillError } from './errors.ts';
import { createRedactor } from './redact.ts';
import { validateInput, withoutAliases } from './validate.ts';

const schema = z.strictObject({
  name: z.string().min(2).max(10),
  limit: z.number().int().min(1).max(200).default(20),
  order: z.enum(['up', 'down']).optional(),
  mode: z.literal('fast').optional(),
  since: z.iso.datetime().optional(),
  password: z.string().optional(),
  nested: z.strictObject({ list: z.array(z.number()) }).optional(),
});

function refusal(input: unknown, redactor = createRedactor()): MolehillError {
  try {
    validateInput(schema, input, redactor);
  } catch (error) {
    if (isMolehillError(error)) return error;
    throw error;
  }
  throw new Error('the input was accepted');
}

test('returns valid input with its defaults', () => {
  expect(validateInput(schema, { name: 'abc' }, createRedactor())).toEqual({ name: 'abc', limit: 20 });
});

test.each([
  ['a wrong type', { name: 5 }, 'expected string for name, got 5'],
  ['a missing value', {}, 'expected string for name, got nothing'],
  ['too small a number', { name: 'abc', limit: 0 }, 'expected at least 1 for limit, got 0'],
  ['too large a number', { name: 'abc', limit: 999 }, 'expected at most 200 for limit, got 999'],
  ['a fraction', { name: 'abc', limit: 1.5 }, 'expected int for limit, got 1.5'],
  ['too short a text', { name: 'a' }, 'expected at least 2 characters for name, got "a"'],
  ['too long a text', { name: 'abcdefghijk' }, 'expected at most 10 characters for name, got "abcdefghijk"'],
  [
    'a value outside its list',
    { name: 'abc', order: 'left' },
    'expected one of "up", "down" for order, got "left"',
  ],
  ['a value other than the only one', { name: 'abc', mode: 'slow' }, 'expected "fast" for mode, got "slow"'],
  ['a wrong format', { name: 'abc', since: 'now' }, 'Invalid ISO datetime for since, got "now"'],
  ['a wrong element', { name: 'abc', nested: { list: [1, 'x'] } }, 'number for nested.list.1, got "x"'],
  ['something that is no object', [], 'expected object for arguments, got []'],
])('names the path, the accepted and the given value for %s', (_, input, message) => {
  const error = refusal(input);
  expect(error.code).toBe('E_INVALID_PARAMS');
  expect(error.message).toContain(message);
});

test('lists the paths in the details', () => {
  expect(refusal({ name: 1, nested: { list: ['x'] } }).details).toEqual({ paths: ['name', 'nested.list.0'] });
});

test('suggests the closest name for an unknown argument and lists the accepted ones', () => {
  expect(refusal({ name: 'abc', limt: 5 }).message).toBe(
    'unknown argument "limt" (did you mean "limit"?); accepted: name, limit, order, mode, since, password, nested',
  );
});

test('suggests nothing for an unknown argument without a close name', () => {
  const { message } = refusal({ name: 'abc', zzzzzzzzz: 5 });
  expect(message).toMatch(/^unknown argument "zzzzzzzzz"; accepted: name,/);
});

test('names the location of a nested unknown argument', () => {
  expect(refusal({ name: 'abc', nested: { list: [], lists: [] } }).message).toBe(
    'unknown argument "lists" in nested; no such argument is accepted',
  );
});

test('reports the first five issues and counts the rest', () => {
  const input = { name: 'abc', nested: { list: Array.from({ length: 40 }, () => 'x') } };
  const { message } = refusal(input);
  expect(message.match(/expected number/g)).toHaveLength(5);
  expect(message).toMatch(/; and 35 more$/);
});

test('reports five unknown arguments at most', () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`zz${index}zz`, 1]));
  const { message } = refusal({ name: 'abc', ...unknown });
  expect(message.match(/unknown argument/g)).toHaveLength(5);
  expect(message.length).toBeLessThan(400);
});

test('redacts the value of a secret-looking name and keeps the name', () => {
  const message = refusal({ name: 'abc', password: { plain: 'hunter2' } }).message;
  expect(message).toBe('expected string for password, got "***"');
  expect(createRedactor().suspected(message)).toBe(message);
});

test('redacts a known secret in values and names', () => {
  const redactor = createRedactor();
  redactor.add('s3cr3t-value');
  expect(refusal({ name: ['s3cr3t-value'] }, redactor).message).toContain('got ["***"]');
  const unknown = refusal({ name: 'abc', [`${'x'.repeat(50)}s3cr3t-value`]: 1 }, redactor).message;
  expect(unknown).not.toContain('s3cr');
});

test('shows no part of a secret at the edge of an excerpt', () => {
  const redactor = createRedactor();
  redactor.add('0123456789-a-long-secret-0123456789');
  const { message } = refusal({ name: [`${'x'.repeat(45)}0123456789-a-long-secret-0123456789`] }, redactor);
  expect(message).not.toContain('01');
});

test.each([
  ['text', 'a'.repeat(4_000_000)],
  ['a list', Array.from({ length: 300_000 }, () => 'password=eyJ-')],
  ['text without an end in sight', 'eyJ-'.repeat(1_000_000)],
])('excerpts four megabytes of %s', (_, value) => {
  const { message, details } = refusal({ name: 'abc', limit: value });
  expect(message.length).toBeLessThan(120);
  expect(message).toMatch(/…$/);
  expect(details).toEqual({ paths: ['limit'] });
});

test('rejects arguments that nest too deep', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 50_000; level++) deep = [deep];
  expect(refusal({ name: deep })).toMatchObject({
    code: 'E_INVALID_PARAMS',
    message: 'arguments are nested deeper than 100 levels',
  });
});

test('accepts other names of arguments, and leaves one that is given twice to be refused', () => {
  const aliases = { name: 'connection' };
  expect(withoutAliases({ name: 'a', readonly: true }, aliases)).toEqual({
    connection: 'a',
    readonly: true,
  });
  const twice = { name: 'a', connection: 'b' };
  expect(withoutAliases(twice, aliases)).toEqual(twice);
  expect(withoutAliases('text', aliases)).toBe('text');
});
