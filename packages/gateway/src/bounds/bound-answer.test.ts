import { estimateTokens } from '@molehill/core/budget';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundAnswer } from './bound-answer.ts';
import { endOfPage } from './kept-answer.ts';

function bound(result: Record<string, unknown>, budget = 100, hasOutputSchema = false) {
  const kept: string[] = [];
  const keep = (text: string) => `answer_${kept.push(text)}`;
  const answer = boundAnswer(result, { budget, keep, hasOutputSchema });
  return { answer, kept };
}

const long = Array.from({ length: 300 }, (_, at) => `line ${at}`).join('\n');
const image = { type: 'image', data: 'A'.repeat(50_000), mimeType: 'image/png' };

test('an answer within its budget is the same object', () => {
  const results = [
    { content: [{ type: 'text', text: 'short' }, image], structuredContent: { a: 1 } },
    { content: [{ type: 'text', text: 'x'.repeat(350) }] },
    { contents: [{ uri: 'a:b', blob: 'B'.repeat(50_000) }] },
    {},
  ];
  for (const result of results) expect(bound(result).answer).toBe(result);
});

test('a budget of 0 is no limit', () => {
  const result = { content: [{ type: 'text', text: long }] };
  expect(bound(result, 0).answer).toBe(result);
});

test('a long answer has its beginning, its size and a handle; other content passes whole', () => {
  const { answer, kept } = bound({
    content: [image, { type: 'text', text: long }, { type: 'text', text: 'end' }],
  });
  const [picture, text, ...rest] = answer.content as { text: string }[];
  expect(picture).toEqual(image);
  expect(rest).toEqual([]);
  expect(text?.text.startsWith(long.slice(0, 350))).toBe(true);
  expect(text?.text).toContain(`350 of ${long.length + 4} characters`);
  expect(text?.text).toContain('molehill__read_more with handle: "answer_1", offset: 350');
  expect(kept).toEqual([`${long}\nend`]);
});

test.each([
  ['a prompt', { messages: [{ role: 'user', content: { type: 'text', text: long } }] }],
  ['a resource', { contents: [{ uri: 'a:b', mimeType: 'text/plain', text: long }] }],
  ['an embedded resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: long } }] }],
  [
    'the description of a link',
    { content: [{ type: 'resource_link', uri: 'a:b', name: 'b', description: long }] },
  ],
  ['a part of an unknown type', { content: [{ type: 'essay', paragraphs: [{ words: long }] }] }],
])('%s is cut too', (_, result) => {
  const { answer, kept } = bound(result);
  expect(JSON.stringify(answer).length).toBeLessThan(800);
  expect(JSON.stringify(answer)).toContain('molehill__read_more');
  expect(kept).toEqual([long]);
});

test('structured content above the budget is read page by page', () => {
  const structuredContent = { items: Array.from({ length: 200 }, (_, id) => ({ id })) };
  const { answer, kept } = bound({ content: [], structuredContent });
  expect(answer.structuredContent).toBeUndefined();
  expect(kept).toEqual([JSON.stringify(structuredContent)]);
  expect(answer.content).toEqual([
    { type: 'text', text: expect.stringMatching(/^\{"items":\[\{"id":0.*\[cut: /s) },
  ]);
});

test('structured content with a schema keeps its form', () => {
  const structuredContent = { total: 200, items: Array.from({ length: 200 }, (_, id) => ({ id })) };
  const text = JSON.stringify(structuredContent);
  const { answer, kept } = bound({ content: [{ type: 'text', text }], structuredContent }, 100, true);
  const { total, items } = answer.structuredContent as typeof structuredContent;
  expect(total).toBe(200);
  expect(items.length).toBeLessThan(60);
  expect(items.slice(0, 3)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
  expect(kept).toEqual([text]);
});

test('a huge _meta is left out', () => {
  const { answer } = bound({ content: [], _meta: { note: long } });
  expect(answer).toEqual({ content: [] });
});

test('whatever the texts, the beginning and the rest are the whole text, and the answer keeps its budget', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { maxLength: 6 });
  fc.assert(
    fc.property(texts, (parts) => {
      const { answer, kept } = bound({ content: parts.map((text) => ({ type: 'text', text })) });
      const shown = (answer.content as { text: string }[]).map(({ text }) => text).join('\n');
      const [whole] = kept;
      if (whole === undefined) {
        expect(shown).toBe(parts.join('\n'));
        return;
      }
      const offset = Number(/offset: (\d+)/.exec(shown)?.[1]);
      const beginning = shown.slice(0, shown.lastIndexOf('\n[cut: '));
      expect(whole).toBe(parts.join('\n'));
      expect(beginning.replaceAll('\n', '') + whole.slice(offset).replaceAll('\n', '')).toBe(
        whole.replaceAll('\n', ''),
      );
      expect(estimateTokens(beginning)).toBeLessThanOrEqual(101);
    }),
  );
});

test('pages of any text follow each other without a gap and keep their size', () => {
  const units = fc.constantFrom('a', 'é', '語', '🙂', '\n', '"', '\\', '\u0001', '\uD800', '\uDC00');
  const texts = fc.string({ unit: units, maxLength: 300 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 20, max: 100 }), (text, bytes) => {
      const pages: string[] = [];
      for (let offset = 0; offset < text.length; offset += pages.at(-1)?.length || text.length)
        pages.push(text.slice(offset, endOfPage(text, offset, bytes)));
      const longest = Math.max(0, ...pages.map((page) => Buffer.byteLength(JSON.stringify(page))));
      return pages.join('') === text && longest <= bytes;
    }),
  );
});
