import { join } from 'node:path';
import { isMolehillError } from '@molehill/core/errors';
import { toolNamed } from '@molehill/headless/all-tools';
import { MachineTools } from '@molehill/headless/machine-tools/machine-tools';
import { cacheDirectory } from './cache.ts';
import { clangdProgram } from './clangd.ts';
import { engineMissing, reportEngine } from './report.ts';

type InstalledServer = 'typescript' | 'basedpyright' | 'gopls';
export type LanguageServerName = InstalledServer | 'clangd';

const settings: Readonly<Record<LanguageServerName, string>> = {
  typescript: 'MOLEHILL_TYPESCRIPT_PATH',
  basedpyright: 'MOLEHILL_BASEDPYRIGHT_PATH',
  gopls: 'MOLEHILL_GOPLS_PATH',
  clangd: 'MOLEHILL_CLANGD_PATH',
};

/** A test run that was killed leaves nothing to end: the next installation removes what it left. */
const noReaper = { watch() {}, forget() {}, close() {} };

/** The pinned server, installed into the cache on first use; undefined and reported where it cannot be. */
export async function languageServer(name: LanguageServerName): Promise<string | undefined> {
  return name === 'clangd' ? await clangdProgram() : await installedServer(name);
}

async function installedServer(name: InstalledServer): Promise<string | undefined> {
  const stateRoot = join(cacheDirectory(), 'language-servers');
  const options = { env: process.env, stateRoot, config: {}, reaper: noReaper };
  // The machine's own servers have other versions, so none is looked for.
  const elsewhere = { HOME: stateRoot, PATH: '' };
  try {
    const signal = new AbortController().signal;
    const tool = toolNamed(name);
    await new MachineTools(options).install(tool, { signal, progress() {} });
    const location = await new MachineTools({ ...options, env: elsewhere }).locate(tool);
    if (!location) return engineMissing(name, 'it was installed and is not there');
    reportEngine({ engine: name, state: 'used', detail: location.version ?? location.path });
    return location.path;
  } catch (error) {
    if (isMolehillError(error) && error.code === 'E_NO_LANGUAGE_SERVER')
      return engineMissing(name, error.message);
    throw error;
  }
}

/** The settings that make a process of Molehill use the servers of the cache. */
export async function languageServerEnvironment(
  ...names: readonly LanguageServerName[]
): Promise<Record<string, string>> {
  const paths = await Promise.all(names.map(async (name) => [settings[name], await languageServer(name)]));
  return Object.fromEntries(paths.filter(([, path]) => path !== undefined));
}
