import { bridgeErrors } from '@molehill/bridge/errors';
import type { ConfigLayer } from '@molehill/core/config';
import type { MountOptions, ToolServer } from '@molehill/core/server';
import type { EditorHost } from '@molehill/editor/host';
import { editorServer } from '@molehill/editor/server';
import type { EditorProfile } from '@molehill/editor/tool-listing';
import { bridgeView, chooseEditorWindow, type EditorHostKind } from './bridge-view.ts';

export interface EditorSettings {
  readonly profile?: EditorProfile | undefined;
  readonly host?: EditorHostKind | undefined;
  /** Lists its tools even where there is no code. */
  readonly isAwake?: boolean;
  readonly timeoutMs?: number | undefined;
  /** Paths of debug adapters. */
  readonly config?: ConfigLayer;
}

/** The server `editor`. Its host is opened by the first call that needs it. */
export function mountEditor(mount: MountOptions, settings: EditorSettings = {}): ToolServer {
  const { profile = 'core', host = 'auto', isAwake = false, timeoutMs, config = {} } = settings;
  return editorServer({
    mount,
    host: () => openEditorHost(mount, host, config),
    bridge: bridgeView(mount, host),
    profile,
    mayBeDormant: !isAwake,
    timeoutMs,
  });
}

async function openEditorHost(
  mount: MountOptions,
  kind: EditorHostKind,
  config: ConfigLayer,
): Promise<EditorHost> {
  if (kind === 'vscode') throw unserved((await chooseEditorWindow(mount)).id);
  const { openHeadlessHost } = await import('@molehill/headless/host');
  const { workspace, stateRoot, env, log } = mount;
  return openHeadlessHost({ folders: [workspace], stateRoot, env, log, config });
}

function unserved(window: string) {
  return bridgeErrors.fail(
    'E_BRIDGE_UNAVAILABLE',
    `The VS Code window ${window} does not serve the editor tools.`,
    { hint: 'Use --host headless, or leave --host out.', retryable: false },
  );
}
