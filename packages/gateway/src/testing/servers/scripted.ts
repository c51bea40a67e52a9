import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * A legacy server that says about itself what a JSON file contains at the moment: `instructions`, `tools`, `prompts`,
 * `resources`, `resourceTemplates`. The tool `announce` announces a change of all lists. `answers` are the results of
 * its other tools, of `prompts/get` and `resources/read`, by name or URI.
 */
interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly uri?: string; readonly protocolVersion?: string };
}

const script = () => JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const changing = { listChanged: true };

function answer({ method, params }: Request): object | undefined {
  const now = script();
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: changing, prompts: changing, resources: changing },
      serverInfo: { name: 'scripted', version: '1.0.0' },
      instructions: now.instructions,
    };
  if (method === 'tools/list') return { tools: now.tools ?? [] };
  if (method === 'prompts/list') return { prompts: now.prompts ?? [] };
  if (method === 'resources/list') return { resources: now.resources ?? [] };
  if (method === 'resources/templates/list') return { resourceTemplates: now.resourceTemplates ?? [] };
  if (method === 'tools/call' && params?.name === 'announce') return announce();
  return now.answers?.[params?.name ?? params?.uri ?? ''];
}

function announce(): object {
  for (const list of ['tools', 'prompts', 'resources'])
    send({ method: `notifications/${list}/list_changed` });
  return { content: [{ type: 'text', text: 'announced' }] };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line);
  if (request.id === undefined) continue;
  const result = answer(request);
  send({
    id: request.id,
    ...(result ? { result } : { error: { code: -32_601, message: 'Method not found' } }),
  });
}
