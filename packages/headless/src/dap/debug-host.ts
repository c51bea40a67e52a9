import type { Log } from '@molehill/core/log';
import type { Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type {
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
import { Breakpoints } from './breakpoints.ts';
import { SessionTree } from './session-tree.ts';
import { checkTrust } from './trust.ts';

/** The debug adapters of this machine. */
export interface AdapterSource {
  /** E_NO_ADAPTER. */
  find(type: string): Promise<FoundAdapter>;
  install(name: string, context: StartContext): Promise<unknown>;
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

  constructor(options: DebugHostOptions) {
    const { env, log, reaper } = options;
    this.#options = options;
    this.#tree = new SessionTree({ env, log, reaper, breakpoints: this.breakpoints });
  }

  get sessions(): readonly DapSession[] {
    return this.#tree.sessions;
  }

  async launches(): Promise<readonly LaunchEntry[]> {
    return [];
  }

  onDidStart(listener: (session: DapSession) => void): Unsubscribe {
    return this.#tree.onDidStart(listener);
  }

  async installAdapter(adapter: string, context: StartContext): Promise<void> {
    await this.#options.adapters.install(adapter, context);
  }

  async start(request: StartRequest, context: StartContext): Promise<readonly DapSession[]> {
    const { launch, overrides, noDebug } = request;
    if (!('request' in launch)) {
      const message = `There is no launch configuration named ${launch.name}.`;
      throw editorErrors.fail('E_CONFIG_NOT_FOUND', message);
    }
    const configuration = { ...launch, ...overrides, ...(noDebug && { noDebug }) };
    checkTrust(this.#options.workspace, request.folder, configuration);
    return [await this.#startProgram(configuration, request, context)];
  }

  async close(): Promise<void> {
    await this.#tree.close();
  }

  async #startProgram(
    launch: DebugConfiguration,
    request: StartRequest,
    { signal, progress }: StartContext,
  ): Promise<DapSession> {
    const { spec, location } = await this.#options.adapters.find(launch.type);
    const configuration = spec.prepare(withDefaults(launch, request.folder));
    progress(0, undefined, `Starting ${launch.name} with ${spec.name}`);
    return await this.#tree.openRoot(spec.process(location, configuration), configuration, request, signal);
  }
}

/** As VS Code does; js-debug looks for source maps below `__workspaceFolder`. */
function withDefaults(launch: DebugConfiguration, folder: string): DebugConfiguration {
  const defaults = { __workspaceFolder: folder, ...(launch.request === 'launch' && { cwd: folder }) };
  return { ...defaults, ...launch };
}
