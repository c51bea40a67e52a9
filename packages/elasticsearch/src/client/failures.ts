import { connectionErrors } from '@molehill/connections/errors';
import type { MolehillError } from '@molehill/core/errors';
import { esErrors } from '../errors.ts';

/** The request was certainly not sent: no connection came about. */
export class NotConnected extends Error {
  constructor(cause: unknown) {
    super('no connection came about', { cause });
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

function saidBy(error: unknown): string {
  return error instanceof Error && error.message ? error.message : codeOf(error) || 'no reason given';
}

const TLS_HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'The certificate is self-signed or of a private CA: set ca of the connection to the file of that CA.',
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_SIGNATURE_FAILURE)$/,
    'The certificate is not from a CA that is trusted here: set ca of the connection to the file of the right CA.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'The certificate is for other names: set host of the connection to one of them, and reach it through ssh if need be.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    'Have the certificate renewed, and check the clock of this machine.',
  ],
  [
    /^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    'The server may not speak TLS on this port: try scheme "http", if that is meant to be.',
  ],
];
const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL|CERT_|EPROTO|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/;

const CONNECT_HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: check that the cluster runs, and host and port of the connection.',
  ENOTFOUND:
    'There is no host of that name: correct host, or reach it through ssh if it is known only there.',
  EAI_AGAIN: 'The name server did not answer: check the network, then call again.',
};

/** Why no connection came about, and what to do about it. */
export function connectFailure(cause: unknown, where: string): MolehillError {
  const code = codeOf(cause);
  const said = saidBy(cause);
  if (TLS_CODE.test(code)) {
    const hint = TLS_HINTS.find(([codes]) => codes.test(code))?.[1];
    return esErrors.fail('E_ES_TLS', `The connection to ${where} could not be encrypted: ${said}.`, {
      ...(hint === undefined ? {} : { hint }),
      cause,
    });
  }
  const hint = CONNECT_HINTS[code];
  return connectionErrors.fail('E_CONNECT_FAILED', `${where} cannot be reached: ${said}.`, {
    ...(hint === undefined ? {} : { hint }),
    cause,
  });
}

/** Something is there, but does not talk as was expected; most often one side speaks TLS and the other does not. */
export function notSpeaking(cause: unknown, where: string, scheme: 'http' | 'https'): MolehillError {
  const other = scheme === 'http' ? 'https' : 'http';
  return connectionErrors.fail(
    'E_CONNECT_FAILED',
    `${where} gives no answer over ${scheme}: ${saidBy(cause)}.`,
    {
      hint: `If the server speaks ${other} on this port, set scheme of the connection to "${other}".`,
      cause,
    },
  );
}

/** A request whose answer nobody saw, or not all of it. */
export function interrupted(cause: unknown, reads: boolean): MolehillError {
  const said = saidBy(cause);
  return reads
    ? esErrors.fail('E_ES_BROKEN', `The connection broke before the answer was complete: ${said}.`, { cause })
    : esErrors.fail('E_ES_UNKNOWN_OUTCOME', `It is not known whether the request took effect: ${said}.`, {
        cause,
      });
}
