import { type LanguageServerName, languageServer } from '../../../../test/engines/language-servers.ts';
import type { LanguageServerSpec } from '../language-servers/language-server.ts';
import { LanguageServers } from '../language-servers/language-servers.ts';
import type { ToolLocation } from '../machine-tools/machine-tool.ts';

const names: readonly string[] = ['typescript', 'basedpyright', 'gopls', 'clangd'];

function isCached(name: string): name is LanguageServerName {
  return names.includes(name);
}

/** The pinned servers of the test cache, each installed on first use. */
class CachedServers extends LanguageServers {
  override async find({ name }: LanguageServerSpec): Promise<ToolLocation> {
    const path = isCached(name) ? await languageServer(name) : undefined;
    if (path === undefined) throw new Error(`there is no ${name} in the test cache`);
    return { path, source: 'cache' };
  }
}

const reaper = { watch() {}, forget() {}, close() {} };

export const testLanguageServers = new CachedServers({ env: {}, stateRoot: '', config: {}, reaper });
