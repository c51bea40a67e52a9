import { dirname, join, resolve } from 'node:path';
import {
  connectionTools,
  createManager,
  createRegistry,
  type Registry,
  withManaged,
} from '@molehill/connections/connections';
import type { MountOptions } from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import type { CursorStore } from './cursors.ts';
import { ConnectionDefinitions } from './definitions.ts';
import type { SqlBackend, SqlConnection } from './engines/engine.ts';
import { builtInEngines, type EngineRegistry } from './engines/registry.ts';
import { ping } from './ping.ts';
import type { SqlConnections } from './tools/connection-tool.ts';

export interface OpenConnections {
  readonly connections: SqlConnections;
  /** `list_connections` and the other connection tools. */
  readonly tools: readonly Tool[];
  dispose(): Promise<void>;
}

export interface SqlOptions extends MountOptions {
  /** Default: the built-in engines. */
  readonly engines?: EngineRegistry;
}

/** Named connections to SQL databases. */
export function openConnections(options: SqlOptions, cursors: CursorStore): OpenConnections {
  const { log, engines = builtInEngines } = options;
  const definitions = new ConnectionDefinitions(engines);
  const registry = sqlRegistry(options, definitions);
  const manager = createManager<SqlConnection, SqlBackend>(registry, {
    createBackend: async (target) => (await engines.load(target.config.type)).open(target),
    resolvePort: ({ type }) => engines.get(type).defaultPort,
    log,
  });
  const formatError = (error: unknown, { type }: SqlConnection) => engines.classifyError(error, type);
  const placeOf = (config: SqlConnection) => engines.get(config.type).placeOf(config);
  return {
    connections: {
      look: async (name) => {
        const known = await registry.get(name);
        return { known, dialect: await engines.load(known.config.type) };
      },
      use: (name, options, work) => withManaged(manager, name, work, { ...options, formatError }),
      placeOf,
      makeWay: (config) => cursors.closeIdle(placeOf(config)),
    },
    tools: connectionTools({
      registry: withDsn(registry, definitions),
      manager,
      fullSchema: definitions.addSchema,
      patchSchema: definitions.patchSchema,
      ping,
      formatError,
    }),
    dispose: () => manager.dispose(),
  };
}

function sqlRegistry(
  { env, stateRoot, workspace, log, redactor }: MountOptions,
  definitions: ConnectionDefinitions,
) {
  const configPath = env.DBMOLE_CONFIG ? resolve(workspace, env.DBMOLE_CONFIG) : undefined;
  return createRegistry<SqlConnection>({
    storePath: env.DBMOLE_STORE || join(stateRoot, 'sql-connections.json'),
    configPath,
    env: { ...env, DBMOLE_CONNECTIONS: definitions.expandJson(env.DBMOLE_CONNECTIONS) },
    envVar: 'DBMOLE_CONNECTIONS',
    schema: definitions.schemaIn(configPath === undefined ? workspace : dirname(configPath)),
    redactor,
    log,
    logPrefix: 'dbmole',
    pathFields: definitions.pathFields,
    cwd: workspace,
  });
}

/** A call may give a DSN; its fields are stored. */
function withDsn(
  registry: Registry<SqlConnection>,
  definitions: ConnectionDefinitions,
): Registry<SqlConnection> {
  return {
    list: () => registry.list(),
    problems: () => registry.problems(),
    get: (name) => registry.get(name),
    resolve: (connection, signal) => registry.resolve(connection, signal),
    add: (definition) => registry.add(definitions.expandOrKeep(definition)),
    update: (name, patch) => registry.update(name, patch),
    remove: (name) => registry.remove(name),
    assertWritable: (name) => registry.assertWritable(name),
  };
}
