import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { openHeadlessHost } from '../host.ts';
import type { LanguageServerSource } from '../lsp/clients.ts';
import { testLanguageServers } from './language-servers.ts';
import { openToolClient, type ToolClient, type ToolClientOptions } from './tool-client.ts';

export interface CodeClient extends ToolClient {
  /** The text of a file of the workspace. */
  text(name: string): string;
}

export interface CodeClientOptions extends ToolClientOptions {
  /** A program with its arguments that is every language server. */
  readonly server?: readonly [string, ...string[]];
  /** Default: that of the test. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A server with the TypeScript of this repository and the pinned language servers of the test cache. */
export function openCodeClient({ server, env = process.env, ...options }: CodeClientOptions): CodeClient {
  const client = openToolClient(options, (place) => {
    const servers = testLanguageServers(place.stateRoot);
    const languageServers = server ? onlyServer(servers, server) : servers;
    return openHeadlessHost({ ...place, log: silentLog, env, languageServers });
  });
  return { ...client, text: (name) => readFileSync(join(client.folder, name), 'utf8') };
}

function onlyServer(
  servers: LanguageServerSource,
  [command, ...args]: readonly [string, ...string[]],
): LanguageServerSource {
  return {
    specFor: (path) => {
      const spec = servers.specFor(path);
      return spec && { ...spec, process: () => ({ command, args }) };
    },
    find: async () => ({ path: command, source: 'cache' }),
  };
}
