import * as z from 'zod';
import { coreErrors } from './errors.ts';

/** A question to the person behind a caller. */
export interface Question {
  readonly message: string;
  /** JSON Schema of the answer, a flat object. Without it, yes or no. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

export type Reply =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> | undefined }
  | { readonly action: 'decline' }
  /** Nobody can be asked. */
  | { readonly action: 'unavailable' };

/** How a frontend asks. Throws `InputPending` where the answer comes with a later request. The signal is of the call. */
export type Ask = (question: Question, signal?: AbortSignal) => Promise<Reply>;

/** Thrown by a frontend to end a call until the answer is there. Not an error, and never answered as one. */
export class InputPending {
  readonly question: Question;
  constructor(question: Question) {
    this.question = question;
  }
}

export async function requireConfirmation(
  ask: Ask | undefined,
  message: string,
  hint?: string,
): Promise<void> {
  requireAccepted(await reply(ask, { message }), message, hint);
}

export async function requireAnswer<S extends z.ZodObject>(
  ask: Ask | undefined,
  message: string,
  answer: S,
): Promise<z.output<S>> {
  const { $schema: _, ...schema } = z.toJSONSchema(answer, { io: 'input' });
  const content = requireAccepted(await reply(ask, { message, schema }), message);
  const parsed = answer.safeParse(content ?? {});
  if (parsed.success) return parsed.data;
  throw coreErrors.fail(
    'E_INVALID_PARAMS',
    `The answer to "${message}" is not valid: ${z.prettifyError(parsed.error)}`,
  );
}

async function reply(ask: Ask | undefined, question: Question): Promise<Reply> {
  return (await ask?.(question)) ?? { action: 'unavailable' };
}

function requireAccepted(answer: Reply, message: string, hint?: string) {
  if (answer.action === 'accept') return answer.content;
  if (answer.action === 'decline') throw coreErrors.fail('E_DECLINED', `A person declined: ${message}`);
  const usual = coreErrors.table.E_CONFIRMATION_REQUIRED.hint;
  throw coreErrors.fail('E_CONFIRMATION_REQUIRED', `A person must agree first: ${message}`, {
    hint: hint === undefined ? usual : `${usual} ${hint}`,
  });
}
