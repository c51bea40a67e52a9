import { join } from 'node:path';
import { isMolehillError } from '@molehill/core/errors';
import { Adapters } from '@molehill/headless/adapters';
import { cacheDirectory } from './cache.ts';
import { engineMissing, reportEngine } from './report.ts';

export type AdapterName = 'js-debug' | 'debugpy' | 'delve' | 'codelldb';

const settings: Readonly<Record<AdapterName, string>> = {
  'js-debug': 'MOLEHILL_JS_DEBUG_PATH',
  debugpy: 'MOLEHILL_DEBUGPY_PATH',
  delve: 'MOLEHILL_DELVE_PATH',
  codelldb: 'MOLEHILL_CODELLDB_PATH',
};

/** A test run that was killed leaves nothing to end: the next installation removes what it left. */
const noReaper = { watch() {}, forget() {}, close() {} };

/** The pinned adapter, installed into the cache on first use; undefined and reported where it cannot be. */
export async function debugAdapter(name: AdapterName): Promise<string | undefined> {
  const stateRoot = join(cacheDirectory(), 'debug');
  const options = { env: process.env, stateRoot, config: {}, reaper: noReaper };
  // The machine's own adapters have other versions, so none is looked for.
  const elsewhere = { ...process.env, HOME: stateRoot, GOBIN: undefined, GOPATH: undefined };
  try {
    const signal = new AbortController().signal;
    await new Adapters(options).install(name, { signal, progress() {} });
    const { location } = await new Adapters({ ...options, env: elsewhere }).find(name);
    reportEngine({ engine: name, state: 'used', detail: location.version ?? location.path });
    return location.path;
  } catch (error) {
    if (isMolehillError(error) && error.code === 'E_NO_ADAPTER') return engineMissing(name, error.message);
    throw error;
  }
}

/** The settings that make a process of Molehill use the adapters of the cache. */
export async function adapterEnvironment(...names: readonly AdapterName[]): Promise<Record<string, string>> {
  const paths = await Promise.all(names.map(async (name) => [settings[name], await debugAdapter(name)]));
  return Object.fromEntries(paths.filter(([, path]) => path !== undefined));
}
