import { defineConnectionServer } from './connection-server.ts';
import { connectionErrors } from './errors.ts';
import { createManager } from './manager.ts';
import { assertReads } from './readonly.ts';
import { createRegistry } from './registry.ts';
import { baseConnectionShape, connectionName } from './shape.ts';
import { sshSchema } from './ssh/schema.ts';
import { isStaleBackendError, StaleBackendError } from './stale.ts';
import { connectionTools } from './tools.ts';
import { withManaged } from './with-managed.ts';

export type { BackendTarget, CreateTunnel, Tunnel } from './backend.ts';
export type { Connection, ConnectionProblem } from './entries.ts';
export type { Lease, Manager, ManagerOptions } from './manager.ts';
export type { Registry, RegistryOptions } from './registry.ts';
export type { ConnectionBase } from './shape.ts';
export type { SshConfig } from './ssh/schema.ts';
export type { ConnectionToolsOptions } from './tools.ts';
export type { ManagedOptions } from './with-managed.ts';
/** What a package with named connections builds on. The parts behind it are nobody else's business. */
export {
  assertReads,
  baseConnectionShape,
  connectionErrors,
  connectionName,
  connectionTools,
  createManager,
  createRegistry,
  defineConnectionServer,
  isStaleBackendError,
  StaleBackendError,
  sshSchema,
  withManaged,
};
