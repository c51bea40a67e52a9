import type { Log } from '@molehill/core/log';
import type { Reaper } from '@molehill/core/processes/reaper';
import type {
  AdapterState,
  DapSession,
  DebugConfiguration,
  DebugHost,
  LaunchEntry,
  StartContext,
  StartRequest,
  Unsubscribe,
  WorkspaceHost,
} from '@molehill/editor/host';
import type { Env } from '../adapters/adapter.ts';
import type { FoundAdapter } from '../adapters/adapters.ts';
import { Launches } from '../launch/launches.ts';
import { startPlan } from '../launch/start-plan.ts';
import { Tasks } from '../launch/tasks.ts';
import { WorkspaceFiles } from '../launch/workspace-files.ts';
import { Breakpoints } from './breakpoints.ts';
import { SessionTree } from './session-tree.ts';
import { checkTrust } from './trust.ts';

/** The debug adapters of this machine. */
export interface AdapterSource {
  /** E_NO_ADAPTER. */
  find(type: string): Promise<FoundAdapter>;
  install(name: string, context: StartContext): Promise<unknown>;
  list?(): Promise<readonly AdapterState[]>;
}

export interface DebugHostOptions {
  readonly workspace: WorkspaceHost;
  readonly env: Env;
  readonly log: Log;
  readonly adapters: AdapterSource;
  readonly reaper: Reaper;
}

export class HeadlessDebugHost implements DebugHost {
  readonly breakpoints = new Breakpoints();
  readonly #options: DebugHostOptions;
  readonly #tree: SessionTree;
  readonly #launches: Launches;
  readonly #tasks: Tasks;

  constructor(options: DebugHostOptions) {
    const { env, log, reaper, workspace, adapters } = options;
    this.#options = options;
    const files = new WorkspaceFiles(workspace.folders);
    const isInstalled = (type: string) => adapters.find(type).then(isFound, isNotFound);
    this.#launches = new Launches({ files, env, isInstalled });
    this.#tasks = new Tasks({ files, env, reaper });
    this.#tree = new SessionTree({ env, log, reaper, breakpoints: this.breakpoints });
  }

  get sessions(): readonly DapSession[] {
    return this.#tree.sessions;
  }

  async launches(): Promise<readonly LaunchEntry[]> {
    return await this.#launches.list();
  }

  onDidStart(listener: (session: DapSession) => void): Unsubscribe {
    return this.#tree.onDidStart(listener);
  }

  async adapters(): Promise<readonly AdapterState[]> {
    return (await this.#options.adapters.list?.()) ?? [];
  }

  async installAdapter(adapter: string, context: StartContext): Promise<void> {
    await this.#options.adapters.install(adapter, context);
  }

  async start(request: StartRequest, context: StartContext): Promise<readonly DapSession[]> {
    const { workspace } = this.#options;
    const plan = await this.#launches.plan(request);
    for (const { folder, configuration } of plan.sessions) checkTrust(workspace, folder, configuration);
    const start = (configuration: DebugConfiguration, folder: string) =>
      this.#startProgram(configuration, { ...request, folder }, context);
    return await startPlan(plan, { tasks: this.#tasks, start }, context);
  }

  async close(): Promise<void> {
    await Promise.all([this.#tree.close(), this.#tasks.close()]);
  }

  async #startProgram(
    launch: DebugConfiguration,
    request: StartRequest,
    { signal, progress }: StartContext,
  ): Promise<DapSession> {
    const { spec, location } = await this.#options.adapters.find(launch.type);
    const configuration = await spec.prepare(launch);
    progress(0, undefined, `Starting ${launch.name} with ${spec.name}`);
    return await this.#tree.openRoot(spec.process(location, configuration), configuration, request, signal);
  }
}

const isFound = () => true;
const isNotFound = () => false;
