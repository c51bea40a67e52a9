import { createRequire } from 'node:module';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { backendKeyOf, openWire, PG_VERSION, submit, wireOf } from './pg-internals.ts';

const require = createRequire(import.meta.url);

test('pg is the version that pg-internals.ts was written for', () => {
  expect(require('pg/package.json')).toHaveProperty('version', PG_VERSION);
});

test('the connection of a client sends the messages of the extended protocol', () => {
  const wire = wireOf(new Client());
  for (const method of ['parse', 'bind', 'describe', 'execute', 'sync', 'sendCopyFail', 'on', 'off'] as const)
    expect(wire[method]).toBeTypeOf('function');
  expect(wire.stream.destroy).toBeTypeOf('function');
});

test('a connection without a client can send a cancel request', () => {
  const wire = openWire(undefined);
  for (const method of ['connect', 'requestSsl', 'cancel'] as const)
    expect(wire[method]).toBeTypeOf('function');
});

test('a client has the fields of a cancel request', () => {
  expect(backendKeyOf(new Client())).toEqual({ processID: null, secretKey: null });
});

test('a client passes every message to the active query', () => {
  const client = new Client();
  const called: string[] = [];
  const record = (name: string) => () => called.push(name);
  submit(client, {
    submit: record('submit'),
    handleRowDescription: record('rowDescription'),
    handleDataRow: record('dataRow'),
    handleCommandComplete: record('commandComplete'),
    handlePortalSuspended: record('portalSuspended'),
    handleEmptyQuery: record('emptyQuery'),
    handleCopyInResponse: record('copyInResponse'),
    handleCopyData: record('copyData'),
    handleError: record('errorMessage'),
    handleReadyForQuery: record('readyForQuery'),
  });
  const wire = wireOf(client);
  const messages = [
    ...['rowDescription', 'dataRow', 'commandComplete', 'portalSuspended', 'emptyQuery'],
    ...['copyInResponse', 'copyData'],
  ];
  // Before it is connected, the client has not attached its listeners, and the query is queued.
  expect(called).toEqual([]);
  expect(wire.listenerCount('dataRow')).toBe(0);
  Reflect.apply(Reflect.get(client, '_attachListeners'), client, [wire]);
  wire.emit('readyForQuery', { status: 'I' });
  for (const message of messages) wire.emit(message, { fields: [], text: '' });
  wire.emit('readyForQuery', { status: 'I' });
  expect(called).toEqual(['submit', ...messages, 'readyForQuery']);
});
