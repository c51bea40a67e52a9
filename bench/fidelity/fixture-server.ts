import { setTimeout as sleep } from 'node:timers/promises';
import { inputRequired, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { RelayServer } from '@molehill/serve/relay-server';

/** A server of both eras that sends fields unknown to the SDK, asks in the 2026 way, and counts cancellations. */

const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
};
const icon = {
  src: 'data:image/svg+xml;base64,PHN2Zy8+',
  mimeType: 'image/svg+xml',
  sizes: ['any'],
  theme: 'dark' as const,
};
const object = { type: 'object' as const };
let stopped = 0;
let changed = false;

const tool = (name: string, more: object = {}) => ({ name, inputSchema: object, ...more });

function tools() {
  return [
    tool('odd', {
      title: 'Odd',
      description: 'Says what nobody expects.\nIn two lines.',
      icons: [icon],
      annotations: { title: 'Other title', readOnlyHint: true, unknownHint: 'kept' },
      outputSchema: { type: 'object', properties: { deep: { type: 'array' } }, 'x-kept': true },
      _meta: { 'example.com/kept': { a: [1, null] } },
      'x-unknown': { kept: true },
    }),
    ...['ask', 'ask-twice', 'sample', 'roots', 'wait', 'stopped', 'log', 'steps', 'change', 'update'].map(
      (name) => tool(name),
    ),
    tool('refuse', { inputSchema: { ...object, properties: { code: { type: 'integer' } } } }),
    ...(changed ? [] : [tool('doomed')]),
  ];
}

const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });

type Answer = (input: Record<string, unknown>, context: ServerContext, server: RelayServer) => unknown;

const form = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string', title: 'Name' } },
      required: ['name'],
    },
  });

const answers: Readonly<Record<string, Answer>> = {
  odd: (_, context, server) =>
    server.passResult(context, {
      content: [
        {
          type: 'text',
          text: 'é\u0000\u2028',
          annotations: { priority: 0.5, 'x-kept': 1 },
          'x-unknown': [1],
        },
        { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav', _meta: { kept: true } },
        {
          type: 'resource_link',
          uri: 'fixture://one',
          name: 'one',
          size: 3,
          icons: [icon],
          'x-unknown': null,
        },
        {
          type: 'resource',
          resource: { uri: 'fixture://two', blob: 'AAE=', mimeType: 'x/y', 'x-unknown': 0 },
        },
      ],
      structuredContent: { deep: [{ very: { deep: null } }], '': 0 },
      isError: false,
      _meta: { 'example.com/kept': 1e21 },
      'x-unknown': 'kept',
    }),
  ask: (_, { mcpReq }) =>
    mcpReq.inputResponses
      ? text({ answered: mcpReq.inputResponses, state: mcpReq.requestState() })
      : inputRequired({ inputRequests: { who: form('Who are you?') }, requestState: 'first' }),
  'ask-twice': (_, { mcpReq }) => {
    const state = mcpReq.requestState<string>();
    if (state === undefined)
      return inputRequired({ inputRequests: { one: form('One?'), two: form('Two?') }, requestState: 'one' });
    if (state === 'one')
      return inputRequired({ inputRequests: { three: form('Three?') }, requestState: 'two' });
    return text({ answered: mcpReq.inputResponses, state });
  },
  sample: (_, { mcpReq }) =>
    mcpReq.inputResponses
      ? text(mcpReq.inputResponses)
      : inputRequired({
          inputRequests: {
            it: inputRequired.createMessage({
              messages: [{ role: 'user', content: { type: 'text', text: 'Say it' } }],
              maxTokens: 5,
            }),
          },
        }),
  roots: (_, { mcpReq }) =>
    mcpReq.inputResponses
      ? text(mcpReq.inputResponses)
      : inputRequired({ inputRequests: { all: inputRequired.listRoots() } }),
  wait: async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 0 } });
    await sleep(60_000, undefined, { signal: mcpReq.signal }).catch(() => {
      stopped += 1;
    });
    return text('late');
  },
  stopped: () => text(stopped),
  log: async (_, { mcpReq }) => {
    await mcpReq.log('debug', 'too quiet to hear', 'fixture');
    await mcpReq.log('warning', { nested: ['loud', 'enough'] }, 'fixture');
    return text('logged');
  },
  steps: async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [5, 5, 0.5]) {
      const params = {
        progressToken: progressToken ?? 0,
        progress,
        total: 7,
        message: `at password=${progress}`,
      };
      if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params });
      await sleep(20);
    }
    return text('done');
  },
  change: async (_, __, server) => {
    changed = true;
    await server.sendToolListChanged();
    await server.sendPromptListChanged();
    return text('changed');
  },
  update: async (_, __, server) => {
    await server.sendResourceUpdated({ uri: 'fixture://one' });
    return text('updated');
  },
  refuse: ({ code }) => {
    throw Object.assign(new Error('as it was: "quoted"'), { code, data: { why: ['because', 1] } });
  },
};

function createServer(): RelayServer {
  const server = new RelayServer(
    { name: 'fixture', version: '1.2.3', title: 'Fixture', websiteUrl: 'https://example.com', icons: [icon] },
    { capabilities, instructions: 'Ask it anything.\n' },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools(), _meta: { page: 1 } }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const answer = answers[params.name];
    if (!answer) throw Object.assign(new Error(`no tool ${params.name}`), { code: -32_602 });
    return (await answer(params.arguments ?? {}, context, server)) as Result & { content: [] };
  });
  serveRest(server);
  return server;
}

function serveRest(server: RelayServer): void {
  const resource = {
    uri: 'fixture://one',
    name: 'one',
    size: 3,
    icons: [icon],
    annotations: { priority: 1 },
    'x-u': 1,
  };
  server.setRequestHandler('resources/list', () => ({ resources: [resource] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'fixture://{any}', name: 'any', 'x-u': 1 }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({
    contents: [{ uri: params.uri, text: 'one', 'x-unknown': 1, _meta: { kept: true } }],
  }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      ...(changed ? [{ name: 'new' }] : []),
      { name: 'greet', icons: [icon], arguments: [{ name: 'who', required: true }], 'x-u': 1 },
    ],
  }));
  server.setRequestHandler('prompts/get', (_, { mcpReq }) =>
    mcpReq.inputResponses
      ? {
          messages: [
            { role: 'user', content: { type: 'text', text: JSON.stringify(mcpReq.inputResponses) } },
          ],
        }
      : inputRequired({ inputRequests: { who: form('Who is greeted?') } }),
  );
  server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: { values: [`${params.argument.value}!`], total: 1, hasMore: false, 'x-unknown': 1 },
  }));
}

serveStdio(createServer, { legacy: process.argv.includes('--new') ? 'reject' : 'serve' });
