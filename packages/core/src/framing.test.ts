import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContentLengthFraming, type Framing, type FramingEvents, NewlineFraming } from './framing.ts';

const LIMIT = 1_000;
const framings = [NewlineFraming, ContentLengthFraming];

function collect(Framed: new (maxBytes: number, events: FramingEvents) => Framing, limit = LIMIT) {
  const frames: string[] = [];
  const oversized: { head: string; tail?: string; bytes: number }[] = [];
  const framing = new Framed(limit, {
    onFrame: (text) => frames.push(text),
    onOversized: (message) => oversized.push(message),
  });
  return { framing, frames, oversized };
}

function pushInPieces(framing: Framing, bytes: Buffer, size: number): void {
  for (let from = 0; from < bytes.length; from += size) framing.push(bytes.subarray(from, from + size));
}

const request = (text: string) => ({ jsonrpc: '2.0', method: 'say', params: { text } });
const encoded = (framing: Framing, text: string) => framing.encode(JSON.stringify(request(text)));

test.each(framings)('%o: decodes what it encoded, however it is split into chunks', (Framed) => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }));
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 64 }), (sent, size) => {
      const { framing, frames } = collect(Framed);
      const bytes = Buffer.from(sent.map((text) => encoded(framing, text)).join(''));
      pushInPieces(framing, bytes, size);
      expect(frames.map((frame) => JSON.parse(frame))).toEqual(sent.map(request));
    }),
  );
});

test.each(framings)(
  '%o: reports an oversized message at once and at its end, and reads the next',
  (Framed) => {
    const { framing, frames, oversized } = collect(Framed);
    const large = encoded(framing, 'x'.repeat(50_000));
    pushInPieces(framing, Buffer.from(large + encoded(framing, 'next')), 777);
    expect(oversized.map(({ tail }) => tail === undefined)).toEqual([true, false]);
    expect(oversized[1]?.head).toContain('"method":"say"');
    expect(oversized[1]?.tail?.trimEnd()).toMatch(/x"\}\}$/);
    expect(frames.map((frame) => JSON.parse(frame))).toEqual([request('next')]);
  },
);

test('reports text that is not a header and finds the header after it', () => {
  const { framing, frames } = collect(ContentLengthFraming);
  framing.push(Buffer.from('hello\r\n\r\n'));
  framing.push(Buffer.from('Content-Type: x\r\ncontent-length: 2\r\n\r\n{}'));
  expect(frames).toEqual(['hello', '{}']);
});

test('does not buffer an endless header', () => {
  const { framing, frames } = collect(ContentLengthFraming);
  for (let i = 0; i < 10; i++) framing.push(Buffer.alloc(3_000, 'x'));
  expect(frames.length).toBeGreaterThan(3);
});
