import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Catalogue } from '@molehill/core/catalogue';
import type { ConfigSources } from '@molehill/core/config';
import { nearest } from '@molehill/core/near';
import type { ToolServer } from '@molehill/core/server';
import type { UpstreamConfig } from '@molehill/gateway/config';
import { loadUpstreams } from '@molehill/gateway/config/load';
import { type Gateway, openGateway } from '@molehill/gateway/gateway';
import type { ListMode } from '@molehill/gateway/search/mode';
import { projectServer } from '@molehill/project/server';
import type { McpEndpoint } from '@molehill/serve/mcp';
import { openRuntime, type Runtime } from '@molehill/serve/runtime';
import { sqlServer } from 'dbmole-mcp/src/server.ts';
import { esServer } from 'esmole-mcp/src/server.ts';
import { molehillServer } from './molehill-server/server.ts';
import { describeServers } from './molehill-server/servers.ts';
import type { Frontend, ServerView } from './molehill-server/status.ts';
import { UsageError } from './output.ts';
import { version } from './version.ts';

export interface WorkbenchOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly workspace: string;
  readonly flags: ConfigSources['flags'];
  /** One server alone, under the bare names of its tools. */
  readonly only?: string | undefined;
  readonly mode?: ListMode | undefined;
}

/** Everything one process works with, put together in one place. */
export interface Workbench extends Runtime {
  readonly workspace: string;
  readonly catalogue: Catalogue;
  readonly gateway: Gateway;
  servers(): readonly ServerView[];
  /** How clients reach this process; what is opened here shows in `status`. */
  readonly frontends: Frontend[];
  close(): Promise<void>;
}

export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const workspace = checkWorkspace(options.workspace);
  const runtime = await openRuntime(options);
  const { log, redactor, audit, paths, emit } = runtime;
  const { env } = options;
  const frontends: Frontend[] = [];
  const shared = { env, stateRoot: paths.root, workspace, log, redactor, emit };
  const own: ToolServer[] = [];
  const servers = () => describeServers(own, gateway);
  own.push(
    molehillServer({ version, workspace, audit, frontends, servers }),
    sqlServer(shared),
    esServer(shared),
    projectServer(shared),
  );
  const place = { ...shared, directory: workspace, home: env.HOME ?? homedir() };
  const { only, mode } = options;
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
      await Promise.allSettled([gateway.close(), ...own.map((server) => server.close?.())]);
      await runtime.close();
    },
  };
}

/** What an MCP client is told about this process. */
export function endpointOf(workbench: Workbench): McpEndpoint {
  const { catalogue, dispatcher, handles, feed, workspace, gateway } = workbench;
  const instructions = catalogue.servers.map((server) => server.instructions).join('\n');
  const { relay } = gateway;
  return {
    name: 'molehill',
    version,
    instructions,
    catalogue,
    dispatcher,
    handles,
    feed,
    servers: gateway.mounts,
    workspace: [workspace],
    ...(relay ? { relay } : {}),
  };
}

function checkOnly(only: string, own: readonly ToolServer[], upstreams: readonly UpstreamConfig[]): void {
  const ids = [...own, ...upstreams].map(({ id }) => id);
  if (ids.includes(only)) return;
  const near = nearest(only, ids);
  throw new UsageError(
    `There is no server "${only}".`,
    near ? `Did you mean "${near}"?` : `Servers: ${ids.join(', ')}.`,
  );
}

function checkWorkspace(given: string): string {
  const workspace = resolve(given);
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory()) return workspace;
  throw new UsageError(
    `The workspace ${workspace} is not a folder.`,
    'Name an existing one with --workspace.',
  );
}
