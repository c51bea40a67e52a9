import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { batchWrites } from './batch-writes.ts';

test('batches the writes of one tick, in order', async () => {
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

test('reports backpressure and drain', async () => {
  const stream = new Writable({ highWaterMark: 4, write: (_chunk, _encoding, done) => done() });
  batchWrites(stream);
  expect(stream.write('abcdefgh')).toBe(false);
  await new Promise((resolve) => stream.once('drain', resolve));
  expect(stream.write('x')).toBe(true);
});
