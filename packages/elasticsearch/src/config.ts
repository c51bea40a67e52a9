import { baseConnectionShape } from '@molehill/connections/shape';
import * as z from 'zod';

const { user, ...base } = baseConnectionShape;

/** The fields of a connection. What must stand together is checked by `esConnectionSchema`. */
export const connectionFields = {
  ...base,
  type: z.literal('elasticsearch').default('elasticsearch').describe('OpenSearch too'),
  user: user.optional(),
  apiKey: z
    .string()
    .min(1)
    .optional()
    .describe(`Instead of user and password, and before them: encoded or id:key, or \${env:NAME}`),
  auth: z.literal('none').optional().describe('For a cluster that asks nobody to sign in'),
  scheme: z.enum(['http', 'https']).default('https'),
  verifyTls: z
    .boolean()
    .default(true)
    .describe('Accept only a certificate that is trusted and names the host'),
  ca: z.string().min(1).optional().describe('Path of the CA certificate; default: the CAs of the system'),
};

const unchecked = z.strictObject(connectionFields);

export type EsConnection = z.output<typeof unchecked>;

/** A connection says how to sign in, or that nobody does: no request goes out unsigned by oversight. */
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
        { path: 'host', message: 'must be a name or an IP address alone; scheme and port are fields' },
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
  const message = 'user and password, or apiKey, are required; say auth "none" for a cluster without sign-in';
  return [{ path: '', message }];
}

export const DEFAULT_PORT = 9200;

/** Fields that name files; a relative one counts from where it was written. */
export const pathFields: readonly string[] = ['ca'];
