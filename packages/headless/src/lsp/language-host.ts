import { extname } from 'node:path';
import type { Log } from '@molehill/core/log';
import type { Reaper } from '@molehill/core/processes/reaper';
import type { LanguageHost } from '@molehill/editor/language-host';
import type { Env } from '../machine-tools/machine-tool.ts';
import { actions } from './actions.ts';
import { type ClientLimits, type LanguageServerSource, LspClients } from './clients.ts';
import { diagnostics } from './diagnostics.ts';
import { fileMoves, type PlannedMoves } from './file-moves.ts';
import { hierarchies } from './hierarchy.ts';
import { navigation } from './navigation.ts';
import { renames } from './renames.ts';

export interface LanguageHostOptions {
  readonly folders: readonly string[];
  readonly servers: LanguageServerSource;
  readonly env: Env;
  readonly reaper: Reaper;
  readonly log: Log;
  readonly limits?: Partial<ClientLimits>;
}

export interface HeadlessLanguageHost extends Omit<LanguageHost, 'willRenameFiles'>, PlannedMoves {
  /** Ends all language servers. */
  close(): Promise<void>;
}

const defaults: ClientLimits = {
  idleMs: 10 * 60_000,
  mostServers: 6,
  mostRssBytes: 3 * 1024 ** 3,
  readyMs: 45_000,
  requestMs: 60_000,
};

/** Language servers without an editor. A server starts with the first call that needs it. */
export function openLanguageHost(options: LanguageHostOptions): HeadlessLanguageHost {
  const clients = new LspClients({ ...options, limits: { ...defaults, ...options.limits } });
  return {
    servers: () => clients.states(),
    languageOf: (path) => clients.specFor(path)?.languageIds[extname(path).toLowerCase()],
    serverOf: (path) => clients.specFor(path)?.name,
    ...navigation(clients),
    ...hierarchies(clients),
    ...renames(clients),
    ...fileMoves(clients, options),
    ...actions(clients),
    ...diagnostics(clients),
    close: () => clients.close(),
  };
}
