import { messageOf } from '@molehill/core/errors';
import { connectionErrors } from './errors.ts';

/** Looks a secret up by its name; nothing when there is none of that name. */
export type Keychain = (name: string, signal?: AbortSignal) => Promise<string | undefined>;

/** The name under which the entries of this product stand in the system's keychain. */
const keychainService = 'molehill';

/** The keychain of the system. Its library is loaded when a connection first refers to it. */
export const systemKeychain: Keychain = async (name, signal) => {
  const { AsyncEntry } = await loadLibrary();
  try {
    const found = await new AsyncEntry(keychainService, name).getPassword(signal);
    if (found !== null) return found;
    if (process.platform === 'linux') requireSecretService(AsyncEntry, name);
    return undefined;
  } catch (cause) {
    throw unavailable(cause);
  }
};

type Library = typeof import('@napi-rs/keyring');

async function loadLibrary(): Promise<Library> {
  try {
    return await import('@napi-rs/keyring');
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** Without one the library looks into the kernel's own store instead, where nobody keeps passwords. */
function requireSecretService(Entry: Library['AsyncEntry'], name: string): void {
  new Entry(keychainService, name, { linux: { store: 'secret-service' } });
}

function unavailable(cause: unknown) {
  const reason = messageOf(cause);
  return connectionErrors.fail('E_KEYCHAIN_UNAVAILABLE', `The keychain cannot be asked: ${reason}`, {
    cause,
  });
}

/** How a person puts a secret there, on this platform. */
export function keychainCommand(name: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return `security add-generic-password -s ${keychainService} -a ${name} -w`;
  if (platform === 'win32') return `cmdkey /generic:${name}.${keychainService} /user:${name} /pass`;
  return `secret-tool store --label=${name} service ${keychainService} username ${name}`;
}
