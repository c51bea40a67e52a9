import type { ConfigLayer } from '@molehill/core/config';
import { nearest } from '@molehill/core/near';
import type { Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type { AdapterState, StartContext } from '@molehill/editor/host';
import { installCommand, installTool } from '../machine-tools/install.ts';
import type { Env, MachineTool, ToolLocation } from '../machine-tools/machine-tool.ts';
import type { AdapterSpec } from './adapter.ts';
import { codelldb } from './codelldb.ts';
import { debugpy } from './debugpy.ts';
import { delve } from './delve.ts';
import { jsDebug } from './js-debug.ts';
import { lldbDap } from './lldb-dap.ts';

const debugAdapters: readonly AdapterSpec[] = [jsDebug, debugpy, delve, codelldb, lldbDap];

export interface AdaptersOptions {
  readonly env: Env;
  readonly stateRoot: string;
  readonly config: ConfigLayer;
  readonly reaper: Reaper;
}

export interface FoundAdapter {
  readonly spec: AdapterSpec;
  readonly location: ToolLocation;
}

/** The debug adapters of this machine. */
export class Adapters {
  readonly tools: readonly MachineTool[] = debugAdapters;
  readonly #options: AdaptersOptions;

  constructor(options: AdaptersOptions) {
    this.#options = options;
  }

  /** The adapter for a type of configuration, or by name. E_NO_ADAPTER with the command that installs it. */
  async find(type: string): Promise<FoundAdapter> {
    const serving = debugAdapters.filter((spec) => isNamed(spec, type));
    for (const spec of serving) {
      const location = await this.locate(spec);
      if (location) return { spec, location };
    }
    throw serving[0] ? this.#missing(type, serving[0]) : unknownType(type);
  }

  async isInstalled(type: string): Promise<boolean> {
    return this.find(type).then(
      () => true,
      () => false,
    );
  }

  async list(): Promise<readonly AdapterState[]> {
    return await Promise.all(
      this.tools.map(async (tool) => {
        const { name, languages } = tool;
        const { version, source } = (await this.locate(tool)) ?? {};
        return {
          name,
          languages,
          isInstalled: source !== undefined,
          ...(version === undefined ? {} : { version }),
          ...(source === undefined ? {} : { source }),
        };
      }),
    );
  }

  async locate(tool: MachineTool): Promise<ToolLocation | undefined> {
    const { env, stateRoot } = this.#options;
    const setting = this.#settingOf(tool);
    return await tool.locate({ env, stateRoot, ...(setting === undefined ? {} : { setting }) });
  }

  /** By name, or by a type of configuration. E_NO_ADAPTER. */
  async install(nameOrType: string, { signal, progress }: StartContext): Promise<ToolLocation> {
    const { stateRoot, env, reaper } = this.#options;
    const tool = this.tool(nameOrType);
    await installTool(tool, { stateRoot, env, reaper, signal, progress });
    const location = await this.locate(tool);
    if (location) return location;
    throw this.#missing(nameOrType, tool);
  }

  /** E_NO_ADAPTER for a name that no tool has. */
  tool(nameOrType: string): MachineTool {
    const found =
      debugAdapters.find(({ name }) => name === nameOrType) ??
      debugAdapters.find((spec) => isNamed(spec, nameOrType));
    if (found) return found;
    throw unknownType(nameOrType);
  }

  #settingOf({ setting }: MachineTool): string | undefined {
    const value = setting && this.#options.config[setting];
    return typeof value === 'string' ? value : undefined;
  }

  #missing(type: string, tool: MachineTool) {
    const { name, languages, setting } = tool;
    const command = installCommand(name);
    const path = this.#settingOf(tool);
    const details = { adapter: name, type, command };
    if (path !== undefined) {
      const message = `The debug adapter ${name} is not at ${path}, which the setting ${setting} names.`;
      return editorErrors.fail('E_NO_ADAPTER', message, {
        hint: `Correct the setting, or remove it and run ${command}.`,
        details,
      });
    }
    const message = `No debug adapter for "${type}" (${languages.join(', ')}) is installed on this machine.`;
    return editorErrors.fail('E_NO_ADAPTER', message, { hint: `Run: ${command}`, details });
  }
}

function isNamed({ name, types }: AdapterSpec, nameOrType: string): boolean {
  return name === nameOrType || types.includes(nameOrType);
}

function unknownType(type: string) {
  const types = new Set(debugAdapters.flatMap((adapter) => adapter.types));
  const names = debugAdapters.map(({ name }) => name);
  const near = nearest(type, [...names, ...types]);
  const message = `There is no debug adapter for "${type}".${near ? ` Did you mean "${near}"?` : ''}`;
  return editorErrors.fail('E_NO_ADAPTER', message, {
    hint: `The adapters are ${names.join(', ')}, for configurations of the types ${[...types].join(', ')}.`,
  });
}
