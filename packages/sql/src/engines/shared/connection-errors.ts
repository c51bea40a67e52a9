import { isMolehillError, type MolehillError } from '@molehill/core/errors';
import { sqlErrors } from '../../errors.ts';
import { words } from '../../word-list.ts';

const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL|CERT_|EPROTO|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|HANDSHAKE_(NO_)?SSL)/;
const NETWORK_CODES = words(`
  ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL
  PROTOCOL_CONNECTION_LOST PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR`);

/** Classifies errors of the network and of TLS; `classifyDriver` gets the others that the server did not send. */
export function classifyClientError(
  error: unknown,
  classifyDriver: (error: Error) => MolehillError | undefined,
): MolehillError | undefined {
  if (isMolehillError(error)) return error;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (NETWORK_CODES.has(code)) return unreachable(error);
  if (!TLS_CODES.test(code)) return classifyDriver(error);
  return sqlErrors.fail('E_TLS', `The TLS connection failed: ${reasonOf(error)}.`, { cause: error });
}

function reasonOf(error: Error & { readonly code?: unknown }): string {
  return error.message || String(error.code ?? 'no reason given');
}

export function unreachable(cause: Error): MolehillError {
  return sqlErrors.fail('E_CONNECT_FAILED', `The database cannot be reached: ${reasonOf(cause)}.`, { cause });
}

export function authFailed(cause: Error): MolehillError {
  return sqlErrors.fail('E_AUTH', `Authentication failed: ${cause.message}.`, { cause });
}

/** For a statement that was running. Whether one that may write took effect is unknown. */
export function connectionLost(cause: unknown, readonly: boolean): MolehillError {
  return readonly
    ? sqlErrors.fail('E_CONNECT_FAILED', 'The connection to the database was lost during the statement.', {
        cause,
      })
    : sqlErrors.fail(
        'E_UNKNOWN_OUTCOME',
        'The connection to the database was lost before the statement was confirmed.',
        { cause },
      );
}
