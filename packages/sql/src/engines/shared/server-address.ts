import type { ServerConnection } from './connection-schema.ts';

type Address = Pick<ServerConnection, 'host' | 'port' | 'ssh'>;

/** Identifies the server behind a connection: `host:port`, as seen from the SSH server where there is one. */
export function serverPlace({ host, port, ssh }: Address, defaultPort: number): string {
  return `${ssh === undefined ? '' : `${ssh.host} → `}${host}:${port ?? defaultPort}`;
}

/** `host:port/database`, for people. */
export function serverLabel({ host, port, database = '' }: Omit<ServerConnection, 'name'>): string {
  return `${host}${port === undefined ? '' : `:${port}`}/${database}`;
}
