import {
  acceptedContent,
  type CallToolResult,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  type InputResponseView,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './samples.ts';

type Schema = ElicitRequestFormParams['requestedSchema'];
type Answer = CallToolResult | InputRequiredResult;

const PERSON: Schema = {
  type: 'object',
  properties: {
    username: { type: 'string', description: 'Name of the user' },
    email: { type: 'string', description: 'Address of the user' },
  },
  required: ['username', 'email'],
};

const DEFAULTS: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
  { const: 'value3', title: 'Third' },
];

const ENUMS: Schema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: OPTIONS },
    titledSingle: { type: 'string', oneOf: TITLED },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
    titledMulti: { type: 'array', items: { anyOf: TITLED } },
  },
};

const NAME = z.object({ name: z.string() });
const INPUT = 'input';

/** Asks for one input and answers with it; the SDK sends the request in the form of the client's revision. */
async function askOnce(
  ctx: ServerContext,
  kind: InputResponseView['kind'],
  request: InputRequest,
  key = INPUT,
): Promise<Answer> {
  const view = inputResponse(ctx.mcpReq.inputResponses, key);
  if (view.kind !== kind) return inputRequired({ inputRequests: { [key]: request } });
  return text(`Input: ${JSON.stringify(view)}`);
}

function sampling(prompt: string): InputRequest {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens: 100,
  });
}

export function registerInputTools(server: McpServer): void {
  registerTwoEraTools(server);
  registerSingleInputTools(server);
  registerCapabilityTools(server);
}

function registerTwoEraTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Lets the client complete a prompt.', inputSchema: z.object({ prompt: z.string() }) },
    ({ prompt }, ctx) => askOnce(ctx, 'sampling', sampling(prompt)),
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the user for a person.', inputSchema: z.object({ message: z.string() }) },
    ({ message }, ctx) => askOnce(ctx, 'elicit', inputRequired.elicit({ message, requestedSchema: PERSON })),
  );
  registerForm(server, 'test_elicitation_sep1034_defaults', 'Asks with a default in each field.', DEFAULTS);
  registerForm(server, 'test_elicitation_sep1330_enums', 'Asks with each kind of enumeration.', ENUMS);
  registerForm(server, 'test_streaming_elicitation', 'Asks on the response of the call.', PERSON);
}

function registerForm(server: McpServer, name: string, description: string, requestedSchema: Schema): void {
  server.registerTool(name, { description }, (ctx) =>
    askOnce(ctx, 'elicit', inputRequired.elicit({ message: 'Please fill in the form.', requestedSchema })),
  );
}

function registerSingleInputTools(server: McpServer): void {
  server.registerTool(
    'test_input_required_result_elicitation',
    { description: 'Asks for a name.' },
    (ctx) => {
      const accepted = acceptedContent(ctx.mcpReq.inputResponses, 'user_name', NAME);
      if (accepted) return text(`Hello, ${accepted.name}!`);
      const question = inputRequired.elicit({ message: 'What is your name?', requestedSchema: NAME });
      return inputRequired({ inputRequests: { user_name: question } });
    },
  );
  server.registerTool('test_input_required_result_sampling', { description: 'Asks a model.' }, (ctx) =>
    askOnce(ctx, 'sampling', sampling('What is the capital of France?'), 'capital_question'),
  );
  server.registerTool('test_input_required_result_list_roots', { description: 'Asks for roots.' }, (ctx) =>
    askOnce(ctx, 'roots', inputRequired.listRoots(), 'client_roots'),
  );
}

function registerCapabilityTools(server: McpServer): void {
  server.registerTool('test_missing_capability', { description: 'Cannot work without sampling.' }, (ctx) =>
    askOnce(ctx, 'sampling', sampling('Say something.')),
  );
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks only for what the client can give.' },
    () => {
      const inputRequests = requestsFor(server);
      if (Object.keys(inputRequests).length === 0) return text('The client can give nothing.');
      return inputRequired({ inputRequests });
    },
  );
}

function requestsFor(server: McpServer): Record<string, InputRequest> {
  const declared = server.server.getClientCapabilities();
  const form = inputRequired.elicit({ message: 'What is your name?', requestedSchema: NAME });
  return {
    ...(declared?.sampling && { sample: sampling('Say hello.') }),
    ...(declared?.elicitation && { form }),
    ...(declared?.roots && { roots: inputRequired.listRoots() }),
  };
}
