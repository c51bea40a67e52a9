import {
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Dispatcher } from '@molehill/core/dispatch';
import { errorText, isMolehillError } from '@molehill/core/errors';
import type { Relay, RelayDescription, RelayRequest } from '@molehill/core/relay';
import type { WireResult } from '@molehill/core/upstream';
import * as z from 'zod';
import { type IncomingRequest, progressTo } from './call-tool.ts';
import { callerOf, continuationOf, requestPeer, withoutProgressToken } from './client.ts';

const METHODS: Readonly<Record<string, readonly string[]>> = {
  resources: ['resources/list', 'resources/templates/list', 'resources/read'],
  prompts: ['prompts/list', 'prompts/get'],
  completions: ['completion/complete'],
  logging: ['logging/setLevel'],
};
const SUBSCRIPTION_METHODS = ['resources/subscribe', 'resources/unsubscribe'];

/** The server that answers validates them. */
const anyParams = z.looseObject({});

export interface RelayEndpoint {
  readonly relay: Relay;
  readonly dispatcher: Dispatcher;
  readonly name: string;
}

/** Serves every method besides tools that the description declares. */
export function serveRelay(
  endpoint: RelayEndpoint,
  { capabilities, relaysUnknownMethods }: RelayDescription,
  connection: Omit<IncomingRequest, 'context'>,
): void {
  const { server } = connection;
  const relay = (method: string, params: WireResult, context: ServerContext) =>
    relayRequest(endpoint, method, withoutProgressToken(params), { ...connection, context });
  for (const method of methodsOf(capabilities)) {
    server.setRequestHandler(method, { params: anyParams }, (params, context) =>
      relay(method, params, context),
    );
  }
  if (relaysUnknownMethods)
    server.fallbackRequestHandler = ({ method, params }, context) => relay(method, { ...params }, context);
}

function methodsOf(capabilities: RelayDescription['capabilities']): string[] {
  const served = Object.keys(METHODS).filter((name) => capabilities[name] !== undefined);
  const resources = capabilities.resources as { readonly subscribe?: boolean } | undefined;
  return [
    ...served.flatMap((name) => METHODS[name] ?? []),
    ...(resources?.subscribe ? SUBSCRIPTION_METHODS : []),
  ];
}

async function relayRequest(
  { relay, dispatcher, name }: RelayEndpoint,
  method: string,
  params: WireResult,
  incoming: IncomingRequest,
): Promise<Result> {
  const { server, context } = incoming;
  const request = requestOf(incoming);
  const { caller, signal } = request;
  try {
    return await asProtocolErrors(
      dispatcher.perform({
        method,
        params,
        server: name,
        caller,
        signal,
        timeoutMs: relay.timeoutOf?.(method, params),
        run: (context) => relay.handle(method, params, { ...request, ...context }),
      }),
    );
  } catch (error) {
    server.relayError(context, error);
    throw error;
  }
}

/** Failures on our side, in the only form in which these methods can fail. */
export async function asProtocolErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, errorText(error));
  }
}

function requestOf(incoming: IncomingRequest): Omit<RelayRequest, 'handles' | 'fit'> {
  const { server, session, context } = incoming;
  const continuation = continuationOf(context);
  const progress = progressTo(context);
  return {
    signal: context.mcpReq.signal,
    caller: callerOf(incoming, context),
    peer: requestPeer(server, session, context),
    ...(continuation ? { continuation } : {}),
    ...(progress ? { progress } : {}),
  };
}
