import { at, text } from '../../clients/json.ts';
import { type MolehillOptions, spawnMolehill } from './molehill.ts';
import { type Params, RawClient } from './raw-client.ts';

/** An agent over stdio whose client cannot ask a person. */
export interface Agent {
  /** The text of the answer; of an error it starts with its code. */
  call(tool: string, input?: Params): Promise<string>;
  readonly instructions: string;
}

export async function startAgent(workspace: string, options: MolehillOptions = {}): Promise<Agent> {
  const args = ['mcp', '--mode', 'full', '--workspace', workspace];
  const client = new RawClient(spawnMolehill(args, { cwd: workspace, ...options }));
  const hello = await client.handshake();
  return {
    call: async (tool, input = {}) => said(await client.call(tool, input)),
    instructions: text(at(hello, 'result', 'instructions')),
  };
}

function said(message: unknown): string {
  return text(at(message, 'result', 'content', 0, 'text')) || JSON.stringify(message);
}
