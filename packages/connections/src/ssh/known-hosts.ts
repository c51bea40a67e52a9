import { createHash, createHmac } from 'node:crypto';
import { matchesPatterns } from './patterns.ts';

const DEFAULT_PORT = 22;

export interface KnownKey {
  readonly type: string;
  readonly key: string;
  readonly revoked: boolean;
  /** Under the host's plain name, though it listens on another port than the usual one. */
  readonly portless: boolean;
  /** File and line, for people. */
  readonly place: string;
}

export interface KnownHostsFile {
  readonly path: string;
  readonly text: string;
}

export type Verdict =
  | { readonly kind: 'known' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'changed' | 'revoked'; readonly place: string };

/** A host's name as known_hosts writes it. */
export function knownName(host: string, port: number): string {
  return port === DEFAULT_PORT ? host : `[${host}]:${port}`;
}

/** Every key the files have for a host. */
export function keysOf(files: readonly KnownHostsFile[], host: string, port: number): KnownKey[] {
  const full = knownName(host, port).toLowerCase();
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

/** What those keys say about the one a server shows. */
export function judge(known: readonly KnownKey[], shown: Buffer): Verdict {
  const [type, key] = [keyType(shown), shown.toString('base64')];
  const same = known.filter((candidate) => candidate.key === key);
  const revoked = same.find((candidate) => candidate.revoked);
  if (revoked) return { kind: 'revoked', place: revoked.place };
  if (same.length > 0) return { kind: 'known' };
  const other = known.find(
    (candidate) => candidate.type === type && !candidate.revoked && !candidate.portless,
  );
  return other ? { kind: 'changed', place: other.place } : { kind: 'unknown' };
}

/** The name of the key's type stands at its beginning, after its length. */
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

/** Those of keys that are known first, or a server with several keys would show one nobody has seen. */
export function preferredAlgorithms(known: readonly KnownKey[]): (typeof ALGORITHMS)[number][] {
  const types = new Set(known.filter((key) => !key.revoked).map((key) => key.type));
  const isKnown = (algorithm: string) => types.has(algorithm.startsWith('rsa-') ? 'ssh-rsa' : algorithm);
  return [...ALGORITHMS.filter(isKnown), ...ALGORITHMS.filter((algorithm) => !isKnown(algorithm))];
}

/** Keys of certificate authorities are left out: certificates of hosts are not checked here, only keys. */
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
