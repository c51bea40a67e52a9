import { join } from 'node:path';
import type { Connection } from '@molehill/connections/definition';
import { Manager } from '@molehill/connections/manager';
import { Registry } from '@molehill/connections/registry';
import { connectionTools } from '@molehill/connections/tools';
import type { MountOptions } from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import type { EsBackend } from './backend.ts';
import { addConnectionSchema, DEFAULT_PORT, type EsConnection, esConnectionSchema } from './config.ts';
import { ping } from './ping.ts';

/** How tools use connections. */
export interface EsConnections {
  /** The definition only; opens nothing. */
  find(name: string): Promise<Connection<EsConnection>>;
  use<T>(name: string, signal: AbortSignal, work: (backend: EsBackend) => Promise<T>): Promise<T>;
}

export interface OpenConnections {
  readonly connections: EsConnections;
  readonly registry: Registry<EsConnection>;
  /** `list_connections` and the other connection tools. */
  readonly tools: readonly Tool[];
  dispose(): Promise<void>;
}

/** Named connections to search clusters. */
export function openConnections(options: MountOptions): OpenConnections {
  const registry = esRegistry(options);
  const manager = new Manager<EsConnection, EsBackend>(registry, {
    createBackend: async (target, signal) => (await import('./backend.ts')).openBackend(target, signal),
    resolvePort: () => DEFAULT_PORT,
    log: options.log,
  });
  return {
    registry,
    connections: {
      find: (name) => registry.get(name),
      use: (name, signal, work) => manager.use(name, work, { signal }),
    },
    tools: connectionTools({ registry, manager, fullSchema: addConnectionSchema, ping }),
    dispose: () => manager.dispose(),
  };
}

function esRegistry({ env, stateRoot, workspace, log, redactor }: MountOptions) {
  return new Registry<EsConnection>({
    storePath: env.ESMOLE_STORE || join(stateRoot, 'es-connections.json'),
    configPath: env.ESMOLE_CONFIG || undefined,
    env,
    envVar: 'ESMOLE_CONNECTIONS',
    schema: esConnectionSchema,
    redactor,
    log,
    logPrefix: 'esmole',
    cwd: workspace,
  });
}
