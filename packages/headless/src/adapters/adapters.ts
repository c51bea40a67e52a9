import { nearest } from '@molehill/core/near';
import { editorErrors } from '@molehill/editor/errors';
import type { AdapterState, StartContext } from '@molehill/editor/host';
import type { MachineTool, ToolLocation } from '../machine-tools/machine-tool.ts';
import { MachineTools, type MachineToolsOptions } from '../machine-tools/machine-tools.ts';
import type { AdapterSpec } from './adapter.ts';
import { codelldb } from './codelldb.ts';
import { debugpy } from './debugpy.ts';
import { delve } from './delve.ts';
import { jsDebug } from './js-debug.ts';
import { lldbDap } from './lldb-dap.ts';

export const debugAdapters: readonly AdapterSpec[] = [jsDebug, debugpy, delve, codelldb, lldbDap];

export interface FoundAdapter {
  readonly spec: AdapterSpec;
  readonly location: ToolLocation;
}

/** The debug adapters of this machine. */
export class Adapters {
  readonly #machine: MachineTools;

  constructor(options: MachineToolsOptions) {
    this.#machine = new MachineTools(options);
  }

  /** The adapter for a type of configuration, or by name. E_NO_ADAPTER with the command that installs it. */
  async find(type: string): Promise<FoundAdapter> {
    const serving = debugAdapters.filter((spec) => isNamed(spec, type));
    for (const spec of serving) {
      const location = await this.#machine.locate(spec);
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
      debugAdapters.map(async (tool) => {
        const { name, languages } = tool;
        const { version, source } = (await this.#machine.locate(tool)) ?? {};
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

  /** By name, or by a type of configuration. E_NO_ADAPTER. */
  async install(nameOrType: string, context: StartContext): Promise<ToolLocation> {
    const spec = findAdapter(nameOrType);
    if (!spec) throw unknownType(nameOrType);
    return await this.#machine.install(spec, context);
  }

  #missing(type: string, tool: MachineTool) {
    const wanted = `"${type}" (${tool.languages.join(', ')})`;
    return this.#machine.missing(tool, wanted, { adapter: tool.name, type });
  }
}

/** By name, or by a type of configuration. */
export function findAdapter(nameOrType: string): AdapterSpec | undefined {
  return (
    debugAdapters.find(({ name }) => name === nameOrType) ??
    debugAdapters.find((spec) => isNamed(spec, nameOrType))
  );
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
