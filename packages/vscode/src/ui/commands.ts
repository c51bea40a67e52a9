import type { Node } from './nodes.ts';

/** What a person can do. */
export interface Actions {
  showServerMenu(): Promise<void>;
  startServer(): Promise<void>;
  stopServer(): Promise<void>;
  copyServerUrl(): Promise<void>;
  copyConfiguration(client?: string): Promise<void>;
  viewLogs(): void;
  refresh(): Promise<void>;
  decide(node: Node, isApproved: boolean): Promise<void>;
  clearCalls(): void;
  endAgentSessions(): Promise<void>;
  removeAgentBreakpoints(): Promise<void>;
  openWalkthrough(): Promise<void>;
}

interface Command {
  readonly id: `molehill.${string}`;
  readonly title: string;
  /** VS Code passes the entry of a tree view where the command is one of its buttons. */
  run(actions: Actions, argument?: unknown): unknown;
}

/** Every command of the extension. The manifest declares the same ids and titles. */
export const commands: readonly Command[] = [
  { id: 'molehill.showServerMenu', title: 'Show Server Menu', run: (on) => on.showServerMenu() },
  { id: 'molehill.startServer', title: 'Start HTTP Server', run: (on) => on.startServer() },
  { id: 'molehill.stopServer', title: 'Stop HTTP Server', run: (on) => on.stopServer() },
  { id: 'molehill.copyServerUrl', title: 'Copy Server URL', run: (on) => on.copyServerUrl() },
  {
    id: 'molehill.copyConfiguration',
    title: 'Copy Configuration for a Client',
    run: (on, client) => on.copyConfiguration(typeof client === 'string' ? client : undefined),
  },
  { id: 'molehill.viewLogs', title: 'View Logs', run: (on) => on.viewLogs() },
  { id: 'molehill.refresh', title: 'Refresh', run: (on) => on.refresh() },
  { id: 'molehill.approve', title: 'Approve', run: (on, node) => on.decide(asNode(node), true) },
  { id: 'molehill.decline', title: 'Decline', run: (on, node) => on.decide(asNode(node), false) },
  { id: 'molehill.clearCalls', title: 'Clear Tool Calls', run: (on) => on.clearCalls() },
  {
    id: 'molehill.endAgentSessions',
    title: 'End Debug Sessions of Agents',
    run: (on) => on.endAgentSessions(),
  },
  {
    id: 'molehill.removeAgentBreakpoints',
    title: 'Remove Breakpoints of Agents',
    run: (on) => on.removeAgentBreakpoints(),
  },
  { id: 'molehill.openWalkthrough', title: 'Open Walkthrough', run: (on) => on.openWalkthrough() },
];

function asNode(argument: unknown): Node {
  if (typeof argument === 'object' && argument !== null && 'label' in argument) return argument as Node;
  throw new TypeError('This command is a button of the view Waiting for Approval.');
}
