import type { IncomingMessage } from 'node:http';
import { coreErrors, type ErrorCode, isMolehillError, MolehillError } from '@molehill/core/errors';
import type { ProgressListener } from '@molehill/core/progress';
import type { Question } from '@molehill/core/question';
import type { Answer } from '@molehill/core/result';
import * as z from 'zod';
import { answerSchema } from '../answer.ts';
import { bridgeErrors } from '../errors.ts';
import { type AuthorizedRequest, authorization, parseJson, readText, sendRequest } from './request.ts';
import { isStream, readStream } from './stream.ts';

/** Aborting the signal closes the connection, which cancels the call. */
export interface CallOptions extends Omit<AuthorizedRequest, 'path' | 'body'> {
  readonly tool: string;
  readonly input: unknown;
  /** A person gave them in a terminal, so they need the key. */
  readonly answers?: readonly QuestionAnswer[];
  readonly onProgress?: ProgressListener | undefined;
}

/** What a person answered to a question of an earlier attempt. */
export const questionAnswerSchema = z.strictObject({
  message: z.string(),
  /** The fields of an answer with a schema. */
  content: z.record(z.string(), z.unknown()).optional(),
});
export type QuestionAnswer = Readonly<z.output<typeof questionAnswerSchema>>;

/** The answer, or a question: the call is sent again with the person's answer added to `answers`. */
export type CallOutcome = Answer | { readonly question: Question };

const MAX_BYTES = 256 * 1024 * 1024;

const questionSchema = z.object({
  message: z.string(),
  schema: z.record(z.string(), z.unknown()).exactOptional(),
});
const outcomeSchema = z.union([answerSchema, z.object({ question: questionSchema })]);
const refusalSchema = z.object({
  code: z.templateLiteral(['E_', z.string()]),
  message: z.string(),
  hint: z.string().default(''),
});

/** Calls a tool of a running host. Errors of the tool are in the answer; rejections concern the transport. */
export async function callTool(options: CallOptions): Promise<CallOutcome> {
  const { port, token, tool, input, answers, key, signal, onProgress } = options;
  try {
    signal?.throwIfAborted();
    const response = await sendRequest({
      port,
      path: '/api/call',
      headers: {
        ...authorization({ token, key }),
        accept: onProgress ? 'application/x-ndjson, application/json' : 'application/json',
      },
      body: { tool, input, ...(answers ? { answers } : {}) },
      signal,
    });
    const body = isStream(response)
      ? await readStream(response, onProgress)
      : parseJson(await readText(response, MAX_BYTES));
    return outcomeOf(response, body);
  } catch (error) {
    if (signal?.aborted) throw coreErrors.fail('E_CANCELLED', 'The call was cancelled.');
    throw error instanceof Error && !isMolehillError(error) ? interrupted(port, error) : error;
  }
}

function outcomeOf({ statusCode }: IncomingMessage, body: unknown): CallOutcome {
  const outcome = outcomeSchema.safeParse(body);
  if (statusCode === 200 && outcome.success) return outcome.data;
  const refusal = refusalSchema.safeParse(body).data;
  if (refusal)
    throw new MolehillError(refusal.code satisfies ErrorCode, refusal.message, { hint: refusal.hint });
  const message = `The host answered a call with status ${statusCode} and an unexpected body.`;
  throw bridgeErrors.fail('E_HOST_ANSWER', message);
}

/** The connection ended after the host had received the call. */
function interrupted(port: number, cause: Error) {
  const message = `The host at port ${port} stopped during the call: ${cause.message}`;
  return bridgeErrors.fail('E_JOB_INTERRUPTED', message, { cause });
}
