import type { IncomingMessage } from 'node:http';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import * as z from 'zod';
import { parseJson } from './request.ts';

/** Progress and outcome of a call: one JSON value per line, the outcome last. */
const MEDIA_TYPE = 'application/x-ndjson';

const progressLine = z.object({
  progress: z.object({ done: z.number(), total: z.number().optional(), message: z.string().optional() }),
});
const outcomeLine = z.object({ outcome: z.unknown() });

export function isStream(response: IncomingMessage): boolean {
  return response.statusCode === 200 && (response.headers['content-type'] ?? '').startsWith(MEDIA_TYPE);
}

export async function readStream(response: IncomingMessage, onProgress: ProgressListener | undefined) {
  const { createInterface } = await import('node:readline');
  let outcome: unknown;
  for await (const line of createInterface({ input: response })) {
    const value = parseJson(line);
    const progress = progressLine.safeParse(value).data?.progress;
    if (progress) onProgress?.(progress as Progress);
    outcome = outcomeLine.safeParse(value).data?.outcome ?? outcome;
  }
  if (outcome === undefined) throw new Error('the answer ended early');
  return outcome;
}

/** The host's side: whether a request accepts progress. */
export function wantsProgress(accept: string | null | undefined): boolean {
  return (accept ?? '').includes(MEDIA_TYPE);
}

/** The host's side: streams what `work` reports and then what it returns. */
export function respondWithProgress(work: (onProgress: ProgressListener) => Promise<unknown>): Response {
  const encoder = new TextEncoder();
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (value: unknown) => {
        if (open) controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      };
      try {
        send({ outcome: await work((progress) => send({ progress })) });
        if (open) controller.close();
      } catch (error) {
        if (open) controller.error(error);
      }
    },
    cancel() {
      open = false;
    },
  });
  return new Response(body, { headers: { 'content-type': MEDIA_TYPE } });
}
