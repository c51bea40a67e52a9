import { isIP } from 'node:net';
import type { SslOptions } from 'mysql2';
import { sqlErrors } from '../../errors.ts';
import { readTls, type TlsSettings, verifiesChain } from '../shared/tls.ts';

/** What the driver hands to Node's TLS. It compares the certificate with the host it is given, unless that is a number. */
export async function sslOptions(
  settings: TlsSettings | undefined,
  serverName: string,
): Promise<SslOptions | undefined> {
  const material = await readTls(settings);
  if (!material) return undefined;
  if (material.mode === 'verify-full' && isIP(serverName) !== 0)
    throw sqlErrors.fail(
      'E_TLS',
      `tls.mode verify-full needs the server's name, and ${serverName} is an address.`,
      {
        hint: 'Give the host by its name, or set tls.mode to verify-ca.',
      },
    );
  return {
    rejectUnauthorized: verifiesChain(material),
    verifyIdentity: material.mode === 'verify-full',
    ...(material.ca !== undefined && { ca: material.ca }),
    ...(material.cert !== undefined && { cert: material.cert }),
    ...(material.key !== undefined && { key: material.key }),
  };
}
