import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Catalogue, CatalogueEntry } from '@molehill/core/catalogue';
import type { CallRequest, Dispatcher } from '@molehill/core/dispatch';
import { coreErrors, errorText, isMolehillError } from '@molehill/core/errors';
import type { ProgressListener } from '@molehill/core/progress';
import { InputPending } from '@molehill/core/question';
import type { Answer } from '@molehill/core/result';
import { asksForInput, isUpstreamTool, UpstreamError } from '@molehill/core/upstream';
import * as z from 'zod';
import {
  type ClientConnection,
  callerOf,
  continuationOf,
  requestPeer,
  withoutProgressToken,
} from './client.ts';
import type { Questions } from './questions.ts';
import type { RelayServer } from './relay-server.ts';

export interface ToolFrontend {
  readonly catalogue: Catalogue;
  readonly dispatcher: Dispatcher;
  readonly questions: Questions;
}

/** One request and the connection it arrived on. */
export interface IncomingRequest extends ClientConnection {
  readonly server: RelayServer;
  readonly context: ServerContext;
}

/** Other parameters of a request are for the upstream server. */
export const callParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

type CallParams = z.output<typeof callParams>;

type CallResult = CallToolResult | InputRequiredResult;

export async function callTool(
  endpoint: ToolFrontend,
  params: CallParams,
  incoming: IncomingRequest,
): Promise<CallResult> {
  const entry = await resolveTool(endpoint.catalogue, params.name);
  if (entry.delegate) return callDelegate(endpoint, entry, params, incoming);
  return callEntry(endpoint, entry, params, incoming);
}

/** A wrong name inside the arguments is reported to the model, not as a protocol error. */
async function callDelegate(
  endpoint: ToolFrontend,
  entry: CatalogueEntry,
  params: CallParams,
  incoming: IncomingRequest,
): Promise<CallResult> {
  try {
    const { name, input } = entry.delegate?.(params.arguments) ?? params;
    const called = await endpoint.catalogue.resolve(String(name));
    if (called.delegate) throw coreErrors.fail('E_INVALID_PARAMS', `${called.name} does not call itself.`);
    const given = input as CallParams['arguments'];
    return await callEntry(endpoint, called, { ...params, name: called.name, arguments: given }, incoming);
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    return { content: [{ type: 'text', text: errorText(error) }], isError: true };
  }
}

async function callEntry(
  endpoint: ToolFrontend,
  entry: CatalogueEntry,
  params: CallParams,
  incoming: IncomingRequest,
): Promise<CallResult> {
  const { context } = incoming;
  const request: CallRequest = {
    entry,
    input: params.arguments,
    caller: callerOf(incoming, context),
    signal: context.mcpReq.signal,
    onProgress: progressTo(context),
  };
  return isUpstreamTool(entry.tool)
    ? callUpstream(endpoint, request, params, incoming)
    : callBuiltIn(endpoint, request, incoming);
}

async function callBuiltIn(
  endpoint: ToolFrontend,
  request: CallRequest,
  incoming: IncomingRequest,
): Promise<CallResult> {
  const { server, context } = incoming;
  const { ask, inputRequiredFor } = endpoint.questions.begin(
    request.entry,
    request.input,
    request.caller.id,
    server,
    context,
  );
  try {
    const answer = await endpoint.dispatcher.call({ ...request, ask });
    return { ...contentOf(answer), structuredContent: { ...answer.envelope } };
  } catch (pending) {
    if (!(pending instanceof InputPending)) throw pending;
    return inputRequiredFor(pending.question);
  }
}

/** A failure on our side is text only: the tool declares its own output schema, not our envelope. */
async function callUpstream(
  endpoint: ToolFrontend,
  request: CallRequest,
  { name: _, arguments: __, ...params }: CallParams,
  { server, session, context }: IncomingRequest,
): Promise<CallResult> {
  const answer = await endpoint.dispatcher.call({
    ...request,
    params: withoutProgressToken(params),
    peer: requestPeer(server, session, context),
    continuation: continuationOf(context),
  });
  const { raw, refusal } = answer;
  if (refusal) {
    const error = new UpstreamError(refusal.code, refusal.message, refusal.data);
    server.relayError(context, error);
    throw error;
  }
  if (!raw) return contentOf(answer);
  return (asksForInput(raw) ? raw : server.relayResult(context, raw)) as CallResult;
}

async function resolveTool(catalogue: Catalogue, name: string): Promise<CatalogueEntry> {
  try {
    return await catalogue.resolve(name);
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    const unknown = error.code === 'E_UNKNOWN_TOOL';
    const code = unknown ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, errorText(error));
  }
}

function contentOf({ text, envelope, parts = [] }: Answer): CallToolResult {
  return {
    content: [{ type: 'text', text }, ...(parts as CallToolResult['content'])],
    ...(envelope.ok ? {} : { isError: true }),
  };
}

/** Nothing where the client did not ask for progress. */
export function progressTo(context: ServerContext): ProgressListener | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ done, ...rest }) => {
    const params = { progressToken, progress: done, ...rest };
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
