import { renderText } from '@molehill/core/render';
import type { Answer } from '@molehill/core/result';
import { UsageError } from './output.ts';
import { type TerminalContext, terminalCaller } from './terminal-call.ts';
import type { Workbench } from './workbench.ts';

/** The servers with named connections. */
const serverIds = ['sql', 'es'] as const;

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
  const answers = await Promise.all(
    serverIds.map((server) => callConnectionTool(workbench, server, 'list_connections', {}, context)),
  );
  const owners = serverIds.filter((_, index) =>
    connectionsOf(answers[index]).some((each) => each.name === name),
  );
  if (owners.length > 1)
    throw new UsageError(`Both sql and es have a connection "${name}".`, 'Choose one with --server.');
  return owners[0] ?? serverIds[0];
}

function connectionsOf(answer: Answer | undefined): readonly { readonly name: string }[] {
  const data = answer?.envelope.ok ? answer.envelope.data : undefined;
  return (data as { connections?: { name: string }[] } | undefined)?.connections ?? [];
}

/** The connections of all servers as one answer, or the first failure. */
export async function listAll(workbench: Workbench, context: TerminalContext): Promise<Answer> {
  const [sql, es] = await Promise.all([
    callConnectionTool(workbench, 'sql', 'list_connections', {}, context),
    callConnectionTool(workbench, 'es', 'list_connections', {}, context),
  ]);
  if (!sql.envelope.ok || !es.envelope.ok) return sql.envelope.ok ? es : sql;
  const problems = [...problemsOf(sql), ...problemsOf(es)];
  const data = {
    connections: [
      ...connectionsOf(sql).map((connection) => ({ server: 'sql', ...connection })),
      ...connectionsOf(es).map((connection) => ({ server: 'es', ...connection })),
    ],
    ...(problems.length > 0 ? { problems } : {}),
  };
  return { envelope: { ...sql.envelope, data }, text: renderText(data) };
}

function problemsOf({ envelope }: Answer): readonly unknown[] {
  const data = envelope.ok ? envelope.data : undefined;
  return (data as { problems?: unknown[] } | undefined)?.problems ?? [];
}
