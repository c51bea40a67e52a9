import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { identityCheck, type TlsMaterial, verifiesChain } from '../shared/tls.ts';

/** The options the driver and the cancelling connection hand to Node's TLS. */
export function tlsOptions(material: TlsMaterial, serverName: string): ConnectionOptions {
  return {
    rejectUnauthorized: verifiesChain(material),
    checkServerIdentity: identityCheck(material, serverName),
    ...(isIP(serverName) === 0 && { servername: serverName }),
    ...(material.ca !== undefined && { ca: material.ca }),
    ...(material.cert !== undefined && { cert: material.cert }),
    ...(material.key !== undefined && { key: material.key }),
  };
}
