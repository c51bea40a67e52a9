import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Catalogue, createCatalogue } from '@molehill/core/catalogue';
import type { ConfigSources } from '@molehill/core/config';
import { nearest } from '@molehill/core/near';
import { openRuntime, type Runtime } from '@molehill/core/runtime';
import type { McpEndpoint } from '@molehill/core/serve/mcp';
import type { ToolServer } from '@molehill/core/server';
import { sqlServer } from 'dbmole-mcp/src/server.ts';
import { molehillServer } from './molehill-server/server.ts';
import type { Door } from './molehill-server/status.ts';
import { UsageError } from './output.ts';
import { version } from './version.ts';

export interface WorkbenchOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly workspace: string;
  readonly flags: ConfigSources['flags'];
  /** One server alone, under the bare names of its tools. */
  readonly only?: string | undefined;
}

/** Everything one process works with, put together in one place. */
export interface Workbench extends Runtime {
  readonly workspace: string;
  readonly servers: readonly ToolServer[];
  readonly catalogue: Catalogue;
  /** How clients reach this process; what is opened here shows in `status`. */
  readonly doors: Door[];
  close(): Promise<void>;
}

export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const workspace = checkWorkspace(options.workspace);
  const runtime = await openRuntime(options);
  const { log, redactor, audit, paths } = runtime;
  const doors: Door[] = [];
  const servers: ToolServer[] = [];
  servers.push(
    molehillServer({ version, workspace, audit, doors, servers }),
    sqlServer({ env: options.env, stateRoot: paths.root, workspace, log, redactor }),
  );
  return {
    ...runtime,
    workspace,
    servers,
    catalogue: createCatalogue(choose(servers, options.only), { prefixed: options.only === undefined }),
    doors,
    close: async () => {
      await Promise.allSettled(servers.map((server) => server.close?.()));
      audit.close();
    },
  };
}

/** What an MCP client is told about this process. */
export function endpointOf({ catalogue, dispatcher }: Workbench): McpEndpoint {
  const instructions = catalogue.servers.map((server) => server.instructions).join('\n');
  return { name: 'molehill', version, instructions, catalogue, dispatcher };
}

function checkWorkspace(given: string): string {
  const workspace = resolve(given);
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory()) return workspace;
  throw new UsageError(
    `The workspace ${workspace} is not a folder.`,
    'Name an existing one with --workspace.',
  );
}

function choose(servers: readonly ToolServer[], only: string | undefined): readonly ToolServer[] {
  if (only === undefined) return servers;
  const chosen = servers.filter((server) => server.id === only);
  if (chosen.length > 0) return chosen;
  const ids = servers.map((server) => server.id);
  const near = nearest(only, ids);
  throw new UsageError(
    `There is no server "${only}".`,
    near ? `Did you mean "${near}"?` : `Servers: ${ids.join(', ')}.`,
  );
}
