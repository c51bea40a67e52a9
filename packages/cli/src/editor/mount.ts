import type { ConfigLayer } from '@molehill/core/config';
import type { MountOptions, ToolServer } from '@molehill/core/server';
import type { EditorHost } from '@molehill/editor/host';
import { editorServer } from '@molehill/editor/server';
import type { EditorProfile } from '@molehill/editor/tool-listing';
import { bridgeView, type EditorHostKind } from './bridge-view.ts';
import { windowCalls } from './window-calls.ts';

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
    host: () => openEditorHost(mount, config),
    window: windowCalls(mount, host),
    bridge: bridgeView(mount, host),
    profile,
    mayBeDormant: !isAwake,
    timeoutMs,
  });
}

async function openEditorHost(mount: MountOptions, config: ConfigLayer): Promise<EditorHost> {
  const { openHeadlessHost } = await import('@molehill/headless/host');
  const { workspace, stateRoot, env, log } = mount;
  return openHeadlessHost({ folders: [workspace], stateRoot, env, log, config });
}
