import type { MolehillError } from '@molehill/core/errors';
import { sqlErrors } from '../../errors.ts';
import { words } from '../../word-list.ts';

const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL|CERT_|EPROTO|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|HANDSHAKE_(NO_)?SSL)/;
const NETWORK_CODES = words(`
  ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL
  PROTOCOL_CONNECTION_LOST PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR`);

/** Errors below the database's protocol: of the network or of TLS. */
export function classifyNetworkError(error: unknown): MolehillError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (NETWORK_CODES.has(error.code)) return unreachable(error);
  if (!TLS_CODES.test(error.code)) return undefined;
  return sqlErrors.fail('E_TLS', `The TLS connection failed: ${reasonOf(error)}.`, { cause: error });
}

function reasonOf(error: Error & { readonly code?: unknown }): string {
  return error.message || String(error.code ?? 'no reason given');
}

export function unreachable(error: Error): MolehillError {
  return sqlErrors.fail('E_CONNECT_FAILED', `The database cannot be reached: ${reasonOf(error)}.`, {
    cause: error,
  });
}

export function authFailed(error: Error): MolehillError {
  return sqlErrors.fail('E_AUTH', `Authentication failed: ${error.message}.`, { cause: error });
}

/** For a statement that may have changed something. */
export function unknownOutcome(cause: unknown): MolehillError {
  return sqlErrors.fail(
    'E_UNKNOWN_OUTCOME',
    'The connection to the database was lost before the statement was confirmed.',
    { cause },
  );
}

export function connectionLost(cause: unknown): MolehillError {
  return sqlErrors.fail('E_CONNECT_FAILED', 'The connection to the database was lost during the statement.', {
    cause,
  });
}
