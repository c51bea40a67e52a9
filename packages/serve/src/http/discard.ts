import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_MS = 1_000;

/**
 * Reads the rest of a request and throws it away. A connection that is closed over unread bytes is reset, and a client
 * that is still sending then sees a broken connection instead of the refusal.
 */
export async function discardRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let onData: (chunk: Buffer) => void = () => {};
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS);
    onData = (chunk) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) resolve();
      // Whoever began to read this body pauses it when nobody takes what was read.
      else incoming.resume();
    };
    incoming.on('data', onData).once('end', resolve).once('close', resolve).resume();
  });
  clearTimeout(timer);
  incoming.off('data', onData);
}
