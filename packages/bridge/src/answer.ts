import type { Answer } from '@molehill/core/result';
import * as z from 'zod';

/** An answer from the wire. Unknown fields of a newer version are kept. */
const metaSchema = z.looseObject({
  requestId: z.string(),
  timestamp: z.string(),
  durationMs: z.number(),
});

const envelopeSchema = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true), type: z.literal('success'), data: z.unknown(), meta: metaSchema }),
  z.looseObject({
    ok: z.literal(false),
    type: z.literal('error'),
    error: z.looseObject({ code: z.string(), message: z.string(), hint: z.string(), retryable: z.boolean() }),
    meta: metaSchema,
  }),
]);

/** Core's `ProcessIdentity`. */
export const processSchema = z.object({ pid: z.int(), start: z.string(), host: z.string() });

export const progressSchema = z.object({
  done: z.number(),
  total: z.number().optional(),
  message: z.string().optional(),
});

export const answerSchema: z.ZodType<Answer> = z.object({ envelope: envelopeSchema, text: z.string() });
