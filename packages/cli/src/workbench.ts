import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Audit, openAudit } from '@molehill/core/audit';
import { type CallFeed, createCallFeed } from '@molehill/core/calls';
import { type Catalogue, createCatalogue } from '@molehill/core/catalogue';
import { type Config, type ConfigSources, resolveConfig } from '@molehill/core/config';
import { createDispatcher, type Dispatcher } from '@molehill/core/dispatch';
import { createLog, type Log } from '@molehill/core/log';
import { nearest } from '@molehill/core/near';
import { ensureStateDirectory, type StatePaths, stateDirectory, statePaths } from '@molehill/core/paths';
import { createRedactor, type Redactor } from '@molehill/core/redact';
import type { ToolServer } from '@molehill/core/server';
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
export interface Workbench {
  readonly workspace: string;
  readonly config: Config;
  readonly paths: StatePaths;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly feed: CallFeed;
  readonly audit: Audit;
  readonly servers: readonly ToolServer[];
  readonly catalogue: Catalogue;
  readonly dispatcher: Dispatcher;
  /** How clients reach this process; what is opened here shows in `status`. */
  readonly doors: Door[];
  close(): Promise<void>;
}

export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const workspace = checkWorkspace(options.workspace);
  const paths = statePaths(stateDirectory(options.env));
  const config = await resolveConfig({
    file: readConfigFile(paths.config),
    env: options.env,
    flags: options.flags,
  });
  const redactor = createRedactor();
  const log = createLog({ level: config.logLevel, file: config.logFile, redactor });
  const feed = createCallFeed();
  const audit = openAudit({ path: paths.audit, log });
  prepareState(paths, log);
  feed.subscribe((event) => {
    if (event.kind === 'finished') audit.append(event.call);
  });
  const doors: Door[] = [];
  const servers: ToolServer[] = [];
  servers.push(molehillServer({ version, workspace, audit, doors, servers }));
  const dispatcher = createDispatcher({
    log,
    redactor,
    feed,
    timeoutMs: config.timeoutMs,
    budget: { rows: config.budgetRows, bytes: config.budgetBytes, tokens: config.budgetTokens },
    auditArguments: config.auditArguments,
  });
  return {
    workspace,
    config,
    paths,
    log,
    redactor,
    feed,
    audit,
    servers,
    catalogue: createCatalogue(choose(servers, options.only), { prefixed: options.only === undefined }),
    dispatcher,
    doors,
    close: async () => {
      await Promise.allSettled(servers.map((server) => server.close?.()));
      audit.close();
    },
  };
}

/** What an MCP client is told about this process, for one door. */
export function endpointOf(workbench: Workbench) {
  const { catalogue, dispatcher } = workbench;
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

function readConfigFile(path: string): ConfigSources['file'] {
  return existsSync(path) ? { path, text: readFileSync(path, 'utf8') } : undefined;
}

/** A home that cannot be written to costs the history, not the tools. */
function prepareState(paths: StatePaths, log: Log): void {
  try {
    ensureStateDirectory(paths.root);
  } catch (error) {
    log.warn({ err: error }, 'no history is kept');
  }
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
