import { dirname, join, resolve } from 'node:path';
import { createManager } from '@molehill/connections/manager';
import { createRegistry } from '@molehill/connections/registry';
import { connectionTools } from '@molehill/connections/tools';
import { withManaged } from '@molehill/connections/with-managed';
import { isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { MountOptions } from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import type { SqlConnection } from './config.ts';
import type { CursorStore } from './cursors.ts';
import { expandDsnsInJson, expandOrKeep } from './dsn.ts';
import type { Dialect, EngineType, SqlBackend } from './engines/engine.ts';
import { defaultPorts, loadDialect } from './engines/registry.ts';
import { ping } from './ping.ts';
import { placeOf } from './place.ts';
import { addConnectionSchema, patchConnectionSchema, pathFields, writtenConnectionSchema } from './schema.ts';
import type { SqlConnections } from './tools/connection-tool.ts';

export interface OpenConnections {
  readonly connections: SqlConnections;
  /** `list_connections` and its like. */
  readonly tools: readonly Tool[];
  dispose(): Promise<void>;
}

/** Core's named connections, with SQL behind them. */
export function openConnections(options: MountOptions, cursors: CursorStore): OpenConnections {
  const { log } = options;
  const dialects = new LoadedDialects();
  const registry = sqlRegistry(options);
  const manager = createManager<SqlConnection, SqlBackend>(registry, {
    createBackend: async (target) => (await dialects.get(target.config.type)).open(target),
    resolvePort: ({ type }) => defaultPorts[type],
    log,
  });
  const formatError = (error: unknown, { type }: SqlConnection) => dialects.classify(error, type);
  return {
    connections: {
      look: async (name) => {
        const known = await registry.get(name);
        return { known, dialect: await dialects.get(known.config.type) };
      },
      use: (name, options, work) => withManaged(manager, name, work, { ...options, formatError }),
      makeWay: (config) => cursors.closeIdle(placeOf(config)),
    },
    tools: connectionTools({
      registry,
      manager,
      fullSchema: addConnectionSchema,
      patchSchema: patchConnectionSchema,
      expand: expandOrKeep,
      ping,
      formatError,
    }),
    dispose: () => manager.dispose(),
  };
}

function sqlRegistry({ env, stateRoot, workspace, log, redactor }: MountOptions) {
  const configPath = env.DBMOLE_CONFIG ? resolve(workspace, env.DBMOLE_CONFIG) : undefined;
  return createRegistry<SqlConnection>({
    storePath: env.DBMOLE_STORE || join(stateRoot, 'sql-connections.json'),
    configPath,
    env: { ...env, DBMOLE_CONNECTIONS: expandDsnsInJson(env.DBMOLE_CONNECTIONS) },
    envVar: 'DBMOLE_CONNECTIONS',
    schema: writtenConnectionSchema(configPath === undefined ? workspace : dirname(configPath)),
    redactor,
    log,
    logPrefix: 'dbmole',
    pathFields,
    cwd: workspace,
  });
}

/** Errors of a driver come after its dialect was loaded, and are told at once. */
class LoadedDialects {
  readonly #loaded = new Map<EngineType, Dialect>();

  async get(type: EngineType): Promise<Dialect> {
    const dialect = this.#loaded.get(type) ?? (await loadDialect(type));
    this.#loaded.set(type, dialect);
    return dialect;
  }

  classify(error: unknown, type: EngineType): MolehillError | undefined {
    if (isMolehillError(error) || !(error instanceof Error)) return undefined;
    return this.#loaded.get(type)?.classifyError(error);
  }
}
