/** The database is not there, cannot be reached or does not let us in. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'E_NO_DATABASE',
  'E_CONNECT_FAILED',
  'E_AUTH',
  'E_TLS',
  'E_TUNNEL',
  'E_SSH_CONFIG',
  'E_SSH_CONNECT',
  'E_SSH_AUTH',
  'E_SSH_HOST_UNKNOWN',
  'E_SSH_HOST_CHANGED',
  'E_SSH_HOST_REVOKED',
  'E_SECRET_MISSING',
  'E_CONNECTION_INVALID',
  'E_UNKNOWN_CONNECTION',
]);

export function saysNoConnection(code: string): boolean {
  return NO_CONNECTION.has(code);
}

const STATUS: Readonly<Record<string, number>> = {
  E_INVALID_PARAMS: 400,
  E_READONLY: 403,
  E_PERMISSION: 403,
  E_NO_SUCH_TABLE: 404,
  E_DEADLOCK: 409,
  E_LOCK_TIMEOUT: 409,
  E_SYNTAX: 422,
  E_CONSTRAINT: 422,
  E_DATA: 422,
  E_UNSUPPORTED: 422,
  E_SQL: 422,
  E_LIMIT: 503,
  E_CANCELLED: 503,
  E_UNKNOWN_OUTCOME: 502,
  E_TIMEOUT: 504,
};

const UNAVAILABLE = 503;
const INTERNAL = 500;

export function statusOf(code: string): number {
  return saysNoConnection(code) ? UNAVAILABLE : (STATUS[code] ?? INTERNAL);
}

/** Where the SQL server's hint names a tool that is not there here. */
const HINTS: Readonly<Record<string, string>> = {
  E_NO_SUCH_TABLE: 'Call get-tables and get-schema to find the right name.',
  E_CONSTRAINT: 'Change the values so that they satisfy the named constraint; get-schema shows it.',
  E_READONLY:
    'Ask with a statement that only reads. The project’s .molehill.json says that its database is read-only.',
  E_AUTH: 'Correct user and password in the file of the project that names the database.',
};

export function hintOf(code: string): string | undefined {
  return HINTS[code];
}
