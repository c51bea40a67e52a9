import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { DoorKind } from '../calls.ts';
import type { Catalogue, CatalogueEntry } from '../catalogue.ts';
import { type CallRequest, ConfirmationPending, type Dispatcher } from '../dispatch.ts';
import { coreErrors, isMolehillError, type MolehillError } from '../errors.ts';
import type { ProgressListener } from '../progress.ts';
import { isRelayed, RelayedRefusal } from '../relayed.ts';
import type { Answer } from '../result.ts';
import type { Confirmations } from './confirmations.ts';
import { passOn } from './faithful-server.ts';
import { carriedBy, clientName, requestPeer, withoutProgressToken } from './peer.ts';

export interface ToolDoor {
  readonly catalogue: Catalogue;
  readonly dispatcher: Dispatcher;
  readonly door: DoorKind;
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

export async function callTool(door: ToolDoor, params: CallParams, arrival: Arrival): Promise<CallResult> {
  const entry = await lookTool(door.catalogue, params.name);
  if (entry.delegate) return callDelegate(door, entry, params, arrival);
  return callEntry(door, entry, params, arrival);
}

/** A wrong name inside the arguments is the model's mistake, and told to the model. */
async function callDelegate(
  door: ToolDoor,
  entry: CatalogueEntry,
  params: CallParams,
  arrival: Arrival,
): Promise<CallResult> {
  try {
    const { name, input } = entry.delegate?.(params.arguments) ?? params;
    const called = await door.catalogue.look(String(name));
    if (called.delegate) throw coreErrors.fail('E_INVALID_PARAMS', `${called.name} does not call itself.`);
    const given = input as CallParams['arguments'];
    return await callEntry(door, called, { ...params, name: called.name, arguments: given }, arrival);
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    return { content: [{ type: 'text', text: textOf(error) }], isError: true };
  }
}

async function callEntry(
  door: ToolDoor,
  entry: CatalogueEntry,
  params: CallParams,
  arrival: Arrival,
): Promise<CallResult> {
  const { server, context } = arrival;
  const request: CallRequest = {
    entry,
    input: params.arguments,
    door: door.door,
    client: clientName(server, context),
    signal: context.mcpReq.signal,
    onProgress: progressTo(context),
  };
  return isRelayed(entry.tool) ? relayCall(door, request, params, arrival) : ownCall(door, request, arrival);
}

async function ownCall(door: ToolDoor, request: CallRequest, arrival: Arrival): Promise<CallResult> {
  const { server, context } = arrival;
  const confirmation = door.confirmations.begin(request.entry, request.input, server, context);
  try {
    const answer = await door.dispatcher.call({ ...request, confirm: confirmation.confirm });
    return { ...textResult(answer), structuredContent: { ...answer.envelope } };
  } catch (pending) {
    if (!(pending instanceof ConfirmationPending)) throw pending;
    return confirmation.ask(pending.question);
  }
}

/** What failed on this side of the other server is told as text alone: the tool promises its own structure, not ours. */
async function relayCall(
  door: ToolDoor,
  request: CallRequest,
  { name: _, arguments: __, ...params }: CallParams,
  { server, session, context }: Arrival,
): Promise<CallResult> {
  const answer = await door.dispatcher.call({
    ...request,
    params: withoutProgressToken(params),
    peer: requestPeer(server, session, context),
    carried: carriedBy(context),
  });
  const { raw, refusal } = answer;
  if (refusal) throw new RelayedRefusal(refusal.code, refusal.message, refusal.data);
  return raw ? (passOn(raw) as CallResult) : textResult(answer);
}

async function lookTool(catalogue: Catalogue, name: string): Promise<CatalogueEntry> {
  try {
    return await catalogue.look(name);
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    const unknown = error.code === 'E_UNKNOWN_TOOL';
    const code = unknown ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, textOf(error));
  }
}

function textOf({ code, message, hint }: MolehillError): string {
  return `[${code}] ${message}${hint ? ` — ${hint}` : ''}`;
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
