import { createHash, randomBytes } from 'node:crypto';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool as WireTool,
} from '@modelcontextprotocol/server';
import type { DoorKind } from '../calls.ts';
import type { Catalogue, CatalogueEntry } from '../catalogue.ts';
import { type Confirmation, ConfirmationPending, type Dispatcher } from '../dispatch.ts';
import { isMolehillError } from '../errors.ts';
import type { ProgressListener } from '../progress.ts';
import { type Answer, envelopeSchema, inputSchema } from '../result.ts';

export interface McpEndpoint {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly catalogue: Catalogue;
  readonly dispatcher: Dispatcher;
}

const LIST_TTL_MS = 60_000;
const LONGEST_CLIENT_NAME = 100;

/** What a client of the 2026 protocol carries from a question to its answer. Signed, so that only asked questions count. */
interface Asked {
  readonly call: string;
  readonly question: string;
  /** What was answered to the questions before it, by their keys. */
  readonly answers: Readonly<Record<string, Confirmation>>;
}

type StateCodec = ReturnType<typeof createRequestStateCodec<Asked>>;

/** Tools as MCP, for one door. The SDK asks for a fresh server per connection or per request. */
export function mcpFactory(endpoint: McpEndpoint, door: DoorKind): McpServerFactory {
  const tools = endpoint.catalogue.entries.map(wireTool);
  const codec = createRequestStateCodec<Asked>({ key: randomBytes(32) });
  return () => {
    const server = new Server(
      { name: endpoint.name, version: endpoint.version },
      {
        capabilities: { tools: {} },
        instructions: endpoint.instructions,
        cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
        requestState: { verify: codec.verify },
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', (request, context) =>
      callTool(endpoint, door, codec, server, request.params, context),
    );
    return server;
  };
}

function wireTool(entry: CatalogueEntry): WireTool {
  const { tool } = entry;
  return {
    name: entry.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool) as WireTool['inputSchema'],
    outputSchema: envelopeSchema(tool) as NonNullable<WireTool['outputSchema']>,
    annotations: {
      title: tool.title,
      readOnlyHint: tool.safety.readOnly,
      destructiveHint: tool.safety.destructive,
      idempotentHint: tool.safety.idempotent,
      openWorldHint: tool.safety.openWorld,
    },
  };
}

async function callTool(
  endpoint: McpEndpoint,
  door: DoorKind,
  codec: StateCodec,
  server: Server,
  params: { name: string; arguments?: Record<string, unknown> | undefined },
  context: ServerContext,
) {
  const entry = findTool(endpoint.catalogue, params.name);
  const confirmation = createConfirmation(entry, params.arguments, server, context);
  try {
    const answer = await endpoint.dispatcher.call({
      entry,
      input: params.arguments,
      door,
      client: clientName(server, context),
      signal: context.mcpReq.signal,
      onProgress: progressTo(context),
      confirm: confirmation.confirm,
    });
    return toCallToolResult(answer);
  } catch (pending) {
    if (!(pending instanceof ConfirmationPending)) throw pending;
    return confirmation.ask(pending.question, codec);
  }
}

function findTool(catalogue: Catalogue, name: string): CatalogueEntry {
  try {
    return catalogue.find(name);
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `[${error.code}] ${error.message} — ${error.hint}`,
    );
  }
}

function toCallToolResult(answer: Answer): CallToolResult {
  return {
    content: [{ type: 'text', text: answer.text }],
    structuredContent: { ...answer.envelope },
    ...(answer.envelope.ok ? {} : { isError: true }),
  };
}

function progressTo(context: ServerContext): ProgressListener | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ done, ...rest }) => {
    const params = { progressToken, progress: done, ...rest };
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/**
 * A question to the person behind the client. Both protocol eras take the same road: the call is answered with the
 * question, and comes again with the answer and with our signed note of what was asked about which call.
 */
function createConfirmation(entry: CatalogueEntry, input: unknown, server: Server, context: ServerContext) {
  const carried = context.mcpReq.requestState<Asked>();
  const answers: Record<string, Confirmation> = {};

  const confirm = async (question: string): Promise<Confirmation> => {
    const call = digest([entry.name, input]);
    const key = digest([call, question]);
    const state = carried?.call === call ? carried : undefined;
    const answer = state?.question === key ? answerOf(context, key) : state?.answers[key];
    if (answer === undefined && canElicit(server, context)) throw new ConfirmationPending(question);
    answers[key] = answer ?? 'unavailable';
    return answers[key];
  };

  const ask = async (question: string, codec: StateCodec) => {
    const call = digest([entry.name, input]);
    const key = digest([call, question]);
    return inputRequired({
      inputRequests: { [key]: inputRequired.elicit({ message: question, requestedSchema: yesOrNo }) },
      requestState: await codec.mint({ call, question: key, answers }),
    });
  };

  return { confirm, ask };
}

const yesOrNo = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Go ahead' } },
  required: ['confirm'],
};

function answerOf(context: ServerContext, key: string): Confirmation {
  const answer = inputResponse(context.mcpReq.inputResponses, key);
  const agreed = answer.kind === 'elicit' && answer.action === 'accept' && answer.content?.confirm === true;
  return agreed ? 'agreed' : 'declined';
}

/** Clients of 2026 introduce themselves with every request, those before once. */
function clientName(server: Server, context: ServerContext): string | undefined {
  const declared = envelopeOf(context)?.[CLIENT_INFO_META_KEY] as { readonly name: string } | undefined;
  return (declared ?? server.getClientVersion())?.name.slice(0, LONGEST_CLIENT_NAME);
}

function envelopeOf(context: ServerContext): Readonly<Record<string, unknown>> | undefined {
  return context.mcpReq.envelope;
}

function canElicit(server: Server, context: ServerContext): boolean {
  const declared = envelopeOf(context)?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const capabilities = declared ?? server.getClientCapabilities();
  const elicitation = capabilities?.elicitation;
  if (!elicitation) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
