import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { batchWrites } from './batch-writes.ts';

test('what is written together leaves together, in order, and the next in a batch of its own', async () => {
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
  batchWrites(stream);
  stream.write('a');
  await Promise.resolve();
  stream.write('b');
  stream.write('c');
  expect(batches).toEqual([]);
  await new Promise(setImmediate);
  stream.write('d');
  await new Promise(setImmediate);
  expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
});

test('who writes is told when it is too much, and when there is room again', async () => {
  const stream = new Writable({ highWaterMark: 4, write: (_chunk, _encoding, done) => done() });
  batchWrites(stream);
  expect(stream.write('abcdefgh')).toBe(false);
  await new Promise((resolve) => stream.once('drain', resolve));
  expect(stream.write('x')).toBe(true);
});
