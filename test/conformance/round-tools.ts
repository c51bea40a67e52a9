import {
  acceptedContent,
  type InputRequest,
  type InputResponseView,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './samples.ts';
import type { FixtureState, RoundState } from './state.ts';

const CONFIRMATION = z.object({ ok: z.boolean() });
const NAME = z.object({ name: z.string() });
const COLOUR = z.object({ color: z.string() });

/** Tools that pass signed state from one round to the next; the server rejects state that it did not sign. */
export function registerRoundTools(server: McpServer, state: FixtureState): void {
  registerConfirmation(server, state, 'test_input_required_result_request_state');
  registerConfirmation(server, state, 'test_input_required_result_tampered_state');
  registerMultipleInputs(server, state);
  registerMultiRound(server, state);
}

async function ask(
  { rounds }: FixtureState,
  ctx: ServerContext,
  next: RoundState,
  inputRequests: Record<string, InputRequest>,
) {
  return inputRequired({ inputRequests, requestState: await rounds.mint(next, ctx) });
}

/** State signed by another tool is rejected. */
function stateOf(ctx: ServerContext, tool: string): RoundState | undefined {
  const state = ctx.mcpReq.requestState<RoundState>();
  return state?.tool === tool ? state : undefined;
}

function registerConfirmation(server: McpServer, state: FixtureState, tool: string): void {
  const confirm = inputRequired.elicit({ message: 'Please confirm', requestedSchema: CONFIRMATION });
  server.registerTool(tool, { description: 'Asks for a confirmation, with state.' }, async (ctx) => {
    const confirmed = acceptedContent(ctx.mcpReq.inputResponses, 'confirm', CONFIRMATION);
    if (confirmed && stateOf(ctx, tool)) return text('state-ok');
    return ask(state, ctx, { tool, step: 1 }, { confirm });
  });
}

function registerMultipleInputs(server: McpServer, state: FixtureState): void {
  const tool = 'test_input_required_result_multiple_inputs';
  const wanted: Record<string, { kind: InputResponseView['kind']; request: InputRequest }> = {
    user_name: {
      kind: 'elicit',
      request: inputRequired.elicit({ message: 'What is your name?', requestedSchema: NAME }),
    },
    greeting: {
      kind: 'sampling',
      request: inputRequired.createMessage({
        messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }],
        maxTokens: 50,
      }),
    },
    client_roots: { kind: 'roots', request: inputRequired.listRoots() },
  };
  server.registerTool(tool, { description: 'Asks for three inputs at once.' }, async (ctx) => {
    const missing = Object.entries(wanted).filter(
      ([key, { kind }]) => inputResponse(ctx.mcpReq.inputResponses, key).kind !== kind,
    );
    if (missing.length === 0 && stateOf(ctx, tool)) return text('All three inputs came.');
    const requests = Object.fromEntries(missing.map(([key, { request }]) => [key, request]));
    return ask(state, ctx, { tool, step: 1 }, requests);
  });
}

function registerMultiRound(server: McpServer, state: FixtureState): void {
  const tool = 'test_input_required_result_multi_round';
  const step1 = inputRequired.elicit({ message: 'Step 1: What is your name?', requestedSchema: NAME });
  const step2 = inputRequired.elicit({
    message: 'Step 2: What is your favourite colour?',
    requestedSchema: COLOUR,
  });
  server.registerTool(tool, { description: 'Asks twice, one after the other.' }, async (ctx) => {
    const round = stateOf(ctx, tool);
    const name =
      round?.step === 1 ? acceptedContent(ctx.mcpReq.inputResponses, 'step1', NAME)?.name : round?.name;
    if (name === undefined) return ask(state, ctx, { tool, step: 1 }, { step1 });
    const colour = acceptedContent(ctx.mcpReq.inputResponses, 'step2', COLOUR)?.color;
    if (colour === undefined) return ask(state, ctx, { tool, step: 2, name }, { step2 });
    return text(`${name} likes ${colour}.`);
  });
}
