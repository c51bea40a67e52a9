import type { IncomingMessage } from 'node:http';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import * as z from 'zod';
import { progressSchema } from '../answer.ts';
import { parseJson } from './request.ts';

/** Progress and outcome of a call: one JSON value per line, the outcome last. */
const MEDIA_TYPE = 'application/x-ndjson';

const lineSchema = z.object({ progress: progressSchema.optional(), outcome: z.unknown().optional() });

export function isStream(response: IncomingMessage): boolean {
  return response.statusCode === 200 && (response.headers['content-type'] ?? '').startsWith(MEDIA_TYPE);
}

export async function readStream(response: IncomingMessage, onProgress: ProgressListener | undefined) {
  const { createInterface } = await import('node:readline');
  let outcome: unknown;
  for await (const line of createInterface({ input: response })) {
    const parsed = lineSchema.safeParse(parseJson(line)).data;
    if (parsed?.progress) onProgress?.(parsed.progress as Progress);
    outcome = parsed?.outcome ?? outcome;
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
