import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CatalogueEntry } from '@molehill/core/catalogue';
import { type Confirmation, ConfirmationPending } from '@molehill/core/dispatch';
import { canElicit } from './peer.ts';

/** What a client carries from a question to its answer. Signed, so that only asked questions count. */
interface Asked {
  readonly id: string;
  readonly call: string;
  readonly question: string;
  /** What was answered to the questions before it, by their keys. */
  readonly answers: Readonly<Record<string, Confirmation>>;
}

/** A note that is not of our making: another server's, which is for that server to read, or a forged one of ours. */
class ForeignNote {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The note that came with a request for another server. */
export function foreignNote(context: ServerContext): string | undefined {
  const continuation = context.mcpReq.requestState();
  return continuation instanceof ForeignNote ? continuation.text : undefined;
}

/** In the words the SDK refuses with. */
function refuseForeign(note: Asked | ForeignNote | undefined): Asked | undefined {
  if (!(note instanceof ForeignNote)) return note;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
    reason: 'invalid_request_state',
  });
}

/** A note is good for ten minutes; so many of them are remembered as used. */
const REMEMBERED_NOTES = 10_000;

export type Confirmations = ReturnType<typeof createConfirmations>;

/**
 * Questions to the person behind the client. Both protocol eras take the same road: the call is answered with the
 * question, and comes again with the answer and with our signed note of what was asked about which call.
 */
export function createConfirmations() {
  const codec = createRequestStateCodec<Asked>({ key: randomBytes(32) });
  const spent = new Set<string>();

  /** An agreement counts once: the same note with the same call is asked about again. */
  const take = (note: Asked | undefined, call: string): Asked | undefined => {
    if (!note || note.call !== call || spent.has(note.id)) return undefined;
    spent.add(note.id);
    const [oldest] = spent;
    if (spent.size > REMEMBERED_NOTES && oldest !== undefined) spent.delete(oldest);
    return note;
  };

  const begin = (entry: CatalogueEntry, input: unknown, server: Server, context: ServerContext) => {
    const continuation = refuseForeign(context.mcpReq.requestState<Asked | ForeignNote>());
    const answers: Record<string, Confirmation> = {};
    let taken: { readonly note: Asked | undefined; readonly call: string } | undefined;

    /** Only a tool that asks needs the digest of its input, which may be large. */
    const arrived = () => {
      const call = taken?.call ?? digest([entry.name, input]);
      taken ??= { note: take(continuation, call), call };
      return taken;
    };
    const confirm = async (question: string): Promise<Confirmation> => {
      const { note, call } = arrived();
      const key = digest([call, question]);
      const answer = note?.question === key ? answerOf(context, key) : note?.answers[key];
      if (answer === undefined && canElicit(server, context)) throw new ConfirmationPending(question);
      answers[key] = answer ?? 'unavailable';
      return answers[key];
    };
    const ask = async (question: string) => {
      const { call } = arrived();
      const key = digest([call, question]);
      return inputRequired({
        inputRequests: { [key]: inputRequired.elicit({ message: question, requestedSchema: yesOrNo }) },
        requestState: await codec.mint({ id: randomUUID(), call, question: key, answers }),
      });
    };
    return { confirm, ask };
  };

  const verify = (note: string, context: ServerContext): Promise<Asked | ForeignNote> =>
    codec.verify(note, context).catch(() => new ForeignNote(note));

  return { verify, begin };
}

const yesOrNo = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Go ahead' } },
  required: ['confirm'],
};

function answerOf(context: ServerContext, key: string): Confirmation {
  const answer = inputResponse(context.mcpReq.inputResponses, key);
  const agreed = answer.kind === 'elicit' && answer.action === 'accept' && answer.content?.confirm === true;
  return agreed ? 'agreed' : 'declined';
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
