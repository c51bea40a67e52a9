import { createHash, createHmac } from 'node:crypto';
import type { MolehillError } from '@molehill/core/errors';
import { connectionErrors } from '../errors.ts';
import type { Hop } from './route.ts';
import { matchesPatterns, readTextFile } from './text-files.ts';

const DEFAULT_PORT = 22;

export interface KnownKey {
  readonly type: string;
  readonly key: string;
  readonly revoked: boolean;
  /** Listed without a port although the host listens on a non-default one. */
  readonly portless: boolean;
  /** File and line. */
  readonly place: string;
}

export interface KnownHostsFile {
  readonly path: string;
  readonly text: string;
}

type HostKeyVerdict =
  | { readonly kind: 'known' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'changed' | 'revoked'; readonly place: string };

/** The name of a host in known_hosts. */
export function knownHostsName(host: string, port: number): string {
  return port === DEFAULT_PORT ? host : `[${host}]:${port}`;
}

/** All keys that the files list for a host. */
export function keysOf(files: readonly KnownHostsFile[], host: string, port: number): KnownKey[] {
  const full = knownHostsName(host, port).toLowerCase();
  return files.flatMap(({ path, text }) =>
    text.split(/\r?\n/).flatMap((line, index) => {
      const entry = parseEntry(line);
      if (!entry) return [];
      const exact = matchesName(full, entry.hosts);
      if (!exact && !matchesName(host.toLowerCase(), entry.hosts)) return [];
      const { type, key, revoked } = entry;
      return [{ type, key, revoked, portless: !exact, place: `${path}:${index + 1}` }];
    }),
  );
}

/** Compares the key that a server presents with the known ones. */
export function checkHostKey(known: readonly KnownKey[], presented: Buffer): HostKeyVerdict {
  const [type, key] = [keyType(presented), presented.toString('base64')];
  const same = known.filter((candidate) => candidate.key === key);
  const revoked = same.find((candidate) => candidate.revoked);
  if (revoked) return { kind: 'revoked', place: revoked.place };
  if (same.length > 0) return { kind: 'known' };
  const other = known.find(
    (candidate) => candidate.type === type && !candidate.revoked && !candidate.portless,
  );
  return other ? { kind: 'changed', place: other.place } : { kind: 'unknown' };
}

/** A key begins with the length and the name of its type. */
export function keyType(key: Buffer): string {
  return key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1');
}

/** As `ssh-keygen -l` prints it. */
export function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

const ALGORITHMS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
] as const;

/** Known types first, or a server with several keys would present one that is not in known_hosts. */
export function preferredAlgorithms(known: readonly KnownKey[]): (typeof ALGORITHMS)[number][] {
  const types = new Set(known.filter((key) => !key.revoked).map((key) => key.type));
  const isKnown = (algorithm: string) => types.has(algorithm.startsWith('rsa-') ? 'ssh-rsa' : algorithm);
  return [...ALGORITHMS.filter(isKnown), ...ALGORITHMS.filter((algorithm) => !isKnown(algorithm))];
}

/** Entries of certificate authorities are ignored: host certificates are not supported. */
function parseEntry(line: string) {
  const words = line.trim().split(/\s+/);
  const marker = words[0]?.startsWith('@') ? words.shift() : undefined;
  const [hosts, type, key] = words;
  if (!hosts || !type || !key || hosts.startsWith('#')) return undefined;
  if (marker !== undefined && marker !== '@revoked') return undefined;
  return { hosts, type, key, revoked: marker !== undefined };
}

function matchesName(name: string, hosts: string): boolean {
  if (hosts.startsWith('|1|')) return matchesHashed(name, hosts);
  return matchesPatterns(name, hosts.split(','));
}

function matchesHashed(name: string, hosts: string): boolean {
  const [, , salt = '', hash = ''] = hosts.split('|');
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}

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
