import { renderText } from '@molehill/core/render';
import type { Answer } from '@molehill/core/result';
import { UsageError } from './output.ts';
import { type TerminalContext, terminalCaller } from './terminal-call.ts';
import type { Workbench } from './workbench.ts';

/** The servers with named connections. */
const serverIds = ['sql', 'es'] as const;

interface ConnectionList {
  readonly connections?: readonly { readonly name: string }[];
  readonly problems?: readonly unknown[];
}

export function checkServer(id: string): string {
  if (serverIds.some((known) => known === id)) return id;
  throw new UsageError(`Server "${id}" has no connections.`, `Servers: ${serverIds.join(', ')}.`);
}

export function callConnectionTool(
  workbench: Workbench,
  server: string,
  tool: string,
  input: unknown,
  context: TerminalContext,
): Promise<Answer> {
  const entry = workbench.catalogue.find(`${server}__${tool}`);
  return workbench.dispatcher.call({ entry, input, caller: terminalCaller(workbench), ...context });
}

/** The server that has a connection of that name, or the first server, which reports it as unknown. */
export async function ownerOf(
  name: string | undefined,
  workbench: Workbench,
  context: TerminalContext,
): Promise<string> {
  const lists = await listEach(workbench, context);
  const owners = lists.filter(({ connections }) => connections.some((each) => each.name === name));
  if (owners.length > 1)
    throw new UsageError(`Both sql and es have a connection "${name}".`, 'Choose one with --server.');
  return owners[0]?.server ?? serverIds[0];
}

/** The connections of all servers as one answer, or the first failure. */
export async function listAll(workbench: Workbench, context: TerminalContext): Promise<Answer> {
  const lists = await listEach(workbench, context);
  const answer = lists.map((list) => list.answer).reduce((first, next) => (first.envelope.ok ? next : first));
  if (!answer.envelope.ok) return answer;
  const problems = lists.flatMap((list) => list.problems);
  const data = {
    connections: lists.flatMap(({ server, connections }) => connections.map((each) => ({ server, ...each }))),
    ...(problems.length > 0 ? { problems } : {}),
  };
  return { envelope: { ...answer.envelope, data }, text: renderText(data) };
}

function listEach(workbench: Workbench, context: TerminalContext) {
  const lists = serverIds.map(async (server) => {
    const answer = await callConnectionTool(workbench, server, 'list_connections', {}, context);
    const data = answer.envelope.ok ? (answer.envelope.data as ConnectionList) : {};
    return { server, answer, connections: data.connections ?? [], problems: data.problems ?? [] };
  });
  return Promise.all(lists);
}
