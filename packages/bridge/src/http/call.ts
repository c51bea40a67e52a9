import type { IncomingMessage } from 'node:http';
import { coreErrors, type ErrorCode, MolehillError } from '@molehill/core/errors';
import type { ProgressListener } from '@molehill/core/progress';
import type { Answer } from '@molehill/core/result';
import * as z from 'zod';
import { answerSchema } from '../answer.ts';
import { bridgeErrors } from '../errors.ts';
import { ask, jsonHeaders, parseJson, readText } from './request.ts';
import { isStream, readStream } from './stream.ts';

export interface CallOptions {
  readonly port: number;
  /** Send it only where `checkHealth` has shown whose port it is. */
  readonly token: string;
  readonly tool: string;
  readonly input: unknown;
  /** Questions a person has agreed to. */
  readonly agreed?: readonly string[];
  /** Closes the connection, which cancels the call. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

/** Either the answer, or a question to put to a person before calling again with it in `agreed`. */
export type CallOutcome = Answer | { readonly question: string };

const MOST_BYTES = 256 * 1024 * 1024;

const outcomeSchema = z.union([answerSchema, z.object({ question: z.string() })]);
const refusalSchema = z.object({
  code: z.templateLiteral(['E_', z.string()]),
  message: z.string(),
  hint: z.string().optional(),
});

/** Calls a tool of a running host. Errors of the tool are in the answer; what is thrown is about the way there. */
export async function callTool(options: CallOptions): Promise<CallOutcome> {
  const { signal } = options;
  if (signal?.aborted) throw cancelled();
  try {
    const response = await post(options);
    const body = isStream(response)
      ? await readStream(response, options.onProgress)
      : parseJson(await readText(response, MOST_BYTES));
    return outcomeOf(response, body);
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    throw error instanceof Error && !('hint' in error) ? brokenOff(options.port, error) : error;
  }
}

function post({
  port,
  token,
  tool,
  input,
  agreed,
  signal,
  onProgress,
}: CallOptions): Promise<IncomingMessage> {
  const body = JSON.stringify({ tool, input, ...(agreed ? { agreed } : {}) });
  const headers = {
    authorization: `Bearer ${token}`,
    ...jsonHeaders(body),
    accept: onProgress ? 'application/x-ndjson, application/json' : 'application/json',
  };
  return ask({ port, path: '/api/call', method: 'POST', headers, body, signal });
}

function outcomeOf(response: IncomingMessage, body: unknown): CallOutcome {
  const outcome = outcomeSchema.safeParse(body);
  if (response.statusCode === 200 && outcome.success) return outcome.data;
  const refusal = refusalSchema.safeParse(body).data;
  if (refusal)
    throw new MolehillError(refusal.code satisfies ErrorCode, refusal.message, { hint: refusal.hint ?? '' });
  const message = `The host answered a call with status ${response.statusCode} and nothing that is an answer.`;
  throw bridgeErrors.fail('E_HOST_ANSWER', message);
}

/** The head or the body was cut off: the host had the call by then. */
function brokenOff(port: number, cause: Error) {
  const message = `The host at port ${port} went away during the call: ${cause.message}`;
  return bridgeErrors.fail('E_JOB_INTERRUPTED', message, { cause });
}

function cancelled() {
  return coreErrors.fail('E_CANCELLED', 'The call was cancelled.');
}
