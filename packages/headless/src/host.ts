import type { Log } from '@molehill/core/log';
import { editorErrors } from '@molehill/editor/errors';
import type { EditorHost, TestHost } from '@molehill/editor/host';
import type { AdapterSpec, Env } from './adapters/adapter.ts';
import { HeadlessDebugHost } from './dap/debug-host.ts';
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
  const { folders, stateRoot, env, log, adapters = [] } = options;
  const debug = new HeadlessDebugHost({ stateRoot, env, log, adapters });
  return {
    kind: 'headless',
    workspace: openWorkspace(folders),
    debug,
    tests: noTests,
    close: () => debug.close(),
  };
}

const fail = async () => {
  throw editorErrors.fail('E_TESTS_NOT_DISCOVERED', 'No test framework was recognised.');
};
const noTests: TestHost = { discover: fail, run: fail, debug: fail };
