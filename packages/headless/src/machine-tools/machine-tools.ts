import type { ConfigLayer } from '@molehill/core/config';
import type { MolehillError } from '@molehill/core/errors';
import type { Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type { StartContext } from '@molehill/editor/host';
import { installCommand, installTool, missingCode } from './install.ts';
import type { Env, MachineTool, ToolLocation } from './machine-tool.ts';

export interface MachineToolsOptions {
  readonly env: Env;
  readonly stateRoot: string;
  readonly config: ConfigLayer;
  readonly reaper: Reaper;
}

/** Finds and installs tools of this machine. */
export class MachineTools {
  readonly #options: MachineToolsOptions;

  constructor(options: MachineToolsOptions) {
    this.#options = options;
  }

  /** `folder` is a trusted workspace folder, whose own copy is the last choice. */
  async locate(tool: MachineTool, folder?: string): Promise<ToolLocation | undefined> {
    const { env, stateRoot } = this.#options;
    const setting = this.#settingOf(tool);
    return await tool.locate({
      env,
      stateRoot,
      ...(setting === undefined ? {} : { setting }),
      ...(folder === undefined ? {} : { folder }),
    });
  }

  /** E_NO_ADAPTER, E_NO_LANGUAGE_SERVER. */
  async install(tool: MachineTool, { signal, progress }: StartContext): Promise<ToolLocation> {
    const { stateRoot, env, reaper } = this.#options;
    await installTool(tool, { stateRoot, env, reaper, signal, progress });
    const location = await this.locate(tool);
    if (location) return location;
    throw this.missing(tool, tool.languages.join(', '));
  }

  /** Says what the tool is wanted for, and the one command that installs it. */
  missing(tool: MachineTool, wanted: string, details: Readonly<Record<string, string>> = {}): MolehillError {
    const { name, kind, setting } = tool;
    const path = this.#settingOf(tool);
    const command = tool.installation
      ? installCommand(name)
      : (tool.manualInstallation ?? installCommand(name));
    const isSet = path !== undefined;
    const message = isSet
      ? `The ${kind} ${name} is not at ${path}, which the setting ${setting} names.`
      : `No ${kind} for ${wanted} is installed on this machine.`;
    const hint = isSet ? `Correct the setting, or remove it and run ${command}.` : `Run: ${command}`;
    return editorErrors.fail(missingCode(tool), message, { hint, details: { ...details, command } });
  }

  #settingOf({ setting }: MachineTool): string | undefined {
    const value = setting && this.#options.config[setting];
    return typeof value === 'string' ? value : undefined;
  }
}
