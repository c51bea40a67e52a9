import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutputRing } from './output-ring.ts';

const texts = (ring: OutputRing) => [...ring.since()].map(({ text }) => text);

test('joins the pieces of a line and splits many lines', () => {
  const ring = new OutputRing();
  for (const output of ['hel', 'lo', '\nwor', 'ld\nlast\n']) ring.add({ category: 'stdout', output });
  expect(texts(ring)).toEqual(['hello', 'world', 'last']);
});

test('keeps lines of stdout and stderr apart when their pieces are mixed', () => {
  const ring = new OutputRing();
  ring.add({ category: 'stdout', output: 'loading ' });
  ring.add({ category: 'stderr', output: 'warning\n' });
  ring.add({ category: 'stdout', output: 'done\n' });
  expect([...ring.since()].map(({ category, text }) => [category, text])).toEqual([
    ['stderr', 'warning'],
    ['stdout', 'loading done'],
  ]);
  expect(ring.counts).toEqual({ stdout: 1, stderr: 1, console: 0 });
});

test('reads an unfinished last line again when it has grown', () => {
  const ring = new OutputRing();
  ring.add({ output: 'name? ' });
  expect(texts(ring)).toEqual(['name? ']);
  const { nextSeq } = ring;
  ring.add({ output: 'Ada\n' });
  expect([...ring.since(nextSeq)].map(({ text }) => text)).toEqual(['name? Ada']);
  expect(ring.nextSeq).toBe(nextSeq + 1);
});

test('gives the end of a line that was read and that other output followed', () => {
  const ring = new OutputRing();
  ring.add({ category: 'stdout', output: 'half ' });
  ring.add({ category: 'stderr', output: 'other\n' });
  const { nextSeq } = ring;
  ring.add({ category: 'stdout', output: 'rest\n' });
  expect([...ring.since(nextSeq)].map(({ text }) => text)).toEqual(['half rest']);
});

test('says where and when a line was printed, without colours, telemetry and line ends', () => {
  const ring = new OutputRing({ startedAt: 1_000 });
  ring.add({ category: 'telemetry', output: 'count' });
  ring.add(
    { category: 'stdout', output: '\u001b[31mred\u001b[0m\r', source: { path: '/p/a.js' }, line: 3 },
    1_250,
  );
  ring.add({ category: 'stdout', output: '\n' }, 1_300);
  expect([...ring.since()]).toEqual([
    { seq: 1, t: 1_300 - 1_000, category: 'stdout', text: 'red', source: '/p/a.js', line: 3 },
  ]);
});

test('hides every line of a printed private key, also when reading starts inside it', () => {
  const ring = new OutputRing();
  const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----\nafter\n';
  for (const character of key) ring.add({ category: 'stdout', output: character });
  expect(texts(ring).join()).not.toMatch(/MIIEow|IBAAKC/);
  expect([...ring.since(3)][0]?.text).toBe('[masked: private key]');
  expect(texts(ring).at(-1)).toBe('after');
});

test('keeps the newest lines of a program that prints 50 MB, in bounded memory', { timeout: 30_000 }, () => {
  const ring = new OutputRing();
  const chunk = `${'x'.repeat(99)}\n`.repeat(640);
  const chunks = Math.ceil((50 * 1024 * 1024) / chunk.length);
  for (let at = 0; at < chunks; at += 1) ring.add({ category: 'stdout', output: chunk });
  expect(texts(ring)).toHaveLength(5_000);
  expect(ring.dropped).toBe(chunks * 640 - 5_000);
  expect(ring.bytes).toBe(chunks * chunk.length);
});

test('splits a line of 50 MB into entries of 8 KiB', { timeout: 30_000 }, () => {
  const ring = new OutputRing();
  ring.add({ category: 'stdout', output: 'y'.repeat(50 * 1024 * 1024) });
  expect(texts(ring)).toHaveLength(5_000);
  expect(texts(ring).every((text) => text.length === 8 * 1024)).toBe(true);
});

test('keeps every character in order, each entry within its size, whatever the pieces', () => {
  const piece = fc.string({ unit: fc.oneof(fc.constantFrom('\n', 'a', '😀', 'é', '\ud800'), fc.string()) });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 4, max: 64 }), (pieces, entryBytes) => {
      const ring = new OutputRing({ entryBytes });
      const printed = pieces.map((text) => text.replaceAll('\r', '').replaceAll('\u001b', ''));
      for (const output of printed) ring.add({ category: 'stdout', output });
      const entries = [...ring.since()];
      expect(entries.map(({ text }) => text).join('')).toBe(printed.join('').replaceAll('\n', ''));
      for (const { text } of entries) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(entryBytes);
      expect(entries.every(({ seq }, at) => at === 0 || seq > (entries[at - 1]?.seq ?? 0))).toBe(true);
    }),
  );
});

test('keeps at most its number of entries, and counts those it dropped', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('stdout', 'stderr'), fc.constantFrom('a', 'b\n', 'c\nd'))),
      (added) => {
        const ring = new OutputRing({ entries: 4 });
        for (const [category, output] of added) ring.add({ category, output });
        expect(texts(ring).length).toBeLessThanOrEqual(4);
        expect(ring.tail(4)).toEqual(texts(ring));
        expect(ring.lastSeq).toBeLessThanOrEqual(ring.dropped + 4);
      },
    ),
  );
});
