import { join, resolve } from 'node:path';
import { createManager } from '@molehill/connections/manager';
import { createRegistry } from '@molehill/connections/registry';
import { connectionTools } from '@molehill/connections/tools';
import { withManaged } from '@molehill/connections/with-managed';
import type { MountOptions } from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import type { EsBackend } from './backend.ts';
import { DEFAULT_PORT, type EsConnection, esConnectionSchema, pathFields } from './config.ts';
import { ping } from './ping.ts';
import { addConnectionSchema } from './schema.ts';
import type { EsConnections } from './tools/connection-tool.ts';

export interface OpenConnections {
  readonly connections: EsConnections;
  /** `list_connections` and the other connection tools. */
  readonly tools: readonly Tool[];
  dispose(): Promise<void>;
}

/** Named connections to search clusters. */
export function openConnections(options: MountOptions): OpenConnections {
  const registry = esRegistry(options);
  const manager = createManager<EsConnection, EsBackend>(registry, {
    createBackend: async (target, signal) => (await import('./backend.ts')).openBackend(target, signal),
    resolvePort: () => DEFAULT_PORT,
    log: options.log,
  });
  return {
    connections: {
      configOf: async (name) => (await registry.get(name)).config,
      use: (name, signal, work) => withManaged(manager, name, work, { signal }),
    },
    tools: connectionTools({
      registry,
      manager,
      fullSchema: addConnectionSchema,
      ping,
      descriptions: {
        remove_connection:
          'Removes a stored connection after a person confirmed it. The cluster is not changed.',
      },
    }),
    dispose: () => manager.dispose(),
  };
}

function esRegistry({ env, stateRoot, workspace, log, redactor }: MountOptions) {
  return createRegistry<EsConnection>({
    storePath: env.ESMOLE_STORE || join(stateRoot, 'es-connections.json'),
    configPath: env.ESMOLE_CONFIG ? resolve(workspace, env.ESMOLE_CONFIG) : undefined,
    env,
    envVar: 'ESMOLE_CONNECTIONS',
    schema: esConnectionSchema,
    redactor,
    log,
    logPrefix: 'esmole',
    pathFields,
    cwd: workspace,
  });
}
