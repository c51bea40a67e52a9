import { baseConnectionShape } from '@molehill/connections/shape';
import * as z from 'zod';

const { user, ...base } = baseConnectionShape;

/** The fields of a connection. `esConnectionSchema` checks which of them go together. */
export const connectionFields = {
  ...base,
  type: z.literal('elasticsearch').default('elasticsearch').describe('Also for OpenSearch'),
  user: user.optional(),
  apiKey: z
    .string()
    .min(1)
    .optional()
    .describe(`Takes precedence over user and password; encoded or id:key, or \${env:NAME}`),
  auth: z.literal('none').optional().describe('For a cluster without authentication'),
  scheme: z.enum(['http', 'https']).default('https'),
  verifyTls: z.boolean().default(true).describe('Accept only a trusted certificate that names the host'),
  ca: z.string().min(1).optional().describe('Path of the CA certificate; default: the CAs of the system'),
};

const unchecked = z.strictObject(connectionFields);

export type EsConnection = z.output<typeof unchecked>;

/** A connection says how to authenticate, or that it does not: no request is anonymous by oversight. */
export const esConnectionSchema: z.ZodType<EsConnection> = unchecked.superRefine((connection, context) => {
  for (const { path, message } of problemsOf(connection))
    context.addIssue({ code: 'custom', path: path === '' ? [] : [path], message });
});

interface Problem {
  readonly path: string;
  readonly message: string;
}

function problemsOf(connection: EsConnection): Problem[] {
  const problems =
    connection.auth === 'none' ? unwantedCredentials(connection) : missingCredentials(connection);
  return /[/@]|^[^:]+:\d+$/.test(connection.host)
    ? [
        ...problems,
        {
          path: 'host',
          message: 'must be only a name or an IP address; scheme and port are separate fields',
        },
      ]
    : problems;
}

function unwantedCredentials({ user, password, apiKey }: EsConnection): Problem[] {
  return Object.entries({ user, password, apiKey })
    .filter(([, given]) => given !== undefined)
    .map(([path]) => ({ path, message: 'must not be given with auth "none"' }));
}

function missingCredentials({ user, password, apiKey }: EsConnection): Problem[] {
  if (apiKey !== undefined || (user !== undefined && password !== undefined)) return [];
  if (user !== undefined) return [{ path: 'password', message: 'is required with user' }];
  if (password !== undefined) return [{ path: 'user', message: 'is required with password' }];
  const message =
    'user and password, or apiKey, are required; set auth to "none" for a cluster without authentication';
  return [{ path: '', message }];
}

export const DEFAULT_PORT = 9200;

/** Fields that are paths; a relative one is relative to where it was written. */
export const pathFields: readonly string[] = ['ca'];
