import type { MountOptions, ToolServer } from '@molehill/core/server';
import { defineServer } from '@molehill/core/server';
import type { BridgeView } from './context.ts';
import type { ToolTier } from './definition.ts';
import { editorTools } from './editor-tools.ts';
import type { EditorHost } from './host.ts';
import { LazyHost } from './lazy-host.ts';

export type EditorProfile = 'core' | 'full' | 'expert';

export interface EditorServerOptions {
  readonly mount: MountOptions;
  /** Called on the first use. */
  host(): EditorHost | Promise<EditorHost>;
  readonly bridge: BridgeView;
  readonly profile: EditorProfile;
  /** The timeout that a person chose for tools without a longer one of their own. */
  readonly timeoutMs?: number | undefined;
}

const tiers: Readonly<Record<EditorProfile, readonly ToolTier[]>> = {
  core: ['core'],
  full: ['core', 'extended'],
  expert: ['core', 'extended', 'expert'],
};

/** Debugging and tests in the person's editor or without one. Starts nothing before the first call that needs it. */
export function editorServer(options: EditorServerOptions): ToolServer {
  const { mount, profile, bridge } = options;
  const host = new LazyHost(options.host, (event) => mount.emit?.('editor', event));
  const tools = editorTools({ host, bridge, timeoutMs: options.timeoutMs });
  const listed = () => {
    const wanted = host.hasLiveSession() && profile === 'core' ? tiers.full : tiers[profile];
    return tools.filter(({ tier, isListed }) => isListed && wanted.includes(tier)).map(({ tool }) => tool);
  };
  return defineServer({
    id: 'editor',
    title: 'Editor and debugger',
    version: bridge.version,
    instructions:
      'Debugging: breakpoint_set, then debug_start, then stack_get, variable_list and debug_evaluate while the program is stopped.',
    tools: tools.map(({ tool }) => tool),
    listedTools: listed,
    onListChanged: (listener) => host.onDidChange(listener),
    close: () => host.close(),
  });
}
