import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  LOG_LEVEL_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, FrontendKind } from '@molehill/core/caller';
import type { ContinuationParams, Peer, WireResult } from '@molehill/core/upstream';
import * as z from 'zod';

const LONGEST_CLIENT_NAME = 100;
/** A person answers; the server that asks sets its own timeout. */
const LONGEST_QUESTION_MS = 60 * 60_000;

/** One client of an endpoint, from its connection to its end. */
export interface ClientConnection {
  readonly server: Server;
  readonly session: string;
  /** False for modern clients over HTTP, whose server lives for one request. */
  readonly isConnection: boolean;
  readonly frontend: FrontendKind;
  readonly workspace: readonly string[];
}

interface Identity {
  readonly info: { readonly name?: string; readonly version?: string } | undefined;
  readonly capabilities: ClientCapabilities | undefined;
  readonly logLevel?: string | undefined;
}

/** Modern clients identify themselves with every request, legacy clients in the handshake. */
function identify(server: Server, context?: ServerContext): Identity {
  const envelope: Readonly<Record<string, unknown>> | undefined = context?.mcpReq.envelope;
  if (!envelope) return { info: server.getClientVersion(), capabilities: server.getClientCapabilities() };
  return {
    info: envelope[CLIENT_INFO_META_KEY] as Identity['info'],
    capabilities: envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined,
    logLevel: envelope[LOG_LEVEL_META_KEY] as string | undefined,
  };
}

/** Without a connection, requests with the same client name and version are one caller; all hold the endpoint's token. */
export function callerOf(connection: ClientConnection, context: ServerContext): Caller {
  const { server, session, isConnection, frontend, workspace } = connection;
  const { name, version = '' } = identify(server, context).info ?? {};
  return {
    id: isConnection ? session : `${frontend}:${name ?? ''}/${version}`,
    frontend,
    client: name?.slice(0, LONGEST_CLIENT_NAME),
    workspace,
  };
}

/** Whether the client can ask a person with a form. */
export function canElicit(server: Server, context: ServerContext): boolean {
  const elicitation = identify(server, context).capabilities?.elicitation;
  if (!elicitation) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

const anyResult = z.looseObject({});

/** The client that sent a request; messages to it are related to that request. */
export function requestPeer(server: Server, session: string, context: ServerContext): Peer {
  const { envelope, send, notify } = context.mcpReq;
  return {
    ...peerFields(identify(server, context)),
    session,
    era: envelope ? 'modern' : 'legacy',
    request: (method, params, signal) => send(message(method, params), anyResult, questionOptions(signal)),
    notify: (method, params) => void notify(message(method, params)).catch(() => {}),
  };
}

/** The client of a connection, independent of its requests. */
export function connectionPeer(server: Server, session: string, era: Peer['era']): Peer {
  return {
    ...peerFields(identify(server)),
    session,
    era,
    request: (method, params, signal) =>
      server.request(message(method, params), anyResult, questionOptions(signal)),
    notify: (method, params) => void server.notification(message(method, params)).catch(() => {}),
  };
}

function peerFields({
  info,
  capabilities,
  logLevel,
}: Identity): Pick<Peer, 'capabilities' | 'info' | 'logLevel'> {
  return {
    capabilities: { ...capabilities },
    ...(info ? { info: { ...info } } : {}),
    ...(logLevel ? { logLevel } : {}),
  };
}

function questionOptions(signal: AbortSignal | undefined) {
  return { timeout: LONGEST_QUESTION_MS, ...(signal ? { signal } : {}) };
}

function message(method: string, params: WireResult | undefined) {
  return params === undefined ? { method } : { method, params: { ...params } };
}

/** Request state we did not sign: an upstream server's, or a forged one. */
export class ForeignState {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The answers and state of a request that continues an earlier one. */
export function continuationOf({ mcpReq }: ServerContext): ContinuationParams | undefined {
  const { inputResponses } = mcpReq;
  const state = mcpReq.requestState();
  const requestState = state instanceof ForeignState ? state.text : undefined;
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
