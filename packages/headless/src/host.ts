import type { ConfigLayer } from '@molehill/core/config';
import type { Log } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import type { EditorHost } from '@molehill/editor/host';
import type { Env } from './adapters/adapter.ts';
import { Adapters } from './adapters/adapters.ts';
import { type AdapterSource, HeadlessDebugHost } from './dap/debug-host.ts';
import { openGit } from './git/git.ts';
import { LanguageServers } from './language-servers/language-servers.ts';
import type { ClientLimits, LanguageServerSource } from './lsp/clients.ts';
import { openLanguageHost } from './lsp/language-host.ts';
import { openSettings } from './settings/settings.ts';
import { HeadlessTestHost } from './tests/host.ts';
import { openWorkspace } from './workspace.ts';

export interface HeadlessOptions {
  readonly folders: readonly string[];
  readonly stateRoot: string;
  readonly env: Env;
  readonly log: Log;
  /** Paths of adapters. */
  readonly config?: ConfigLayer;
  /** Default: those of this machine. */
  readonly adapters?: AdapterSource;
  /** Default: those of this machine. */
  readonly languageServers?: LanguageServerSource;
  readonly languageLimits?: Partial<ClientLimits>;
}

/** The editor tools without an editor. */
export function openHeadlessHost(options: HeadlessOptions): EditorHost {
  const { folders, stateRoot, env, log, config = {} } = options;
  const reaper = createReaper(log);
  const adapters = options.adapters ?? new Adapters({ env, stateRoot, config, reaper });
  const workspace = openWorkspace({ folders, stateRoot, log });
  const debug = new HeadlessDebugHost({ workspace, env, log, adapters, reaper });
  const tests = new HeadlessTestHost({ workspace, env, reaper });
  const servers = options.languageServers ?? new LanguageServers({ env, stateRoot, config, reaper });
  const language = openLanguageHost({
    folders: workspace.folders,
    servers,
    env,
    reaper,
    log,
    limits: options.languageLimits ?? {},
  });
  return {
    kind: 'headless',
    workspace,
    debug,
    tests,
    language,
    settings: openSettings({ folders: workspace.folders, stateRoot, env }),
    versionControl: openGit({ folders: workspace.folders, env }),
    close: async () => {
      await Promise.all([debug.close(), tests.close(), language.close(), workspace.close()]);
      reaper.close();
    },
  };
}
