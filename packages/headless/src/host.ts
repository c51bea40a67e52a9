import type { Log } from '@molehill/core/log';
import type { EditorHost } from '@molehill/editor/host';
import type { AdapterSpec, Env } from './adapters/adapter.ts';
import { debugAdapters } from './adapters/adapters.ts';
import { HeadlessDebugHost } from './dap/debug-host.ts';
import { HeadlessTestHost } from './tests/host.ts';
import { openWorkspace } from './workspace.ts';

export interface HeadlessOptions {
  readonly folders: readonly string[];
  readonly stateRoot: string;
  readonly env: Env;
  readonly log: Log;
  readonly adapters?: readonly AdapterSpec[];
}

/** The editor tools without an editor. */
export function openHeadlessHost(options: HeadlessOptions): EditorHost {
  const { folders, stateRoot, env, log, adapters = debugAdapters } = options;
  const debug = new HeadlessDebugHost({ stateRoot, env, log, adapters });
  const workspace = openWorkspace(folders);
  const tests = new HeadlessTestHost({ workspace, env, log });
  return {
    kind: 'headless',
    workspace,
    debug,
    tests,
    close: async () => void (await Promise.all([debug.close(), tests.close()])),
  };
}
