import { file, route } from '@molehill/connections/fields';
import { baseConnectionShape } from '@molehill/connections/shape';
import * as z from 'zod';

const tls = z
  .strictObject({
    mode: route(z.enum(['disable', 'require', 'verify-ca', 'verify-full'])),
    ca: route(file(z.string().optional().describe('Path of the CA certificate'))),
    cert: file(z.string().optional().describe('Path of the client certificate')),
    key: file(z.string().optional().describe('Path of the client key')),
  })
  .optional();

export type TlsSettings = z.output<typeof tls>;

/** Fields of a connection to a database server. */
export const serverConnectionShape = { ...baseConnectionShape, database: z.string().optional(), tls };

const address = z.object(serverConnectionShape).pick({ host: true, port: true, ssh: true, database: true });
type Address = z.output<typeof address>;

/** Identifies the server: `host:port`, as seen from the SSH server where there is one. */
export function serverPlace({ host, port, ssh }: Address, defaultPort: number): string {
  return `${ssh === undefined ? '' : `${ssh.host} → `}${host}:${port ?? defaultPort}`;
}

/** `host:port/database`, for people. */
export function serverLabel({ host, port, database = '' }: Address): string {
  return `${host}${port === undefined ? '' : `:${port}`}/${database}`;
}
