import { createInterface } from 'node:readline';

/** Lists as many tools as its argument says, without an SDK: starting fifty servers with one would take a minute. */
const [id = 'listing', count = '20'] = process.argv.slice(2);

const tools = Array.from({ length: Number(count) }, (_, index) => ({
  name: `${id}_tool_${index}`,
  title: `Tool ${index} of ${id}`,
  description: `Does what number ${index} of ${id} is there for, and says afterwards how it went and what to do next.`,
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where it is done' },
      limit: { type: 'integer', minimum: 1, maximum: 500, description: 'How many at most' },
      mode: { type: 'string', enum: ['fast', 'thorough'], description: 'How carefully' },
    },
    required: ['path'],
  },
  annotations: { readOnlyHint: true },
}));

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: id, version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: name }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id: request, method, params } = JSON.parse(line);
  if (request === undefined) continue;
  const answer = answers[method];
  const outcome = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: `There is no ${method} here.` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request, ...outcome })}\n`);
}
