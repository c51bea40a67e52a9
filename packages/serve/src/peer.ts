import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ContinuationParams, Peer, WireResult } from '@molehill/core/upstream';
import * as z from 'zod';
import { upstreamState } from './questions.ts';

/** Modern clients identify themselves with every request, legacy clients in the handshake. */

/** A person answers; the server that asks sets its own timeout. */
const LONGEST_QUESTION_MS = 60 * 60_000;

const anyResult = z.looseObject({});

/** The client that sent a request; messages to it are related to that request. */
export function requestPeer(server: Server, session: string, context: ServerContext): Peer {
  const { envelope, send, notify } = context.mcpReq;
  const connection = connectionPeer(server, session);
  return {
    ...connection,
    era: envelope ? 'modern' : 'legacy',
    ...(envelope ? identityIn(envelope) : {}),
    request: (method, params, signal) =>
      send(message(method, params), anyResult, {
        timeout: LONGEST_QUESTION_MS,
        ...(signal ? { signal } : {}),
      }),
    notify: (method, params) => void notify(message(method, params)).catch(() => {}),
  };
}

/** The client of a connection, independent of its requests. */
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

function identityIn(envelope: Readonly<Record<string, unknown>>): Partial<Peer> {
  const info = envelope[CLIENT_INFO_META_KEY] as Peer['info'];
  const logLevel = envelope[LOG_LEVEL_META_KEY] as string | undefined;
  return {
    capabilities: { ...(envelope[CLIENT_CAPABILITIES_META_KEY] as object | undefined) },
    ...(info ? { info } : {}),
    ...(logLevel ? { logLevel } : {}),
  };
}

/** The answers and state of a request that continues an earlier one. */
export function continuationOf(context: ServerContext): ContinuationParams | undefined {
  const { inputResponses } = context.mcpReq;
  const requestState = upstreamState(context);
  if (inputResponses === undefined && requestState === undefined) return undefined;
  return {
    ...(inputResponses ? { inputResponses } : {}),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

/** The progress token means something on this connection only. */
export function withoutProgressToken(params: WireResult): WireResult {
  const { _meta, ...rest } = params;
  const { progressToken: _, ...meta } = { ...(_meta as WireResult | undefined) };
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}

function message(method: string, params: WireResult | undefined) {
  return params === undefined ? { method } : { method, params: { ...params } };
}
