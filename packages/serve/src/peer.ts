import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  LOG_LEVEL_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ContinuationParams, Peer, WireResult } from '@molehill/core/upstream';
import * as z from 'zod';
import { foreignNote } from './confirmations.ts';

/** Clients of 2026 introduce themselves with every request, those before once. */

const LONGEST_CLIENT_NAME = 100;
/** People are asked, and people take their time; the server that asks gives up when it wants to. */
const LONGEST_QUESTION_MS = 60 * 60_000;

export function clientName(server: Server, context: ServerContext): string | undefined {
  const declared = envelopeOf(context)?.[CLIENT_INFO_META_KEY] as { readonly name: string } | undefined;
  return (declared ?? server.getClientVersion())?.name.slice(0, LONGEST_CLIENT_NAME);
}

export function canElicit(server: Server, context: ServerContext): boolean {
  const declared = envelopeOf(context)?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const elicitation = (declared ?? server.getClientCapabilities())?.elicitation;
  if (!elicitation) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

function envelopeOf(context: ServerContext): Readonly<Record<string, unknown>> | undefined {
  return context.mcpReq.envelope;
}

const anyResult = z.looseObject({});

/** The client that sent a request: what goes to it belongs to that request. */
export function requestPeer(server: Server, session: string, context: ServerContext): Peer {
  const { envelope, send, notify } = context.mcpReq;
  const connection = connectionPeer(server, session);
  return {
    ...connection,
    era: envelope ? 'modern' : 'legacy',
    ...(envelope ? introducedIn(envelope) : {}),
    request: (method, params, signal) =>
      send(message(method, params), anyResult, {
        timeout: LONGEST_QUESTION_MS,
        ...(signal ? { signal } : {}),
      }),
    notify: (method, params) => void notify(message(method, params)).catch(() => {}),
  };
}

/** The client at the other end of a connection, whatever it has asked. */
export function connectionPeer(server: Server, session: string, era: Peer['era'] = 'legacy'): Peer {
  const info = server.getClientVersion();
  return {
    session,
    era,
    capabilities: { ...server.getClientCapabilities() },
    ...(info ? { info: { ...info } } : {}),
    request: (method, params, signal) =>
      server.request(message(method, params), anyResult, {
        timeout: LONGEST_QUESTION_MS,
        ...(signal ? { signal } : {}),
      }),
    notify: (method, params) => void server.notification(message(method, params)).catch(() => {}),
  };
}

function introducedIn(envelope: Readonly<Record<string, unknown>>): Partial<Peer> {
  const info = envelope[CLIENT_INFO_META_KEY] as Peer['info'];
  const logLevel = envelope[LOG_LEVEL_META_KEY] as string | undefined;
  return {
    capabilities: { ...(envelope[CLIENT_CAPABILITIES_META_KEY] as object | undefined) },
    ...(info ? { info } : {}),
    ...(logLevel ? { logLevel } : {}),
  };
}

/** What a client of 2026 brought along with its answers, if this is such a request. */
export function continuationOf(context: ServerContext): ContinuationParams | undefined {
  const { inputResponses } = context.mcpReq;
  const requestState = foreignNote(context);
  if (inputResponses === undefined && requestState === undefined) return undefined;
  return {
    ...(inputResponses ? { inputResponses } : {}),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

/** The parameters without what only the two ends of this connection understand. */
export function withoutProgressToken(params: WireResult): WireResult {
  const { _meta, ...rest } = params;
  const { progressToken: _, ...meta } = { ...(_meta as WireResult | undefined) };
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}

function message(method: string, params: WireResult | undefined) {
  return params === undefined ? { method } : { method, params: { ...params } };
}
