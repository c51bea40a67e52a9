import type { MolehillError } from '@molehill/core/errors';
import { connectionErrors } from '../errors.ts';
import { checkHostKey, fingerprint, type KnownKey, keysOf, keyType, knownHostsName } from './known-hosts.ts';
import type { Hop } from './route.ts';
import { readTextFile } from './text-files.ts';

/** The keys of a hop in its known_hosts files. */
export function knownKeysOf(hop: Hop): KnownKey[] {
  const files = hop.knownHostsFiles.map((path) => ({ path, text: readTextFile(path) }));
  return keysOf(files, hop.knownAs, hop.port);
}

/** The reason to reject this key of this host; undefined when it is trusted. */
export function hostKeyError(hop: Hop, known: readonly KnownKey[], key: Buffer): MolehillError | undefined {
  const verdict = checkHostKey(known, key);
  if (verdict.kind === 'known') return undefined;
  const details = { host: hop.host, port: hop.port, keyType: keyType(key), fingerprint: fingerprint(key) };
  const presented = `${hop.host}:${hop.port} presents the key ${details.keyType} ${details.fingerprint}`;
  if (verdict.kind === 'unknown') return unknownKey(hop, known, key, { presented, details });
  const { kind, place } = verdict;
  if (kind === 'revoked')
    return connectionErrors.fail('E_SSH_HOST_REVOKED', `${presented}, which ${place} revokes.`, { details });
  return connectionErrors.fail('E_SSH_HOST_CHANGED', `${presented}, but ${place} has a different one.`, {
    hint: `This may be an attack. If the key was changed on purpose, remove ${place} and connect again.`,
    details: { ...details, place },
  });
}

/** The hint has the whole line, because fetching the key again could return a different one. */
function unknownKey(
  hop: Hop,
  known: readonly KnownKey[],
  key: Buffer,
  { presented, details }: { readonly presented: string; readonly details: object },
): MolehillError {
  const line = `${knownHostsName(hop.knownAs, hop.port)} ${keyType(key)} ${key.toString('base64')}`;
  const file = hop.knownHostsFiles[0] ?? '';
  const others = [...new Set(known.map(({ type }) => type))];
  const also = others.length > 0 ? ` Only keys of type ${others.join(', ')} are known for it.` : '';
  return connectionErrors.fail('E_SSH_HOST_UNKNOWN', `${presented}, which is not in known_hosts.${also}`, {
    hint: `Compare the fingerprint with the server's (ssh-keygen -l), then accept it: echo '${line}' >> ${file}`,
    details: { ...details, line, file },
  });
}
