import {
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { errorText, isMolehillError } from '@molehill/core/errors';
import type { Relay, RelayDescription, RelayRequest } from '@molehill/core/relay';
import type { WireResult } from '@molehill/core/upstream';
import * as z from 'zod';
import { progressTo } from './call-tool.ts';
import { passOn } from './faithful-server.ts';
import { continuationOf, requestPeer, withoutProgressToken } from './peer.ts';

const METHODS: Readonly<Record<string, readonly string[]>> = {
  resources: ['resources/list', 'resources/templates/list', 'resources/read'],
  prompts: ['prompts/list', 'prompts/get'],
  completions: ['completion/complete'],
  logging: ['logging/setLevel'],
};
const SUBSCRIBING = ['resources/subscribe', 'resources/unsubscribe'];

/** Whatever the parameters are, it is for the server behind to judge them. */
const anyParams = z.looseObject({});

/** Answers with what the servers behind answer, for everything that is described as theirs. */
export function serveRelay(relay: Relay, told: RelayDescription, server: Server, session: string): void {
  const pass = (method: string, params: WireResult, context: ServerContext): Promise<Result> =>
    relayRequest(relay, method, params, { server, session, context });
  for (const method of methodsOf(told.capabilities)) {
    server.setRequestHandler(method, { params: anyParams }, (params, context) =>
      pass(method, params, context),
    );
  }
  if (told.passesUnknownMethods)
    server.fallbackRequestHandler = ({ method, params }, context) => pass(method, { ...params }, context);
}

function methodsOf(capabilities: RelayDescription['capabilities']): string[] {
  const served = Object.keys(METHODS).filter((name) => capabilities[name] !== undefined);
  const resources = capabilities.resources as { readonly subscribe?: boolean } | undefined;
  return [...served.flatMap((name) => METHODS[name] ?? []), ...(resources?.subscribe ? SUBSCRIBING : [])];
}

interface Arrival {
  readonly server: Server;
  readonly session: string;
  readonly context: ServerContext;
}

async function relayRequest(
  relay: Relay,
  method: string,
  params: WireResult,
  arrival: Arrival,
): Promise<Result> {
  return passOn(
    await asProtocolErrors(relay.handle(method, withoutProgressToken(params), requestOf(arrival))),
  );
}

/** What failed here and not in a server behind, in the only form in which such requests can fail. */
export async function asProtocolErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, errorText(error));
  }
}

function requestOf({ server, session, context }: Arrival): RelayRequest {
  const continuation = continuationOf(context);
  const progress = progressTo(context);
  return {
    signal: context.mcpReq.signal,
    peer: requestPeer(server, session, context),
    ...(continuation ? { continuation } : {}),
    ...(progress ? { progress } : {}),
  };
}
