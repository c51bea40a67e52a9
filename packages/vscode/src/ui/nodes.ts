import type { CallRecord } from '@molehill/core/calls';
import type { WaitingDatabase } from '@molehill/project/review';
import type { Agent, CallHistory, RunningCall } from './call-history.ts';
import type { PendingQuestion } from './questions.ts';

/** An entry of a tree view. */
export interface Node {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** A codicon. */
  readonly icon: string;
  readonly children?: readonly Node[];
  /** What Approve and Decline are for. */
  readonly decision?: Decision;
}

export type Decision =
  | { readonly kind: 'question'; readonly question: PendingQuestion }
  | { readonly kind: 'project'; readonly database: WaitingDatabase };

/** A debug session that an agent started. */
export interface AgentSession {
  readonly name: string;
  readonly type: string;
}

const frontends: Readonly<Record<Agent['frontend'], string>> = {
  stdio: 'stdio',
  http: 'HTTP',
  sse: 'HTTP (SSE)',
  jobs: 'job folder',
  cli: 'terminal',
  page: 'page',
  editor: 'chat of this window',
  memory: 'memory',
};

export function agentNodes({ agents }: CallHistory, sessions: readonly AgentSession[]): readonly Node[] {
  return [
    ...sessions.map(({ name, type }) => ({
      label: name,
      description: `debug session, ${type}`,
      icon: 'debug-alt',
    })),
    ...agents.map((agent) => ({
      label: agent.name,
      description: `${frontends[agent.frontend]}, ${counted(agent.calls.length, 'call')}`,
      icon: 'account',
      children: agent.calls.map(finishedNode),
    })),
  ];
}

export function callNodes({ running, finished }: CallHistory): readonly Node[] {
  return [...running.map(runningNode), ...finished.map(finishedNode)];
}

/** How agents reach this window, and the database that its project means. */
export interface Reachable {
  readonly http?: { readonly url: string };
  readonly project?: { readonly port?: number; readonly hasJobFolder: boolean };
  /** Tools of VS Code's own agent. */
  readonly languageModelTools: number;
  readonly database?: string;
}

export function connectionNodes({ http, project, languageModelTools, database }: Reachable): readonly Node[] {
  return [
    http
      ? { label: 'HTTP server', description: http.url, icon: 'server' }
      : { label: 'HTTP server', description: 'off', icon: 'circle-slash' },
    { label: 'Chat of this window', description: counted(languageModelTools, 'tool'), icon: 'comment' },
    ...(project?.port === undefined
      ? []
      : [{ label: 'Project port', description: `http://127.0.0.1:${project.port}`, icon: 'plug' }]),
    ...(project?.hasJobFolder ? [{ label: 'Job folder', description: 'on', icon: 'folder' }] : []),
    ...(database === undefined
      ? []
      : [{ label: 'Database of the project', description: database, icon: 'database' }]),
  ];
}

export function waitingNodes(
  questions: readonly PendingQuestion[],
  databases: readonly WaitingDatabase[],
): readonly Node[] {
  return [
    ...questions.map((question) => ({
      label: question.message,
      tooltip: question.message,
      icon: 'question',
      decision: { kind: 'question', question } as const,
    })),
    ...databases.map((database) => ({
      label: `Use the database of ${database.place}`,
      description: database.database,
      tooltip: describeProject(database),
      icon: 'database',
      decision: { kind: 'project', database } as const,
      children: database.would.map((would) => ({ label: would, icon: 'warning' })),
    })),
  ];
}

export function describeProject({ place, database, would }: WaitingDatabase): string {
  return [`${place}: ${database}`, ...would.map((each) => `Molehill would ${each}.`)].join('\n');
}

function runningNode({ tool, frontend }: RunningCall): Node {
  return { label: tool, description: `runs, ${frontends[frontend]}`, icon: 'sync~spin' };
}

function finishedNode(call: CallRecord): Node {
  const { tool, client, at, outcome } = call;
  const result = resultOf(call);
  return {
    label: tool,
    description: `${result} in ${duration(call.durationMs)}`,
    tooltip: `${tool}: ${result}\n${client ?? 'unnamed client'}, ${frontends[call.frontend]}, ${at}`,
    icon: outcome === 'ok' ? 'pass' : outcome === 'asked' ? 'question' : 'error',
  };
}

function resultOf({ outcome, code }: CallRecord): string {
  if (outcome === 'ok') return 'ok';
  return outcome === 'asked' ? 'asked' : (code ?? 'error');
}

function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
