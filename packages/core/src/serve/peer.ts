import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Clients of 2026 introduce themselves with every request, those before once. */

const LONGEST_CLIENT_NAME = 100;

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
