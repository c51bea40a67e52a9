import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RingLog } from './ring-log.ts';

test('keeps the end, independent of chunk sizes', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{0,40}$/)), fc.nat(100), (chunks, at) => {
      const ring = new RingLog(32);
      let before = 0;
      for (const [index, chunk] of chunks.entries()) {
        if (index === at) before = ring.written;
        ring.write(Buffer.from(chunk));
      }
      const all = chunks.join('');
      expect(ring.written).toBe(all.length);
      expect(ring.text()).toBe(all.slice(-32));
      expect(ring.text(before)).toBe(all.slice(before).slice(-32));
    }),
  );
});

test('drops a character that was cut in two', () => {
  const ring = new RingLog(4);
  ring.write(Buffer.from('éaaa'));
  expect(ring.text()).toBe('aaa');
});

test('tail returns whole lines', () => {
  const ring = new RingLog();
  ring.write(Buffer.from('one\ntwo\nthree\n'));
  expect([ring.tail(100), ring.tail(7)]).toEqual(['one\ntwo\nthree', '…three']);
});
