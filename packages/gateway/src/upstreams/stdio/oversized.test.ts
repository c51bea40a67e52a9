import { expect, test } from 'vitest';
import { kindOf, responseId } from './oversized.ts';

const result = '"result":{"content":[{"type":"text","text":"…"}],"structuredContent":{"id":5}}';

test.each([
  [`{"jsonrpc":"2.0","id":7,${result}}`, 7],
  [`{"id":7,"jsonrpc":"2.0",${result}}`, 7],
  [`{${result},"jsonrpc":"2.0","id":7}`, 7],
  [`{"jsonrpc":"2.0",${result},"id":"seven"}\r`, 'seven'],
  [`{${result},"id":7,"jsonrpc":"2.0"}`, 7],
  [`{"jsonrpc":"2.0","error":{"code":1,"message":"…","data":{"id":5}},"id":7}`, 7],
  [`{"jsonrpc":"2.0",${result}}`, undefined],
  ['{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}', undefined],
  ['{"method":"notifications/message","params":{"id":5},"jsonrpc":"2.0"}', undefined],
  ['not a message,"id":7}', undefined],
])('finds the id of %s', (message, id) => {
  expect(responseId(message.slice(0, 60), message.slice(-60))).toBe(id);
});

test.each([
  ['{"jsonrpc":"2.0","id":7,"result":{', 'response'],
  ['{"error":{', 'response'],
  ['{"method":"notifications/message","params":{"result":', 'call'],
  ['{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage"', 'call'],
  ['{"level":"info","result":', 'invalid'],
  ['xxxxxxxx', 'invalid'],
])('recognises %s as %s', (head, kind) => {
  expect(kindOf(head)).toBe(kind);
});
