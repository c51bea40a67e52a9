import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_MS = 1_000;

/**
 * Reads and discards the rest of a request. Closing a connection with unread bytes resets it, and a client
 * that is still sending would not see the response.
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
      // A reader that was started before may pause the stream.
      else incoming.resume();
    };
    incoming.on('data', onData).once('end', resolve).once('close', resolve).resume();
  });
  clearTimeout(timer);
  incoming.off('data', onData);
}
