import { RESOURCES_CHANGED, type ServerEvent } from '@molehill/core/context';
import { defineServer, type MountOptions, type ToolServer } from '@molehill/core/server';
import type { BridgeView, WindowCalls } from './context.ts';
import { coalesceOutput } from './debug/coalesce-output.ts';
import { debugResources } from './debug-resources.ts';
import { editorTools } from './editor-tools.ts';
import type { EditorHost } from './host.ts';
import { LazyHost } from './lazy-host.ts';
import { RecentErrors } from './recent-errors.ts';
import { type EditorProfile, ToolListing } from './tool-listing.ts';

export interface EditorServerOptions {
  readonly mount: MountOptions;
  /** Called on the first use. */
  host(): EditorHost | Promise<EditorHost>;
  readonly bridge: BridgeView;
  readonly profile: EditorProfile;
  /** Lists little in a workspace that has nothing to debug. */
  readonly mayBeDormant?: boolean;
  /** The timeout that a person chose for tools without a longer one of their own. */
  readonly timeoutMs?: number | undefined;
  /** Runs tools in a window where one has the workspace open. */
  readonly window?: WindowCalls | undefined;
}

/** Debugging and tests in the person's editor or without one. Starts nothing before the first call that needs it. */
export function editorServer(options: EditorServerOptions): ToolServer {
  const { mount, profile, bridge, mayBeDormant = false, timeoutMs, window } = options;
  const emit = coalesceOutput((event) => emitAll(mount, event));
  const host = new LazyHost(options.host, emit);
  const errors = new RecentErrors(mount.redactor);
  const tools = editorTools({ host, bridge, errors, timeoutMs, window });
  const listing = new ToolListing({ tools, host, profile, workspace: mount.workspace, mayBeDormant });
  return defineServer({
    id: 'editor',
    title: 'Editor and debugger',
    version: bridge.version,
    command: 'vscb exec',
    instructions:
      'Debugging: breakpoint_set, then debug_start, then stack_get, variable_list and debug_evaluate while the program is stopped.',
    tools: tools.map(({ tool }) => tool),
    listedTools: () => listing.listed,
    onListChanged: (listener) => listing.onChanged(listener),
    resources: debugResources(host),
    logs: true,
    close: () => host.close(),
  });
}

/** A session that starts or ends also changes the list of resources. */
function emitAll({ emit }: MountOptions, event: ServerEvent): void {
  emit?.('editor', event);
  if (event.type !== 'debug.started' && event.type !== 'debug.exited') return;
  emit?.('editor', {
    type: RESOURCES_CHANGED,
    ...(event.caller === undefined ? {} : { caller: event.caller }),
  });
}
