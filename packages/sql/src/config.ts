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

const networked = { ...baseConnectionShape, database: z.string().optional(), tls };

const postgres = z.strictObject({ ...networked, type: z.literal('postgres') });
const mysql = z.strictObject({ ...networked, type: z.literal('mysql') });
const sqlite = z.strictObject({
  name: baseConnectionShape.name,
  readonly: baseConnectionShape.readonly,
  type: z.literal('sqlite'),
  file: z.string().min(1),
});

export const sqlConnectionSchema = z.discriminatedUnion('type', [postgres, mysql, sqlite]);

export type SqlConnection = z.output<typeof sqlConnectionSchema>;
export type PostgresConnection = z.output<typeof postgres>;
export type MysqlConnection = z.output<typeof mysql>;
export type SqliteConnection = z.output<typeof sqlite>;
