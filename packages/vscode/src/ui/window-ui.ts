import type { CallEvent } from '@molehill/core/calls';
import { messageOf } from '@molehill/core/errors';
import * as vscode from 'vscode';
import { readConfig } from '../config.ts';
import { clientConfigurations } from '../frontends/client-configurations.ts';
import type { HttpAddress, HttpFrontend } from '../frontends/http.ts';
import type { Guard } from '../guard.ts';
import type { VscodeDebugHost } from '../host/debug.ts';
import type { OpenWindow } from '../open-tools.ts';
import { labelBreakpoints } from './breakpoint-labels.ts';
import { CallHistory } from './call-history.ts';
import { type Actions, commands } from './commands.ts';
import { agentNodes, callNodes, connectionNodes, type Node, type Reachable, waitingNodes } from './nodes.ts';
import { ProjectDecision } from './project-review.ts';
import type { Questions } from './questions.ts';
import { chooseClient, showServerMenu } from './server-menu.ts';
import { serverStatus } from './status-bar.ts';
import { NodeView } from './views.ts';

export interface UiOptions {
  readonly guard: Guard;
  readonly http: HttpFrontend;
  readonly questions: Questions;
  readonly debug: VscodeDebugHost;
  readonly output: vscode.LogOutputChannel;
  readonly extensionId: string;
  opened(): Promise<OpenWindow | undefined>;
  reachable(): Pick<Reachable, 'project' | 'languageModelTools'>;
}

/** What a person sees and does. */
export class WindowUi implements Actions {
  readonly #options: UiOptions;
  readonly #calls = new CallHistory();
  readonly #project: ProjectDecision;
  #views: readonly NodeView[] = [];

  constructor(options: UiOptions) {
    this.#options = options;
    this.#project = new ProjectDecision(options.opened);
  }

  register(): vscode.Disposable[] {
    const { guard, http, questions, debug } = this.#options;
    this.#views = this.#createViews();
    const show = () => this.#show();
    return [
      this.#project,
      ...this.#views,
      ...commands.map(({ id, run }) =>
        vscode.commands.registerCommand(id, (argument: unknown) => this.#run(() => run(this, argument))),
      ),
      ...guarded(guard, 'the status bar', () => serverStatus(http, guard)),
      ...guarded(guard, 'the labels of breakpoints', () => labelBreakpoints(debug.breakpoints, guard)),
      http.onDidChange(show),
      questions.onDidChange(show),
      this.#project.onDidChange(show),
      vscode.debug.onDidStartDebugSession(show),
      vscode.debug.onDidTerminateDebugSession(show),
    ];
  }

  /** Follows the calls of an open window. */
  follow({ runtime }: OpenWindow): void {
    const { guard } = this.#options;
    runtime.feed.subscribe(guard.wrap('the list of calls', (event) => this.#followed(event)));
  }

  showServerMenu(): Promise<void> {
    return showServerMenu(this, this.#options.http.address?.url);
  }

  startServer(): Promise<void> {
    return this.#options.http.start(readConfig());
  }

  stopServer(): Promise<void> {
    return this.#options.http.stop();
  }

  async copyServerUrl(): Promise<void> {
    const address = await this.#address();
    if (!address) return;
    await vscode.env.clipboard.writeText(address.url);
    vscode.window.setStatusBarMessage('Molehill: the server URL is copied', 5_000);
  }

  async copyConfiguration(client?: string): Promise<void> {
    const address = await this.#address();
    const name = address && (client ?? (await chooseClient()));
    const configuration = clientConfigurations.find((each) => each.client === name);
    if (!address || !configuration) return;
    await vscode.env.clipboard.writeText(configuration.text(address));
    void vscode.window.showInformationMessage(
      `The configuration for ${configuration.client} is copied. Paste it into ${configuration.file}; it contains the token of Molehill on this machine.`,
    );
  }

  viewLogs(): void {
    this.#options.output.show();
  }

  refresh(): Promise<void> {
    return this.#project.refresh();
  }

  async decide({ decision }: Node, isApproved: boolean): Promise<void> {
    if (decision?.kind === 'question') this.#options.questions.answer(decision.question.id, isApproved);
    else if (decision?.kind === 'project' && isApproved) await this.#project.approve(decision.database);
  }

  clearCalls(): void {
    this.#calls.clear();
    this.#show();
  }

  endAgentSessions(): Promise<void> {
    return this.#options.debug.close();
  }

  removeAgentBreakpoints(): Promise<void> {
    return this.#options.debug.breakpoints.removeAgents();
  }

  async openWalkthrough(): Promise<void> {
    const walkthrough = `${this.#options.extensionId}#molehill.start`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough);
  }

  #createViews(): readonly NodeView[] {
    const { guard, questions, debug } = this.#options;
    return [
      {
        id: 'molehill.waiting' as const,
        badge: 'waits for approval',
        nodes: () => waitingNodes(questions.pending, this.#project.waiting),
      },
      { id: 'molehill.agents' as const, nodes: () => agentNodes(this.#calls, debug.agentSessions) },
      { id: 'molehill.calls' as const, nodes: () => callNodes(this.#calls) },
      { id: 'molehill.connections' as const, nodes: () => connectionNodes(this.#reachable()) },
    ].map((view) => new NodeView(view, guard));
  }

  #reachable(): Reachable {
    const { http, reachable } = this.#options;
    const { database } = this.#project;
    return {
      ...reachable(),
      ...(http.address ? { http: http.address } : {}),
      ...(database === undefined ? {} : { database }),
    };
  }

  #followed(event: CallEvent): void {
    if (!this.#calls.add(event)) return;
    this.#show();
    if (event.kind === 'finished' && event.call.code === 'E_PROJECT_APPROVAL')
      void this.#options.guard.wrap('the review of the project', () => this.#project.refresh())();
  }

  #show(): void {
    for (const view of this.#views) view.refresh();
  }

  /** A command that fails tells the person. */
  async #run(work: () => unknown): Promise<void> {
    const tell = async () => {
      try {
        await work();
      } catch (error) {
        void vscode.window.showErrorMessage(`Molehill: ${messageOf(error)}`);
        throw error;
      }
    };
    await this.#options.guard.wrap('a command', tell)();
  }

  /** Offers to start the server where none runs. */
  async #address(): Promise<HttpAddress | undefined> {
    const { http } = this.#options;
    if (http.address) return http.address;
    const start = 'Start Server';
    const chosen = await vscode.window.showInformationMessage('Molehill: the HTTP server is stopped.', start);
    if (chosen === start) await this.startServer();
    return http.address;
  }
}

/** What one part cannot register, the others still do. */
function guarded(guard: Guard, part: string, register: () => vscode.Disposable[]): vscode.Disposable[] {
  const registered = guard.wrap(part, register)();
  return Array.isArray(registered) ? registered : [];
}
