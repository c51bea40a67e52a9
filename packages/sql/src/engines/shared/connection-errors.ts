import type { MolehillError } from '@molehill/core/errors';
import { sqlErrors } from '../../errors.ts';

const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL|CERT_|EPROTO|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|HANDSHAKE_(NO_)?SSL)/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
]);

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** What went wrong below the database's own protocol: the network, or the encryption. */
export function classifyNetworkError(error: unknown): MolehillError | undefined {
  const code = codeOf(error);
  const said = error instanceof Error && error.message ? error.message : (code ?? 'no reason given');
  if (code !== undefined && TLS_CODES.test(code))
    return sqlErrors.fail('E_TLS', `The connection could not be encrypted: ${said}.`, { cause: error });
  if (code !== undefined && NETWORK_CODES.has(code))
    return sqlErrors.fail('E_CONNECT_FAILED', `The database cannot be reached: ${said}.`, { cause: error });
  return undefined;
}

/** A statement whose end nobody saw. */
export function unknownOutcome(cause: unknown): MolehillError {
  return sqlErrors.fail(
    'E_UNKNOWN_OUTCOME',
    'The connection to the database broke before it said whether the statement took effect.',
    { cause },
  );
}

export function connectionLost(cause: unknown): MolehillError {
  return sqlErrors.fail('E_CONNECT_FAILED', 'The connection to the database broke while the statement ran.', {
    cause,
  });
}
