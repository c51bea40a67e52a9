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

/** Fields of a connection to a database server. */
export const serverConnectionShape = { ...baseConnectionShape, database: z.string().optional(), tls };

export const serverPathFields: readonly string[] = ['tls.ca', 'tls.cert', 'tls.key'];

const serverConnection = z.strictObject(serverConnectionShape);
export type ServerConnection = z.output<typeof serverConnection>;
