import { dirname, join, resolve } from 'node:path';
import { Manager } from '@molehill/connections/manager';
import { Registry } from '@molehill/connections/registry';
import { connectionTools } from '@molehill/connections/tools';
import type { MountOptions } from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import { cursorKind } from './cursors.ts';
import { ConnectionDefinitions } from './definitions.ts';
import type { ServerDescription, SqlBackend, SqlConnection } from './engines/engine.ts';
import { builtInEngines, type EngineRegistry } from './engines/registry.ts';
import type { SqlConnections } from './tools/connection-tool.ts';

export interface OpenConnections {
  readonly connections: SqlConnections;
  readonly registry: Registry<SqlConnection>;
  /** `list_connections` and the other connection tools. */
  readonly tools: readonly Tool[];
  dispose(): Promise<void>;
}

export interface SqlOptions extends MountOptions {
  /** Default: the built-in engines. */
  readonly engines?: EngineRegistry;
  readonly cursorIdleMs?: number;
  readonly exportWaitMs?: number;
}

/** Named connections to SQL databases. */
export function openConnections(options: SqlOptions): OpenConnections {
  const { log, engines = builtInEngines } = options;
  const definitions = new ConnectionDefinitions(engines);
  const registry = sqlRegistry(options, definitions);
  const manager = new Manager<SqlConnection, SqlBackend>(registry, {
    createBackend: async (target) => (await engines.load(target.config.type)).open(target),
    resolvePort: ({ type }) => engines.get(type).defaultPort,
    formatError: (error, { type }) => engines.classifyError(error, type),
    log,
  });
  const placeOf = (config: SqlConnection) => engines.get(config.type).placeOf(config);
  return {
    registry,
    connections: {
      find: async (name) => {
        const known = await registry.get(name);
        return { known, dialect: await engines.load(known.config.type) };
      },
      warm: (name, options) => {
        if (manager.state(name) !== 'closed') return;
        const { signal } = options;
        manager.use(name, async (backend) => backend.warm?.(signal), options).catch(() => {});
      },
      use: (name, options, work) => manager.use(name, work, options),
      placeOf,
      cursors: cursorKind(options.cursorIdleMs),
    },
    tools: connectionTools({
      registry,
      manager,
      fullSchema: definitions.addSchema,
      patchSchema: definitions.patchSchema,
      expand: (input) => definitions.expandOrKeep(input),
      ping,
    }),
    dispose: () => manager.dispose(),
  };
}

function sqlRegistry(
  { env, stateRoot, workspace, log, redactor }: MountOptions,
  definitions: ConnectionDefinitions,
) {
  const configPath = env.DBMOLE_CONFIG ? resolve(workspace, env.DBMOLE_CONFIG) : undefined;
  return new Registry<SqlConnection>({
    storePath: env.DBMOLE_STORE || join(stateRoot, 'sql-connections.json'),
    configPath,
    env: { ...env, DBMOLE_CONNECTIONS: definitions.expandJson(env.DBMOLE_CONNECTIONS) },
    envVar: 'DBMOLE_CONNECTIONS',
    schema: definitions.schemaIn(configPath === undefined ? workspace : dirname(configPath)),
    redactor,
    log,
    logPrefix: 'dbmole',
    cwd: workspace,
  });
}

/** Checks that a connection works and warns when the role of a read-only connection may write. */
async function ping(backend: SqlBackend, config: SqlConnection, signal: AbortSignal) {
  const server = await backend.describeServer(signal);
  const warning = warningFor(server, config);
  return {
    type: config.type,
    version: server.version,
    user: server.user,
    database: server.database,
    readonly: config.readonly,
    ...(warning === undefined ? {} : { warning }),
  };
}

function warningFor(
  { superuser, canWrite }: ServerDescription,
  { readonly }: SqlConnection,
): string | undefined {
  if (!readonly) return undefined;
  const better = 'Statements are checked and run read-only, but a role that may only read is safer.';
  if (superuser) return `The database role is a superuser. ${better}`;
  return canWrite ? `The database role may write. ${better}` : undefined;
}
