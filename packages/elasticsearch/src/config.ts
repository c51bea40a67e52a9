import { file, route, secret } from '@molehill/connections/fields';
import { baseConnectionShape } from '@molehill/connections/shape';
import * as z from 'zod';

const { user, ...base } = baseConnectionShape;

/** The arguments of `add_connection`. `esConnectionSchema` checks which of them go together. */
export const addConnectionSchema = z.strictObject({
  ...base,
  type: z.literal('elasticsearch').default('elasticsearch').describe('Also for OpenSearch'),
  user: user.optional(),
  apiKey: secret(
    z
      .string()
      .min(1)
      .optional()
      .describe(`Takes precedence over user and password; encoded or id:key, or \${env:NAME}`),
  ),
  auth: z.literal('none').optional().describe('For a cluster without authentication'),
  scheme: route(z.enum(['http', 'https']).default('https')),
  verifyTls: route(
    z.boolean().default(true).describe('Accept only a trusted certificate that names the host'),
  ),
  ca: route(
    file(z.string().min(1).optional().describe('Path of the CA certificate; default: the CAs of the system')),
  ),
});

export type EsConnection = z.output<typeof addConnectionSchema>;

/** A connection must name its credentials or set auth to "none", so that no request is anonymous by mistake. */
export const esConnectionSchema: z.ZodType<EsConnection> = addConnectionSchema.superRefine(
  (connection, context) => {
    const { host, auth } = connection;
    const problems = auth === 'none' ? unwantedCredentials(connection) : missingCredentials(connection);
    if (/[/@]|^[^:]+:\d+$/.test(host))
      problems.host = 'must be only a name or an IP address; scheme and port are separate fields';
    for (const [path, message] of Object.entries(problems))
      context.addIssue({ code: 'custom', path: path === '' ? [] : [path], message });
  },
);

/** Messages by field. */
type Problems = Record<string, string>;

function unwantedCredentials({ user, password, apiKey }: EsConnection): Problems {
  const given = Object.entries({ user, password, apiKey }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field]) => [field, 'must not be given with auth "none"']));
}

function missingCredentials({ user, password, apiKey }: EsConnection): Problems {
  if (apiKey !== undefined || (user !== undefined && password !== undefined)) return {};
  if (user !== undefined) return { password: 'is required with user' };
  if (password !== undefined) return { user: 'is required with password' };
  return {
    '': 'user and password, or apiKey, are required; set auth to "none" for a cluster without authentication',
  };
}

export const DEFAULT_PORT = 9200;
