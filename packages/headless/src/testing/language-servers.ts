import { fileURLToPath } from 'node:url';
import { silentLog } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import { type LanguageServerName, languageServer } from '../../../../test/engines/language-servers.ts';
import type { LanguageServerSpec } from '../language-servers/language-server.ts';
import { LanguageServers } from '../language-servers/language-servers.ts';
import type { LanguageServerSource } from '../lsp/clients.ts';

/** The TypeScript of this repository. */
const typescriptPath = fileURLToPath(new URL('../../../../node_modules/typescript', import.meta.url));

const cached: readonly string[] = ['basedpyright', 'gopls', 'clangd'] satisfies LanguageServerName[];

/** TypeScript of this repository, and the pinned servers of the test cache, each installed on first use. */
export function testLanguageServers(stateRoot: string): LanguageServerSource {
  const options = { env: process.env, stateRoot, reaper: createReaper(silentLog) };
  const servers = new LanguageServers({ ...options, config: { typescriptPath } });
  return {
    specFor: (path) => servers.specFor(path),
    importerOf: (path) => servers.importerOf(path),
    async find(spec, folder) {
      const setting = isCached(spec) ? await languageServer(spec.name) : undefined;
      const location = setting && (await spec.locate({ env: process.env, stateRoot, setting }));
      return location || (await servers.find(spec, folder));
    },
  };
}

function isCached(
  spec: LanguageServerSpec,
): spec is LanguageServerSpec & { readonly name: LanguageServerName } {
  return cached.includes(spec.name);
}
