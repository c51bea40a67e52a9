import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, FrontendKind } from '@molehill/core/caller';

const LONGEST_CLIENT_NAME = 100;

/** One client of an endpoint, from its connection to its end. */
export interface ClientConnection {
  readonly server: Server;
  /** Names the connection; a client without connections is known by what it says of itself. */
  readonly session: string;
  readonly isConnection: boolean;
  readonly frontend: FrontendKind;
  readonly workspace: readonly string[];
}

interface ClientInfo {
  readonly name?: string;
  readonly version?: string;
}

/**
 * Modern clients over HTTP keep no connection: each request says who sends it, and requests with the same client name
 * and version are one caller. Everybody there holds the endpoint's token.
 */
export function callerOf(connection: ClientConnection, context: ServerContext): Caller {
  const { server, session, isConnection, frontend, workspace } = connection;
  const declared = envelopeOf(context)?.[CLIENT_INFO_META_KEY] as ClientInfo | undefined;
  const { name, version = '' } = declared ?? server.getClientVersion() ?? {};
  return {
    id: isConnection ? session : `${frontend}:${name ?? ''}/${version}`,
    frontend,
    client: name?.slice(0, LONGEST_CLIENT_NAME),
    workspace,
  };
}

/** Whether the client can ask a person with a form. */
export function canElicit(server: Server, context: ServerContext): boolean {
  const declared = envelopeOf(context)?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const elicitation = (declared ?? server.getClientCapabilities())?.elicitation;
  if (!elicitation) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

function envelopeOf(context: ServerContext): Readonly<Record<string, unknown>> | undefined {
  return context.mcpReq.envelope;
}
