import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Catalogue } from '@molehill/core/catalogue';
import type { Config } from '@molehill/core/config';
import { nearest } from '@molehill/core/near';
import { introductionOf } from '@molehill/core/phrase';
import type { ServerIdentity, ToolServer } from '@molehill/core/server';
import type { EditorProfile } from '@molehill/editor/tool-listing';
import type { UpstreamConfig } from '@molehill/gateway/config';
import { loadUpstreams } from '@molehill/gateway/config/load';
import { type Gateway, openGateway } from '@molehill/gateway/gateway';
import type { ListMode } from '@molehill/gateway/search/mode';
import type { McpEndpoint } from '@molehill/serve/mcp';
import { openRuntime, type Runtime } from '@molehill/serve/runtime';
import { builtInServers } from './built-in-servers.ts';
import type { EditorHostKind } from './editor/bridge-view.ts';
import type { EditorSettings } from './editor/mount.ts';
import { describeServers } from './molehill-server/servers.ts';
import type { Frontend, ServerView } from './molehill-server/status.ts';
import { UsageError } from './output.ts';
import { version } from './version.ts';

/** Flags of the commands that open a workbench. */
export interface WorkbenchFlags {
  readonly workspace: string;
  readonly timeout?: string | undefined;
  readonly port?: string | undefined;
  /** Serve one server, with unprefixed tool names. */
  readonly only?: string | undefined;
  readonly mode?: ListMode | undefined;
  readonly profile?: EditorProfile | undefined;
  readonly host?: EditorHostKind | undefined;
}

/** The composition root of a process. */
export interface Workbench extends Runtime {
  readonly workspace: string;
  readonly catalogue: Catalogue;
  readonly gateway: Gateway;
  servers(): readonly ServerView[];
  /** Frontends opened so far, shown by `status`. */
  readonly frontends: Frontend[];
  close(): Promise<void>;
}

export async function openWorkbench(
  flags: WorkbenchFlags,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Workbench> {
  const { only, mode, timeout, port } = flags;
  const workspace = checkWorkspace(flags.workspace);
  const runtime = await openRuntime({ env, flags: { timeoutMs: timeout, port } });
  const { log, redactor, audit, paths, emit } = runtime;
  const frontends: Frontend[] = [];
  const shared = { env, stateRoot: paths.root, workspace, log, redactor, emit };
  const own: ToolServer[] = [];
  const servers = () => describeServers(own, gateway);
  const about = { version, workspace, audit, frontends, servers };
  own.push(...builtInServers(shared, about, editorSettings(flags, runtime.config)));
  const place = { ...shared, directory: workspace, home: env.HOME ?? homedir() };
  if (only !== undefined) checkOnly(only, own, loadUpstreams(place).servers);
  const gateway: Gateway = await openGateway({ ...place, version, mounts: own, only, mode });
  return {
    ...runtime,
    workspace,
    catalogue: gateway.catalogue,
    gateway,
    servers,
    frontends,
    close: async () => {
      await runtime.handles.close();
      await Promise.allSettled([gateway.close(), ...own.map((server) => server.close?.())]);
      await runtime.close();
    },
  };
}

/** A person who serves the editor alone wants its tools listed. */
function editorSettings({ only, profile, host, timeout }: WorkbenchFlags, config: Config): EditorSettings {
  const timeoutMs = timeout === undefined ? undefined : config.timeoutMs;
  return { config, profile, host, isAwake: only === 'editor', timeoutMs };
}

export function endpointOf(workbench: Workbench): McpEndpoint {
  const { catalogue, dispatcher, handles, feed, workspace, gateway } = workbench;
  const { relay } = gateway;
  return {
    name: 'molehill',
    version,
    instructions: () => introduce(catalogue.servers),
    catalogue,
    dispatcher,
    handles,
    feed,
    servers: gateway.mounts,
    workspace: [workspace],
    ...(relay ? { relay } : {}),
  };
}

/** One line for each server. A server that is served alone has bare tool names. */
async function introduce(servers: readonly ServerIdentity[]): Promise<string> {
  const lines = await Promise.all(servers.map((server) => introductionOf(server, servers.length > 1)));
  return lines.join('\n');
}

function checkOnly(only: string, own: readonly ToolServer[], upstreams: readonly UpstreamConfig[]): void {
  const ids = [...own, ...upstreams].map(({ id }) => id);
  if (ids.includes(only)) return;
  const near = nearest(only, ids);
  throw new UsageError(
    `Unknown server "${only}".`,
    near ? `Did you mean "${near}"?` : `Servers: ${ids.join(', ')}.`,
  );
}

function checkWorkspace(given: string): string {
  const workspace = resolve(given);
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(workspace);
  throw new UsageError(
    `The workspace ${workspace} is not a folder.`,
    'Give an existing folder with --workspace.',
  );
}
