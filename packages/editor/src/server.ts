import { RESOURCES_CHANGED, type ServerEvent } from '@molehill/core/context';
import { defineServer, type MountOptions, type ToolServer } from '@molehill/core/server';
import type { BridgeView } from './context.ts';
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
  /** Lists little in a workspace without code. */
  readonly mayBeDormant?: boolean;
  /** The timeout that a person chose for tools without a longer one of their own. */
  readonly timeoutMs?: number | undefined;
}

const DORMANT = 'Code tools and debugger: listed once the folder has code.';

function introduction(name: (tool: string) => string): string {
  return [
    `Code: ${name('rename_symbol')} and ${name('rename_file')} instead of replacing text; ${name('symbol_references')}, ${name('diagnostic_list')}.`,
    `Debugging: ${name('breakpoint_set')}, then ${name('debug_start')}, then ${name('stack_get')}, ${name('variable_list')} and ${name('debug_evaluate')} while the program is stopped.`,
  ].join(' ');
}

/** Code tools, debugging and tests in the person's editor or without one. Starts nothing before the first call that needs it. */
export function editorServer(options: EditorServerOptions): ToolServer {
  const { mount, profile, bridge, mayBeDormant = false, timeoutMs } = options;
  const emit = coalesceOutput((event) => emitAll(mount, event));
  const host = new LazyHost(options.host, emit);
  const errors = new RecentErrors(mount.redactor);
  const tools = editorTools({ host, bridge, errors, timeoutMs });
  const listing = new ToolListing({ tools, host, profile, workspace: mount.workspace, mayBeDormant });
  return defineServer({
    id: 'editor',
    title: 'Code tools and debugger',
    version: bridge.version,
    command: 'vscb exec',
    instructions: introduction((tool) => tool),
    introduce: async () => (listing.isDormant ? DORMANT : introduction((tool) => `{tool:${tool}}`)),
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
