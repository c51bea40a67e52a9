import { messageOf } from '@molehill/core/errors';
import { connectionErrors } from './errors.ts';

/** Looks up a secret by name. */
export type Keychain = (name: string, signal?: AbortSignal) => Promise<string | undefined>;

/** The service name of our entries in the keychain of the system. */
const keychainService = 'molehill';

/** The keychain of the system. Its native library is loaded on first use. */
export const systemKeychain: Keychain = async (name, signal) => {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    const found = await new AsyncEntry(keychainService, name).getPassword(signal);
    // Throws without a secret service, where the library searches the kernel keyring instead.
    if (found === null && process.platform === 'linux')
      new AsyncEntry(keychainService, name, { linux: { store: 'secret-service' } });
    return found ?? undefined;
  } catch (cause) {
    const message = `The keychain cannot be used: ${messageOf(cause)}`;
    throw connectionErrors.fail('E_KEYCHAIN_UNAVAILABLE', message, { cause });
  }
};

/** The command with which a person stores a secret on this platform. */
export function keychainCommand(name: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return `security add-generic-password -s ${keychainService} -a ${name} -w`;
  if (platform === 'win32') return `cmdkey /generic:${name}.${keychainService} /user:${name} /pass`;
  return `secret-tool store --label=${name} service ${keychainService} username ${name}`;
}
