import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { openHeadlessHost } from '../host.ts';
import type { ClientLimits, LanguageServerSource } from '../lsp/clients.ts';
import { testLanguageServers } from './language-servers.ts';
import { openToolClient, type ToolClient, type ToolClientOptions } from './tool-client.ts';

export interface CodeClient extends ToolClient {
  /** The text of a file of the workspace. */
  text(name: string): string;
}

export interface CodeClientOptions extends ToolClientOptions {
  /** A program with its arguments that is every language server. */
  readonly server?: readonly [string, ...string[]];
  /** JavaScript has a server process of its own, beside that of TypeScript. */
  readonly isSplit?: boolean;
  readonly limits?: Partial<ClientLimits>;
  /** Default: that of the test. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A server with the TypeScript of this repository and the pinned language servers of the test cache. */
export function openCodeClient(given: CodeClientOptions): CodeClient {
  const { server, isSplit, limits = {}, env = process.env, ...options } = given;
  const client = openToolClient(options, (place) => {
    const all = testLanguageServers(place.stateRoot);
    const servers = isSplit ? splitServers(all) : all;
    return openHeadlessHost({
      ...place,
      log: silentLog,
      env,
      languageServers: server ? onlyServer(servers, server) : servers,
      languageLimits: limits,
    });
  });
  return { ...client, text: (name) => readFileSync(join(client.folder, name), 'utf8') };
}

function splitServers(servers: LanguageServerSource): LanguageServerSource {
  return {
    ...servers,
    specFor: (path) => {
      const spec = servers.specFor(path);
      return spec && path.endsWith('.js') ? { ...spec, name: 'javascript' } : spec;
    },
  };
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
