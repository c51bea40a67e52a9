import { expect, it } from 'vitest';
import { readEvents } from './event-stream.ts';

const STREAM =
  ': keep-alive\n\ndata: {"a":"ä"}\n\n: keep-alive\n\nevent: x\ndata: one\ndata:two\n\ndata: cut';

async function read(chunkBytes: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(STREAM);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.slice(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const received: string[] = [];
  await readEvents(new Blob(chunks).stream(), (data) => received.push(data));
  return received;
}

it.each([1, 2, 7, 1_000])('reads events in chunks of %i bytes', async (size) => {
  expect(await read(size)).toEqual(['{"a":"ä"}', 'one\ntwo']);
});

it('fails with the stream', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('lost')) });
  await expect(readEvents(broken, () => {})).rejects.toThrow('lost');
});
