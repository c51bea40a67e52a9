import {
  acceptedContent,
  completable,
  type GetPromptResult,
  inputRequired,
  type McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PNG } from './samples.ts';
import type { FixtureState } from './state.ts';

const CONTEXT = z.object({ context: z.string() });
const WORDS = ['test', 'testing', 'paris', 'park', 'party'];

export function registerPrompts(server: McpServer, { extras }: FixtureState): void {
  server.registerPrompt('test_simple_prompt', { description: 'One sentence.' }, () =>
    said('This is a simple prompt for testing.'),
  );
  registerArguments(server);
  registerEmbedded(server);
  registerInputPrompt(server);
  if (extras.prompt) {
    server.registerPrompt('test_extra_prompt', { description: 'Comes and goes.' }, () => said('Here.'));
  }
}

function said(sentence: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: sentence } }] };
}

function registerArguments(server: McpServer): void {
  const arg1 = completable(z.string(), (value) => WORDS.filter((word) => word.startsWith(value)));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Repeats two arguments.', argsSchema: z.object({ arg1, arg2: z.string() }) },
    (args) => said(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`),
  );
}

function registerEmbedded(server: McpServer): void {
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: resourceUri,
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        ...said('Please process the embedded resource above.').messages,
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Shows an image.' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      ...said('Please analyze the image above.').messages,
    ],
  }));
}

function registerInputPrompt(server: McpServer): void {
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks for context.' }, (ctx) => {
    const accepted = acceptedContent(ctx.mcpReq.inputResponses, 'user_context', CONTEXT);
    if (accepted) return said(`Use this context: ${accepted.context}`);
    const question = { message: 'What context should the prompt use?', requestedSchema: CONTEXT };
    return inputRequired({ inputRequests: { user_context: inputRequired.elicit(question) } });
  });
}
