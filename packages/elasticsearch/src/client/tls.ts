import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { readRegularFile } from '@molehill/core/files/regular-file';
import type { EsConnection } from '../config.ts';
import { esErrors } from '../errors.ts';

/** The certificate must name the real host, which is not the connected one when a tunnel is used. */
export async function tlsOptions(config: EsConnection, serverName: string) {
  if (config.scheme === 'http') return {};
  if (!config.verifyTls) return { rejectUnauthorized: false };
  const ca = await readCa(config.ca);
  return {
    ...(ca === undefined ? {} : { ca }),
    checkServerIdentity: (_connected: string, certificate: PeerCertificate) =>
      checkServerIdentity(serverName, certificate),
  };
}

async function readCa(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readRegularFile(path);
  } catch (cause) {
    throw esErrors.fail('E_ES_TLS', `The CA certificate cannot be read from ${path}.`, {
      hint: 'Correct ca of the connection; a relative path is relative to where the connection is defined.',
      cause,
    });
  }
}
