import { join } from 'node:path';
import type { Catalogue } from '@molehill/core/catalogue';
import type { Log } from '@molehill/core/log';
import type { Redactor } from '@molehill/core/redact';
import type { Relay } from '@molehill/core/relay';
import type { ToolServer } from '@molehill/core/server';
import { type Approvals, chooseServers, createApprovals } from './approvals.ts';
import type { ConfigProblem, LoadedConfig, UpstreamConfig } from './config/upstream-config.ts';
import { watchUpstreams } from './config/watch.ts';
import { FileWatch } from './file-watch.ts';
import { createPins, type Pins, serverKeyOf } from './pins.ts';
import type { Source } from './relay/source.ts';
import { UpstreamCatalogue } from './relay/upstream-catalogue.ts';
import type { ListMode } from './search/mode.ts';
import { createEraStore } from './upstreams/eras.ts';
import type { UpstreamOptions } from './upstreams/options.ts';
import { createUpstreamPool, type UpstreamPool } from './upstreams/pool.ts';
import type { Upstream, UpstreamStatus } from './upstreams/upstream.ts';

export interface GatewayOptions {
  readonly directory: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stateRoot: string;
  readonly version: string;
  readonly log: Log;
  readonly redactor: Redactor;
  /** Servers of ours, served in this process. */
  readonly mounts: readonly ToolServer[];
  /** One server alone, as if it were reached directly: one of ours or one of the configuration. */
  readonly only?: string | undefined;
  /** Whether all tools are listed, or the means to find them. A server alone is always listed in full. */
  readonly mode?: ListMode | undefined;
  readonly tokenLimit?: number | undefined;
  /** Instead of what the files of the directory say, which are watched. */
  readonly config?: LoadedConfig | undefined;
  readonly upstreams?: Partial<UpstreamOptions> | undefined;
  /** How long a first list waits for servers that were never listed. */
  readonly settleMs?: number | undefined;
}

export interface ServerStatus extends UpstreamStatus {
  readonly config: UpstreamConfig;
  readonly tools: number;
  /** Tools that wait for a person to agree to their definitions. */
  readonly withheld: readonly string[];
}

export interface GatewayStatus {
  readonly servers: readonly ServerStatus[];
  readonly problems: readonly ConfigProblem[];
}

/** Many servers behind one endpoint. */
export interface Gateway {
  readonly catalogue: Catalogue;
  /** Absent where one server of ours is served alone. */
  readonly relay: Relay | undefined;
  /** The built-in servers that are served. */
  readonly mounts: readonly ToolServer[];
  readonly approvals: Approvals;
  readonly pins: Pins;
  status(): GatewayStatus;
  upstream(id: string): Upstream | undefined;
  close(): Promise<void>;
}

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { directory, only } = options;
  const mount = options.mounts.find(({ id }) => id === only);
  const approvals = createApprovals(options);
  const pins = createPins(options);
  const pool = openPool(options, approvals);
  const mounts = servedMounts(options, mount);
  const behind = openBehind(options, mounts, pool, pins);
  // A person decides in another process: whoever is connected here is told at once.
  const decisions = new FileWatch(() => void behind.catalogue.settled().catch(() => {}), {
    busyFolder: options.stateRoot,
  });
  const serve = (config: LoadedConfig) => {
    decisions.follow([approvals.file, ...config.servers.map((server) => pins.fileOf(serverKeyOf(server)))]);
    hideSecrets(options.redactor, config.servers, options.env);
    return behind.configure(mount ? [] : chosenServers(config, only));
  };
  const configured = watchConfig(options, (config) =>
    serve(config).catch((error) => options.log.warn({ err: error }, 'a configuration was not taken over')),
  );
  const close = () => {
    decisions.close();
    configured.close();
    return behind.close();
  };
  await serve(configured.current()).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    catalogue: behind.catalogue,
    relay: mount ? undefined : behind.relay,
    mounts,
    approvals,
    pins,
    status: () => ({
      servers: behind.sources.map(statusOf),
      problems: configured.current().problems,
    }),
    upstream: (id) => pool.get(directory, id),
    close,
  };
}

function servedMounts(
  { mounts, only }: GatewayOptions,
  mount: ToolServer | undefined,
): readonly ToolServer[] {
  if (mount) return [mount];
  return only === undefined ? mounts : [];
}

function openBehind(
  options: GatewayOptions,
  mounts: readonly ToolServer[],
  pool: UpstreamPool,
  pins: Pins,
): UpstreamCatalogue {
  const { only, mode = 'full' } = options;
  const alone = only !== undefined;
  return new UpstreamCatalogue({
    ...options,
    pool,
    pins,
    alone,
    mounts,
    view: { ...options, mode: alone ? 'full' : mode },
  });
}

interface Configured {
  current(): LoadedConfig;
  close(): void;
}

function watchConfig(options: GatewayOptions, onChange: (config: LoadedConfig) => void): Configured {
  const given = options.config;
  if (given) return { current: () => given, close: () => {} };
  const { directory, home, stateRoot, env } = options;
  const files = { directory, home, stateRoot, env, busyFolder: stateRoot };
  const watch = watchUpstreams(files, ({ config }) => onChange(config));
  return { current: () => watch.current, close: () => watch.close() };
}

function chosenServers(config: LoadedConfig, only: string | undefined): readonly UpstreamConfig[] {
  return only === undefined ? config.servers : chooseServers(config.servers, [only]);
}

function openPool(options: GatewayOptions, approvals: Approvals): UpstreamPool {
  const { log, env, stateRoot, version } = options;
  return createUpstreamPool({
    log,
    env,
    clientInfo: { name: 'molehill', version },
    clientOptions: { inputRequired: { autoFulfill: false } },
    eras: createEraStore(join(stateRoot, 'eras.json')),
    isApproved: (config) => approvals.isApproved(config),
    ...options.upstreams,
  });
}

const SECRET_NAME = /key|token|secret|pass|auth|credential|cookie/i;
/** A shorter value is no secret, and hiding it would tear holes into every log. */
const SHORTEST_SECRET = 6;

/** Keys and tokens that are written for a server belong to nobody else, wherever in its entry a variable put them. */
function hideSecrets(
  redactor: Redactor,
  servers: readonly UpstreamConfig[],
  env: GatewayOptions['env'],
): void {
  for (const { transport } of servers) {
    const named = Object.entries(transport.kind === 'stdio' ? transport.env : transport.headers);
    const words = transport.kind === 'stdio' ? transport.args : [transport.url];
    const placed = Object.entries(env).filter(([, value]) =>
      words.some((word) => value && word.includes(value)),
    );
    for (const [name, value = ''] of [...named, ...placed])
      if (SECRET_NAME.test(name) && value.length >= SHORTEST_SECRET) redactor.add(value);
  }
}

function statusOf({ upstream, isUsable, tools, withheld }: Source): ServerStatus {
  return {
    ...upstream.status(),
    config: upstream.config,
    tools: isUsable ? tools.length : 0,
    withheld,
  };
}
