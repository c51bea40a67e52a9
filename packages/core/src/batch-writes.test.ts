import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { batched } from './batch-writes.ts';

test('sends the writes of one tick as one batch in order, and the next tick as another', async () => {
  const batches: string[][] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      batches.push([chunk]);
      done();
    },
    writev: (chunks, done) => {
      batches.push(chunks.map(({ chunk }) => String(chunk)));
      done();
    },
  });
  const writer = batched(stream);
  writer.write('a');
  await Promise.resolve();
  writer.write('b');
  writer.write('c');
  expect(batches).toEqual([]);
  await new Promise(setImmediate);
  writer.write('d');
  await new Promise(setImmediate);
  expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
});

test('applies backpressure and emits drain', async () => {
  const writer = batched(new Writable({ highWaterMark: 4, write: (_chunk, _encoding, done) => done() }));
  expect(writer.write('abcdefgh')).toBe(false);
  await new Promise((resolve) => writer.once('drain', resolve));
  expect(writer.write('x')).toBe(true);
});

test('ends the stream after the last batch', async () => {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  const writer = batched(stream);
  writer.write('last');
  writer.end();
  await new Promise((resolve) => stream.once('finish', resolve));
  expect(chunks).toEqual(['last']);
});

test('closes with the stream, and a write that fails is not an error of its own', async () => {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error('broken pipe')) });
  const errors: string[] = [];
  stream.on('error', ({ message }) => errors.push(message));
  const writer = batched(stream);
  writer.write('lost');
  await new Promise((resolve) => writer.once('close', resolve));
  expect(errors).toEqual(['broken pipe']);
  expect(writer.writable).toBe(false);
});
