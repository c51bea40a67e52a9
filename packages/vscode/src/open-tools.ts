import { realpathSync } from 'node:fs';
import { PROTOCOL } from '@molehill/bridge/jobs/messages';
import { openWindows } from '@molehill/bridge/windows';
import { type Catalogue, createCatalogue } from '@molehill/core/catalogue';
import type { Log } from '@molehill/core/log';
import type { Ask } from '@molehill/core/question';
import type { Redactor } from '@molehill/core/redact';
import { type EditorServerOptions, editorServer } from '@molehill/editor/server';
import type { McpEndpoint } from '@molehill/serve/mcp';
import { openRuntime, type Runtime } from '@molehill/serve/runtime';
import type { VscodeHost } from './host/host.ts';

/** What the frontends serve. */
export interface OpenWindow {
  readonly runtime: Runtime;
  readonly endpoint: McpEndpoint;
  readonly catalogue: Catalogue;
  readonly folders: readonly string[];
  close(): Promise<void>;
}

export interface Served extends OpenWindow {
  readonly log: Log;
  readonly version: string;
  readonly ask: Ask;
}

interface ToolsOptions {
  readonly host: VscodeHost;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
  readonly ask: Ask;
}

/** The editor's tools over this window, with the state directory of this machine. */
export async function openTools({ host, log, redactor, version, ask }: ToolsOptions): Promise<OpenWindow> {
  const runtime = await openRuntime({ env: process.env, flags: {}, log, redactor });
  const { paths, emit, dispatcher, handles, feed } = runtime;
  const { folders } = host.workspace;
  const workspace = folders[0] ?? realpathSync(process.cwd());
  const server = editorServer({
    mount: { env: process.env, stateRoot: paths.root, workspace, log, redactor, emit },
    host: () => host,
    bridge: bridgeOf(paths.root, workspace, version),
    profile: 'expert',
  });
  const catalogue = createCatalogue([server], { prefixed: false });
  const endpoint: McpEndpoint = {
    name: 'molehill-editor',
    version,
    instructions: async () => server.instructions,
    catalogue,
    dispatcher,
    handles,
    feed,
    servers: [server],
    workspace: folders,
    ask,
  };
  const close = async () => {
    await handles.close();
    await server.close?.();
    await runtime.close();
  };
  return { runtime, endpoint, catalogue, folders, close };
}

function bridgeOf(stateRoot: string, workspace: string, version: string): EditorServerOptions['bridge'] {
  return {
    version,
    protocol: PROTOCOL,
    workspace,
    windows: async () =>
      (await openWindows(stateRoot).list()).map(({ heartbeat, ...window }) => ({
        ...window,
        heartbeatAgeMs: Math.max(0, Math.round(Date.now() - heartbeat)),
      })),
    choice: async () => ({ kind: 'vscode', reason: 'The call is served by this window.' }),
  };
}
