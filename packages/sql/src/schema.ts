import { baseConnectionShape } from '@molehill/connections/shape';
import { sshSchema } from '@molehill/connections/ssh/schema';
import * as z from 'zod';
import { type SqlConnection, sqlConnectionSchema } from './config.ts';
import { expandDsn } from './dsn.ts';

/**
 * A connection as it may be written: its fields, or an address that holds some of them. Core makes relative paths of fields
 * absolute, but cannot see into an address; one that is still an address here was written in the config file's folder.
 */
export function writtenConnectionSchema(configFolder: string): z.ZodType<SqlConnection> {
  return z.preprocess((written, context) => {
    const { value, problem } = expandDsn(written, configFolder);
    if (problem !== undefined)
      context.issues.push({ code: 'custom', message: problem, path: ['dsn'], input: undefined });
    return value;
  }, sqlConnectionSchema);
}

const [{ shape: networked }] = sqlConnectionSchema.options;
const { name, host, port, user, password, readonly } = baseConnectionShape;

/** The same for the arguments of tools, which want one flat object; which fields a type needs is checked afterwards. */
const fields = {
  name,
  type: z.enum(['postgres', 'mysql', 'sqlite']).optional().describe('Not needed with a dsn'),
  host: host.optional(),
  port,
  user: user.optional(),
  password,
  database: networked.database,
  file: z.string().min(1).optional().describe('SQLite: path of the database file'),
  tls: networked.tls,
  readonly,
  ssh: sshSchema.optional().describe('Reach the host through this SSH server'),
};

export const addConnectionSchema = z.strictObject({
  ...fields,
  dsn: z
    .string()
    .min(1)
    .optional()
    .describe('postgres://…, mysql://… or sqlite:…, instead of the fields in it'),
});

export const patchConnectionSchema = z.strictObject(fields);

/** Fields that name files; a relative one counts from where it was written. */
export const pathFields: readonly string[] = ['file', 'tls.ca', 'tls.cert', 'tls.key'];
