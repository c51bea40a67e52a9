import { join } from 'node:path';
import type { Catalogue } from '@molehill/core/catalogue';
import type { Log } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import type { Redactor } from '@molehill/core/redact';
import type { Relay } from '@molehill/core/relay';
import type { ToolServer } from '@molehill/core/server';
import { type Approvals, chooseServers, createApprovals } from './approvals.ts';
import type { ConfigProblem, LoadedConfig, UpstreamConfig } from './config/upstream-config.ts';
import { watchUpstreams } from './config/watch.ts';
import { createFileWatch } from './file-watch.ts';
import { createPins, type Pins, serverKeyOf } from './pins.ts';
import { UpstreamCatalogue } from './relay/upstream-catalogue.ts';
import type { UpstreamServer } from './relay/upstream-server.ts';
import type { ListMode } from './search/mode.ts';
import { createEraStore } from './upstreams/eras.ts';
import { defaultLimits, type UpstreamOptions } from './upstreams/options.ts';
import { UpstreamPool } from './upstreams/pool.ts';
import type { UpstreamStatus } from './upstreams/status.ts';
import type { Upstream } from './upstreams/upstream.ts';

export interface GatewayOptions {
  readonly directory: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stateRoot: string;
  readonly version: string;
  readonly log: Log;
  readonly redactor: Redactor;
  /** Our own servers, served in this process. */
  readonly mounts: readonly ToolServer[];
  /** Serves one server alone, as if it were reached directly: one of the mounts or of the configuration. */
  readonly only?: string | undefined;
  /** Whether to list all tools or the search tools. A server alone is always listed in full. */
  readonly mode?: ListMode | undefined;
  readonly tokenLimit?: number | undefined;
  /** Used instead of the directory's configuration files, which are watched otherwise. */
  readonly config?: LoadedConfig | undefined;
  readonly upstreams?: Partial<UpstreamOptions> | undefined;
  /** How long a list waits for servers without cached definitions. */
  readonly settleMs?: number | undefined;
}

export interface ServerStatus extends UpstreamStatus {
  readonly config: UpstreamConfig;
  readonly tools: number;
  /** Definitions that wait for approval, in words. */
  readonly withheld: readonly string[];
  /** Files that changed since the server was approved, so that it waits for approval again. */
  readonly changedFiles: readonly string[];
}

export interface GatewayStatus {
  readonly servers: readonly ServerStatus[];
  readonly problems: readonly ConfigProblem[];
}

/** Serves many upstream servers and the mounted servers at one endpoint. */
export interface Gateway {
  readonly catalogue: Catalogue;
  /** Absent where a mounted server is served alone. */
  readonly relay: Relay | undefined;
  /** The built-in servers that are served. */
  readonly mounts: readonly ToolServer[];
  readonly approvals: Approvals;
  readonly pins: Pins;
  status(): GatewayStatus;
  upstream(id: string): Upstream | undefined;
  /** Excludes servers at this address of the running process, which would call itself. */
  addOwnUrl(url: string): void;
  close(): Promise<void>;
}

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { directory, only, log } = options;
  const alone = only !== undefined;
  const mode = alone ? 'full' : (options.mode ?? 'full');
  const mount = options.mounts.find(({ id }) => id === only);
  const mounts = mount ? [mount] : alone ? [] : options.mounts;
  const approvals = createApprovals(options);
  const pins = createPins(options);
  const pool = openPool(options, approvals);
  const upstreams = new UpstreamCatalogue({ ...options, pool, pins, alone, mounts, mode });
  const approvalFiles = createFileWatch(() => void upstreams.catalogue.settled().catch(() => {}));
  const serve = async ({ servers }: LoadedConfig) => {
    approvalFiles.watch([approvals.file, ...servers.map((server) => pins.fileOf(serverKeyOf(server)))]);
    return upstreams.configure(mount ? [] : chooseServers(servers, alone ? [only] : 'all'));
  };
  const onError = (error: unknown) => log.warn({ err: error }, 'cannot apply a changed configuration');
  const configured = watchConfig(options, (config) => void serve(config).catch(onError));
  const close = () => {
    approvalFiles.close();
    configured.close();
    return upstreams.close();
  };
  await serve(configured.current).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    catalogue: upstreams.catalogue,
    relay: mount ? undefined : upstreams.relay,
    mounts,
    approvals,
    pins,
    status: () => ({
      servers: upstreams.servers.map((server) => statusOf(server, approvals)),
      problems: configured.current.problems,
    }),
    upstream: (id) => pool.get(directory, id),
    addOwnUrl: configured.addOwnUrl,
    close,
  };
}

function watchConfig(options: GatewayOptions, onChange: (config: LoadedConfig) => void) {
  const { config, directory, home, stateRoot, env } = options;
  if (config) return { current: config, addOwnUrl: () => {}, close: () => {} };
  return watchUpstreams({ directory, home, stateRoot, env }, onChange);
}

function openPool(options: GatewayOptions, approvals: Approvals): UpstreamPool {
  const { log, env, stateRoot, version, redactor } = options;
  return new UpstreamPool({
    ...defaultLimits,
    log,
    env,
    clientInfo: { name: 'molehill', version },
    clientOptions: { inputRequired: { autoFulfill: false } },
    eras: createEraStore(join(stateRoot, 'eras.json')),
    reaper: createReaper(log),
    isApproved: approvals.isApproved,
    changedFiles: approvals.changedFiles,
    onStart: (transport) => redactSecrets(redactor, transport, env),
    ...options.upstreams,
  });
}

const SECRET_NAME = /key|token|secret|pass|auth|credential|cookie/i;
/** Redacting shorter values would remove ordinary words from every log. */
const SHORTEST_SECRET = 6;

/** Redacts secrets in the environment, headers, arguments and URL of a server that starts. Others may name any word. */
function redactSecrets(
  redactor: Redactor,
  transport: UpstreamConfig['transport'],
  env: GatewayOptions['env'],
) {
  const named = Object.entries(transport.kind === 'stdio' ? transport.env : transport.headers);
  const words = transport.kind === 'stdio' ? transport.args : [transport.url];
  const referenced = Object.entries(env).filter(([, value]) =>
    words.some((word) => value && word.includes(value)),
  );
  for (const [name, value = ''] of [...named, ...referenced])
    if (SECRET_NAME.test(name) && value.length >= SHORTEST_SECRET) redactor.add(value);
}

function statusOf({ upstream, isUsable, tools, review }: UpstreamServer, approvals: Approvals): ServerStatus {
  const status = upstream.status();
  return {
    ...status,
    config: upstream.config,
    tools: isUsable ? tools.length : 0,
    withheld: review.withheld,
    changedFiles: status.state === 'waiting' ? approvals.changedFiles(upstream.config) : [],
  };
}
