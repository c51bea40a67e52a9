import { type ErrorCode, MolehillError, messageOf } from '@molehill/core/errors';
import * as z from 'zod';
import { projectErrors } from './errors.ts';
import { saysNoConnection } from './http-errors.ts';

const refusal = z.object({
  code: z.templateLiteral(['E_', z.string()]),
  message: z.string(),
  hint: z.string().default(''),
  retryable: z.boolean().default(false),
});

/** More than any answer within its budget. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What a host answered, or what it refused with. An answer that makes no sense is no connection. */
export async function readAnswer<T>(
  request: Promise<Response>,
  answer: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  const { response, body } = await received(request, signal);
  if (!response.ok) throw refused(body);
  const parsed = answer.safeParse(body);
  if (parsed.success) return parsed.data;
  throw noConnection(
    'The host answered with something else than was asked for.',
    'Update both sides to the same version.',
  );
}

async function received(request: Promise<Response>, signal: AbortSignal) {
  try {
    const response = await request;
    return { response, body: parseJson(await boundedText(response)) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const reason = messageOf(error);
    throw noConnection(`The host of the project broke off: ${reason}.`, 'See whether it still runs.');
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('its answer has no end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(body: unknown): MolehillError {
  const told = refusal.safeParse(body).data;
  if (!told) return noConnection('The host refused in a way that is not understood.', '');
  const { code, message, hint, retryable } = told;
  if (saysNoConnection(code) || code === 'E_UNAUTHORIZED') return noConnection(message, hint, code);
  return new MolehillError(code satisfies ErrorCode, message, { hint, retryable });
}

/** The words are those that clients of these tools know; why is for programs to read. */
function noConnection(reason: string, hint: string, code?: string): MolehillError {
  const text = 'Could not establish database connection';
  const details = { reason, ...(code === undefined ? {} : { code }) };
  return projectErrors.fail('E_PROJECT_DATABASE', text, { text, hint: `${reason} ${hint}`.trim(), details });
}
