import * as z from 'zod';
import { route, secret } from './fields.ts';
import { type SshConfig, sshSchema } from './ssh/schema.ts';

const LONGEST_NAME = 64;

export const connectionName = z
  .string()
  .min(1)
  .max(LONGEST_NAME)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'must be letters, digits, ".", "_" and "-", and begin with a letter or digit',
  );

/** The fields of every network connection. A package spreads them into its own strict object. */
export const baseConnectionShape = {
  name: connectionName,
  host: route(z.string().min(1).max(1_024).regex(/^\S+$/, 'must not contain spaces')),
  port: route(z.number().int().min(1).max(65_535).optional().describe('Default: the usual one')),
  user: z.string().min(1),
  password: secret(z.string().optional().describe(`Literal, \${env:NAME} or \${keychain:NAME}`)),
  readonly: z.boolean().default(false).describe('Reject all but reads'),
  ssh: sshSchema.optional().describe('Through this SSH server'),
};

/** The fields that this package reads. A database in a file has no host. */
export interface ConnectionBase {
  readonly name: string;
  readonly readonly: boolean;
  readonly type?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly ssh?: SshConfig | undefined;
}
