import { readRegularFile } from '@molehill/core/files/regular-file';
import { sqlErrors } from '../../errors.ts';
import type { TlsSettings } from './connection-schema.ts';

/** Options of Node's TLS, and whether the certificate must be for the server's name. Undefined for an unencrypted connection. */
export async function readTls(settings: TlsSettings) {
  if (!settings || settings.mode === 'disable') return undefined;
  const { mode, ...paths } = settings;
  const files = await Promise.all(
    Object.entries(paths).map(async ([field, path]) => [field, path && (await readPem(path, field))]),
  );
  const material: { ca?: string; cert?: string; key?: string } = Object.fromEntries(files);
  return {
    material: { rejectUnauthorized: mode !== 'require', ...material },
    verifiesName: mode === 'verify-full',
  };
}

async function readPem(path: string, field: string): Promise<string> {
  try {
    return await readRegularFile(path);
  } catch (cause) {
    throw sqlErrors.fail('E_TLS', `tls.${field}: cannot read ${path}.`, { cause });
  }
}
