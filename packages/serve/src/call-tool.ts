import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FrontendKind } from '@molehill/core/calls';
import type { Catalogue, CatalogueEntry } from '@molehill/core/catalogue';
import { type CallRequest, ConfirmationPending, type Dispatcher } from '@molehill/core/dispatch';
import { coreErrors, errorText, isMolehillError } from '@molehill/core/errors';
import type { ProgressListener } from '@molehill/core/progress';
import type { Answer } from '@molehill/core/result';
import { isUpstreamTool, UpstreamError } from '@molehill/core/upstream';
import * as z from 'zod';
import type { Confirmations } from './confirmations.ts';
import { passOn } from './faithful-server.ts';
import { clientName, continuationOf, requestPeer, withoutProgressToken } from './peer.ts';

export interface ToolFrontend {
  readonly catalogue: Catalogue;
  readonly dispatcher: Dispatcher;
  readonly frontend: FrontendKind;
  readonly confirmations: Confirmations;
}

export interface Arrival {
  readonly server: Server;
  /** Of the connection the request came by. */
  readonly session: string;
  readonly context: ServerContext;
}

/** Whatever else a request says is for the tool's own server to understand. */
export const callParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

type CallParams = z.output<typeof callParams>;

type CallResult = CallToolResult | InputRequiredResult;

export async function callTool(
  frontend: ToolFrontend,
  params: CallParams,
  arrival: Arrival,
): Promise<CallResult> {
  const entry = await resolveTool(frontend.catalogue, params.name);
  if (entry.delegate) return callDelegate(frontend, entry, params, arrival);
  return callEntry(frontend, entry, params, arrival);
}

/** A wrong name inside the arguments is the model's mistake, and told to the model. */
async function callDelegate(
  frontend: ToolFrontend,
  entry: CatalogueEntry,
  params: CallParams,
  arrival: Arrival,
): Promise<CallResult> {
  try {
    const { name, input } = entry.delegate?.(params.arguments) ?? params;
    const called = await frontend.catalogue.resolve(String(name));
    if (called.delegate) throw coreErrors.fail('E_INVALID_PARAMS', `${called.name} does not call itself.`);
    const given = input as CallParams['arguments'];
    return await callEntry(frontend, called, { ...params, name: called.name, arguments: given }, arrival);
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    return { content: [{ type: 'text', text: errorText(error) }], isError: true };
  }
}

async function callEntry(
  frontend: ToolFrontend,
  entry: CatalogueEntry,
  params: CallParams,
  arrival: Arrival,
): Promise<CallResult> {
  const { server, context } = arrival;
  const request: CallRequest = {
    entry,
    input: params.arguments,
    frontend: frontend.frontend,
    client: clientName(server, context),
    signal: context.mcpReq.signal,
    onProgress: progressTo(context),
  };
  return isUpstreamTool(entry.tool)
    ? relayCall(frontend, request, params, arrival)
    : ownCall(frontend, request, arrival);
}

async function ownCall(frontend: ToolFrontend, request: CallRequest, arrival: Arrival): Promise<CallResult> {
  const { server, context } = arrival;
  const confirmation = frontend.confirmations.begin(request.entry, request.input, server, context);
  try {
    const answer = await frontend.dispatcher.call({ ...request, confirm: confirmation.confirm });
    return { ...textResult(answer), structuredContent: { ...answer.envelope } };
  } catch (pending) {
    if (!(pending instanceof ConfirmationPending)) throw pending;
    return confirmation.ask(pending.question);
  }
}

/** What failed on this side of the other server is told as text alone: the tool promises its own structure, not ours. */
async function relayCall(
  frontend: ToolFrontend,
  request: CallRequest,
  { name: _, arguments: __, ...params }: CallParams,
  { server, session, context }: Arrival,
): Promise<CallResult> {
  const answer = await frontend.dispatcher.call({
    ...request,
    params: withoutProgressToken(params),
    peer: requestPeer(server, session, context),
    continuation: continuationOf(context),
  });
  const { raw, refusal } = answer;
  if (refusal) throw new UpstreamError(refusal.code, refusal.message, refusal.data);
  return raw ? (passOn(raw) as CallResult) : textResult(answer);
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

function textResult({ text, envelope }: Answer): CallToolResult {
  return { content: [{ type: 'text', text }], ...(envelope.ok ? {} : { isError: true }) };
}

/** Nothing where nobody asked to be told. */
export function progressTo(context: ServerContext): ProgressListener | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ done, ...rest }) => {
    const params = { progressToken, progress: done, ...rest };
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
