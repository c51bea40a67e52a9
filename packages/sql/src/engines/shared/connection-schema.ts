import { baseConnectionShape } from '@molehill/connections/shape';
import * as z from 'zod';

const tls = z
  .strictObject({
    mode: z.enum(['disable', 'require', 'verify-ca', 'verify-full']),
    ca: z.string().optional().describe('Path of the CA certificate'),
    cert: z.string().optional().describe('Path of the client certificate'),
    key: z.string().optional().describe('Path of the client key'),
  })
  .optional();

export type TlsSettings = z.output<typeof tls>;

/** Fields of a connection to a database server. */
export const serverConnectionShape = { ...baseConnectionShape, database: z.string().optional(), tls };

export const serverPathFields: readonly string[] = ['tls.ca', 'tls.cert', 'tls.key'];

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
