import { type AdapterName, debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import type { AdapterSpec } from '../adapters/adapter.ts';
import { codelldb } from '../adapters/codelldb.ts';
import { debugpy } from '../adapters/debugpy.ts';
import { delve } from '../adapters/delve.ts';
import { jsDebug } from '../adapters/js-debug.ts';
import type { AdapterSource } from '../dap/debug-host.ts';

const specs: Readonly<Record<AdapterName, AdapterSpec>> = { 'js-debug': jsDebug, debugpy, delve, codelldb };
const names = Object.keys(specs) as AdapterName[];

/** The pinned adapters of the test cache, each installed on first use. */
export const testAdapters: AdapterSource = {
  async find(type) {
    const name = names.find((given) => specs[given].types.includes(type));
    const path = name && (await debugAdapter(name));
    if (!name || path === undefined) throw new Error(`there is no adapter for ${type} in the test cache`);
    return { spec: specs[name], location: { path, source: 'cache' } };
  },
  install: async () => {},
  list: async () => names.map((name) => ({ name, languages: specs[name].languages, isInstalled: true })),
};

/** A machine whose only adapter is this program. */
export function onlyAdapter(command: string, ...args: readonly string[]): AdapterSource {
  const location = { path: command, source: 'cache' } as const;
  const spec: AdapterSpec = { ...jsDebug, process: () => ({ kind: 'stdio', command, args }) };
  return { find: async () => ({ spec, location }), install: async () => {} };
}
