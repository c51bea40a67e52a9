import { expect, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

const LIMIT = 100;

/** The part of a body, in these chunks, that passes the limit. */
async function fetched(type: string, pieces: readonly string[]) {
  const tooLarge: number[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const answer = new Response(body, { status: 202, headers: { 'content-type': type, 'x-kept': 'yes' } });
  const bounded = boundedFetch(
    { maxMessageBytes: LIMIT, onTooLarge: (bytes) => tooLarge.push(bytes) },
    async () => answer,
  );
  const response = await bounded('http://127.0.0.1/');
  expect([response.status, response.headers.get('x-kept')]).toEqual([202, 'yes']);
  const text = await response.text().catch(() => 'failed');
  return { text, tooLarge };
}

test('passes a body within the limit and ends a larger one', async () => {
  expect(await fetched('application/json', ['x'.repeat(60), 'x'.repeat(40)])).toEqual({
    text: 'x'.repeat(100),
    tooLarge: [],
  });
  expect(await fetched('application/json', ['x'.repeat(60), 'x'.repeat(41)])).toEqual({
    text: 'failed',
    tooLarge: [101],
  });
});

test.each(['\n', '\r\n'])('limits each event of a stream, not the stream', async (newline) => {
  const event = `event: message${newline}data: ${'x'.repeat(50)}${newline}${newline}`;
  const whole = event.repeat(10);
  const pieces = whole.match(/[\s\S]{1,33}/g) ?? [];
  expect(await fetched('text/event-stream', pieces)).toEqual({ text: whole, tooLarge: [] });
  const large = `data: ${'x'.repeat(60)}${newline}data: ${'x'.repeat(60)}${newline}${newline}`;
  expect((await fetched('text/event-stream; charset=utf-8', [event, large])).tooLarge).toHaveLength(1);
});

test('passes a response without a body', async () => {
  const bounded = boundedFetch(
    { maxMessageBytes: LIMIT, onTooLarge: () => {} },
    async () => new Response(null, { status: 204 }),
  );
  expect((await bounded('http://127.0.0.1/')).status).toBe(204);
});
