import type { ConfigLayer } from '@molehill/core/config';
import type { Log } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type { EditorHost, TestHost } from '@molehill/editor/host';
import type { Env } from './adapters/adapter.ts';
import { Adapters } from './adapters/adapters.ts';
import { type AdapterSource, HeadlessDebugHost } from './dap/debug-host.ts';
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
}

/** The editor tools without an editor. */
export function openHeadlessHost(options: HeadlessOptions): EditorHost {
  const { folders, stateRoot, env, log, config = {} } = options;
  const reaper = createReaper(log);
  const adapters = options.adapters ?? new Adapters({ env, stateRoot, config, reaper });
  const workspace = openWorkspace(folders);
  const debug = new HeadlessDebugHost({ workspace, env, log, adapters, reaper });
  return {
    kind: 'headless',
    workspace,
    debug,
    tests: noTests,
    close: async () => {
      await debug.close();
      reaper.close();
    },
  };
}

const fail = async () => {
  throw editorErrors.fail('E_TESTS_NOT_DISCOVERED', 'No test framework was recognised.');
};
const noTests: TestHost = { discover: fail, run: fail, debug: fail };
