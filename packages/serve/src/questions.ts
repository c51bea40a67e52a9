import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CatalogueEntry } from '@molehill/core/catalogue';
import { type Ask, InputPending, type Question, type Reply } from '@molehill/core/question';
import { canElicit, ForeignState } from './client.ts';

/** The request state a client carries from a question to its answer. Signed, so that only asked questions count. */
interface Asked {
  readonly id: string;
  readonly call: string;
  readonly question: string;
  /** Replies to the questions before it, by their keys. */
  readonly replies: Readonly<Record<string, Reply>>;
}

/** With the SDK's own wording. */
function requireOwn(state: Asked | ForeignState | undefined): Asked | undefined {
  if (!(state instanceof ForeignState)) return state;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
    reason: 'invalid_request_state',
  });
}

/** The SDK accepts a state for ten minutes; this many used ones are remembered. */
const REMEMBERED_STATES = 10_000;

export type Questions = ReturnType<typeof createQuestions>;

/**
 * Questions to the person behind the client. Both protocol eras work alike: the call is answered with the question,
 * and the client calls again with the answer and our signed state. `askHere` is for clients that cannot ask.
 */
export function createQuestions(askHere?: Ask) {
  const codec = createRequestStateCodec<Asked>({ key: randomBytes(32) });
  const used = new Set<string>();

  /** A reply counts once: the same state with the same call is asked again. */
  const take = (state: Asked | undefined, call: string): Asked | undefined => {
    if (!state || state.call !== call || used.has(state.id)) return undefined;
    used.add(state.id);
    const [oldest] = used;
    if (used.size > REMEMBERED_STATES && oldest !== undefined) used.delete(oldest);
    return state;
  };

  const begin = (
    entry: CatalogueEntry,
    input: unknown,
    caller: string,
    server: Server,
    context: ServerContext,
  ) => {
    const given = requireOwn(context.mcpReq.requestState<Asked | ForeignState>());
    const replies: Record<string, Reply> = {};
    let taken: { readonly state: Asked | undefined; readonly call: string } | undefined;

    /** Lazy: only a call that asks needs the digest of its input, which may be large. */
    const thisCall = () => {
      const call = taken?.call ?? digest([entry.name, input, caller]);
      taken ??= { state: take(given, call), call };
      return taken;
    };
    let asked = 0;
    const keyOf = (call: string, { message, schema }: Question, ordinal: number) =>
      digest([call, message, schema, ordinal]);
    const ask: Ask = async (question, signal) => {
      const { state, call } = thisCall();
      asked += 1;
      const key = keyOf(call, question, asked);
      const reply = state?.question === key ? replyFrom(context, key, question) : state?.replies[key];
      if (reply === undefined && canElicit(server, context)) throw new InputPending(question);
      replies[key] = reply ?? (await askHere?.(question, signal)) ?? { action: 'unavailable' };
      return replies[key];
    };
    const inputRequiredFor = async (question: Question): Promise<InputRequiredResult> => {
      const { message, schema } = question;
      const { call } = thisCall();
      const key = keyOf(call, question, asked);
      const requestedSchema = (schema ?? yesOrNo) as typeof yesOrNo;
      return inputRequired({
        inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) },
        requestState: await codec.mint({ id: randomUUID(), call, question: key, replies }),
      });
    };
    return { ask, inputRequiredFor };
  };

  const verify = (state: string, context: ServerContext): Promise<Asked | ForeignState> =>
    codec.verify(state, context).catch(() => new ForeignState(state));

  return { verify, begin };
}

const yesOrNo = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Go ahead' } },
  required: ['confirm'],
};

function replyFrom(context: ServerContext, key: string, { schema }: Question): Reply {
  const answer = inputResponse(context.mcpReq.inputResponses, key);
  if (answer.kind !== 'elicit' || answer.action !== 'accept') return { action: 'decline' };
  if (schema) return { action: 'accept', content: answer.content };
  return { action: answer.content?.confirm === true ? 'accept' : 'decline' };
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
