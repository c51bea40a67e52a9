import { expect, test } from 'vitest';
import { answerInvalid, answerUnparsable } from './malformed.ts';

const request = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const errorFor = (id: unknown, message: unknown = expect.any(String)) => ({
  jsonrpc: '2.0',
  id,
  error: { code: expect.any(Number), message },
});

test.each([
  [{ ...request, jsonrpc: '1.0' }, /jsonrpc/],
  [{ ...request, method: 5 }, /method/],
  [{ ...request, params: [] }, /params/],
  [{ ...request, params: null }, /params/],
  [{ ...request, surplus: 1 }, /"surplus"/],
  [{ ...request, params: { _meta: 1 } }, /_meta/],
  [{ jsonrpc: '2.0', id: 7 }, /method/],
  [{ id: 7 }, /jsonrpc/],
  [{ ...request, result: {} }, /"result"/],
])('answers %j with its id and the problem', (message, problem) => {
  expect(answerInvalid(message)).toEqual([errorFor(7, expect.stringMatching(problem))]);
});

test.each([null, true, 1.5, {}, [7], 2 ** 60])('answers a request with the id %j without an id', (id) => {
  expect(answerInvalid({ ...request, id })).toEqual([errorFor(null)]);
});

test.each([5, 'text', null, true])('answers %j, which is no message, without an id', (value) => {
  expect(answerInvalid(value)).toEqual([errorFor(null, expect.stringContaining('JSON object'))]);
});

test('answers every request of a batch', () => {
  const batch = [request, { ...request, id: 'b' }, { jsonrpc: '2.0', method: 'notifications/x' }];
  expect(answerInvalid(batch)).toEqual([errorFor(7), errorFor('b')]);
  expect(answerInvalid([])).toEqual([errorFor(null)]);
});

test.each([
  { jsonrpc: '2.0', id: 7, result: 5 },
  { jsonrpc: '2.0', id: null, error: { code: 1, message: 'x' } },
  { id: 7, error: 'x' },
])('does not answer the response %j', (response) => {
  expect(answerInvalid(response)).toEqual([]);
});

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{', 7],
  ['{"method":"tools/list","id":"a\\"b"}}', 'a"b'],
  ['{"params":{"id":3},"id":7,', 7],
  ['{"params":{"id":3},"method":"x"', null],
  ['{"jsonrpc":"2.0","id":7', null],
  ['{"jsonrpc":"2.0","id":1.5,', null],
  ['{"jsonrpc":"2.0","id":tru,"method":1}', null],
  ['[{"id":7,"method":"x"},', null],
  ['"id":7,', null],
  ['hello', null],
])('answers %s with the id %j', (text, id) => {
  expect(answerUnparsable(text, 'no JSON')).toEqual(errorFor(id, 'no JSON'));
});
