import { readFile } from 'node:fs/promises';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { sqlErrors } from '../../errors.ts';
import type { ServerConnection } from './connection-schema.ts';

export type TlsSettings = NonNullable<ServerConnection['tls']>;

/** How to encrypt, with the files read; nothing where the connection goes in the clear. */
export interface TlsMaterial {
  readonly mode: Exclude<TlsSettings['mode'], 'disable'>;
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

async function read(path: string | undefined, what: string): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw sqlErrors.fail('E_TLS', `tls.${what} cannot be read from ${path}.`, { cause });
  }
}

export async function readTls(settings: TlsSettings | undefined): Promise<TlsMaterial | undefined> {
  if (!settings || settings.mode === 'disable') return undefined;
  const [ca, cert, key] = await Promise.all([
    read(settings.ca, 'ca'),
    read(settings.cert, 'cert'),
    read(settings.key, 'key'),
  ]);
  return { mode: settings.mode, ca, cert, key };
}

/** Whether the certificate must come from a CA that is trusted. */
export function verifiesChain(material: TlsMaterial): boolean {
  return material.mode !== 'require';
}

/** The check of the name: against the real host, which behind a tunnel is not the one that was dialled. */
export function identityCheck(material: TlsMaterial, serverName: string) {
  return (_dialled: string, certificate: PeerCertificate): Error | undefined =>
    material.mode === 'verify-full' ? checkServerIdentity(serverName, certificate) : undefined;
}
