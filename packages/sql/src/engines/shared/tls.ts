import { readFile } from 'node:fs/promises';
import { sqlErrors } from '../../errors.ts';
import type { ServerConnection } from './connection-schema.ts';

type TlsSettings = NonNullable<ServerConnection['tls']>;

/** Options of Node's TLS, with the contents of the files. */
export interface TlsMaterial {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface Tls {
  readonly material: TlsMaterial;
  /** Whether the certificate must be for the server's name. */
  readonly verifiesName: boolean;
}

/** Undefined for an unencrypted connection. */
export async function readTls(settings: TlsSettings | undefined): Promise<Tls | undefined> {
  if (!settings || settings.mode === 'disable') return undefined;
  const files = await Promise.all(
    (['ca', 'cert', 'key'] as const).map(async (field) => {
      const path = settings[field];
      return path === undefined ? [] : [[field, await readPem(path, field)]];
    }),
  );
  return {
    material: { rejectUnauthorized: settings.mode !== 'require', ...Object.fromEntries(files.flat()) },
    verifiesName: settings.mode === 'verify-full',
  };
}

async function readPem(path: string, field: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw sqlErrors.fail('E_TLS', `tls.${field}: cannot read ${path}.`, { cause });
  }
}
