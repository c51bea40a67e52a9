import { connectionErrors } from '@molehill/connections/errors';
import type { MolehillError } from '@molehill/core/errors';
import { esErrors } from '../errors.ts';

/** No connection was established, so the request was certainly not sent. */
export class NotConnectedError extends Error {
  constructor(cause: unknown) {
    super('no connection was established', { cause });
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message.trim() : '';
  return OPENSSL_REASON.exec(message)?.[1] ?? (message || codeOf(error) || 'no reason given');
}

/** The reason in a line of the OpenSSL error queue: thread, code, library, function, reason, source file. */
const OPENSSL_REASON = /^\w+:error:\w+:[^:]*:[^:]*:([^:]+):/;

const TLS_HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'The certificate is self-signed or issued by a private CA: set ca of the connection to the file of that CA.',
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_SIGNATURE_FAILURE)$/,
    'The CA of the certificate is not trusted here: set ca of the connection to the file of that CA.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'The certificate is issued for other names: set host of the connection to one of them, and use ssh if that name resolves only there.',
  ],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'Renew the certificate, and check the clock of this machine.'],
  [
    /^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    'The server may not speak TLS on this port: set scheme to "http" if the connection may be unencrypted.',
  ],
];
const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL|CERT_|EPROTO|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/;

const CONNECT_HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: check that the cluster runs, and host and port of the connection.',
  ENOTFOUND: 'The host name does not resolve: correct host, or use ssh if the name resolves only there.',
  EAI_AGAIN: 'The name server did not respond: check the network, then call again.',
};

/** Why no connection was established, and what to do about it. */
export function connectFailure(cause: unknown, authority: string): MolehillError {
  const code = codeOf(cause);
  const isTls = TLS_CODE.test(code);
  const hint = isTls ? TLS_HINTS.find(([codes]) => codes.test(code))?.[1] : CONNECT_HINTS[code];
  const options = { ...(hint && { hint }), cause };
  return isTls
    ? esErrors.fail('E_ES_TLS', `The TLS handshake with ${authority} failed: ${reasonOf(cause)}.`, options)
    : connectFailed(`${authority} cannot be reached: ${reasonOf(cause)}.`, options);
}

/** Something listens, but does not speak HTTP as expected; usually one side speaks TLS and the other does not. */
export function protocolMismatch(cause: unknown, authority: string, scheme: 'http' | 'https'): MolehillError {
  const other = scheme === 'http' ? 'https' : 'http';
  const hint = `If the server speaks ${other} on this port, set scheme of the connection to "${other}".`;
  return connectFailed(`${authority} does not respond over ${scheme}: ${reasonOf(cause)}.`, { hint, cause });
}

function connectFailed(message: string, options: { readonly hint?: string; readonly cause: unknown }) {
  return connectionErrors.fail('E_CONNECT_FAILED', message, options);
}

/** A request whose response did not arrive, or not completely. */
export function interrupted(cause: unknown, reads: boolean): MolehillError {
  const message = reads
    ? 'The connection was lost before the response was complete'
    : 'It is unknown whether the request took effect';
  const code = reads ? 'E_ES_BROKEN' : 'E_ES_UNKNOWN_OUTCOME';
  return esErrors.fail(code, `${message}: ${reasonOf(cause)}.`, { cause });
}
