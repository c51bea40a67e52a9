import { readFileSync } from 'node:fs';
import type { MolehillError } from '@molehill/core/errors';
import { connectionErrors } from '../errors.ts';
import {
  fingerprint,
  judge,
  type KnownKey,
  keysOf,
  keyType,
  knownName,
  type Verdict,
} from './known-hosts.ts';
import type { Hop } from './route.ts';

/** The keys that the known_hosts files of a hop have for it. Files that are not there have none. */
export function knownKeysOf(hop: Hop): KnownKey[] {
  const files = hop.knownHostsFiles.map((path) => ({ path, text: readText(path) }));
  return keysOf(files, hop.knownAs, hop.port);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Why this key is not to be trusted at this host; nothing when it is. */
export function refuseHostKey(hop: Hop, known: readonly KnownKey[], key: Buffer): MolehillError | undefined {
  const verdict = judge(known, key);
  if (verdict.kind === 'known') return undefined;
  const shown = { host: hop.host, port: hop.port, keyType: keyType(key), fingerprint: fingerprint(key) };
  const said = `${hop.host}:${hop.port} shows the key ${shown.keyType} ${shown.fingerprint}`;
  if (verdict.kind === 'unknown')
    return unknownKey(hop, known, key, `${said}, which is not known here.`, shown);
  return distrusted(verdict, said, shown);
}

type Shown = Readonly<Record<string, unknown>>;

function distrusted(verdict: Extract<Verdict, { place: string }>, said: string, shown: Shown): MolehillError {
  const { kind, place } = verdict;
  if (kind === 'revoked') {
    return connectionErrors.fail('E_SSH_HOST_REVOKED', `${said}, which ${place} revokes.`, {
      details: shown,
    });
  }
  return connectionErrors.fail('E_SSH_HOST_CHANGED', `${said}, but ${place} has another one for it.`, {
    hint: `Somebody may be listening in. If the key was changed on purpose, remove ${place} and connect again.`,
    details: { ...shown, place },
  });
}

/** The line is given in full: fetching the key once more could fetch another one. */
function unknownKey(
  hop: Hop,
  known: readonly KnownKey[],
  key: Buffer,
  message: string,
  shown: Shown,
): MolehillError {
  const line = `${knownName(hop.knownAs, hop.port)} ${keyType(key)} ${key.toString('base64')}`;
  const file = hop.knownHostsFiles[0] ?? '';
  const others = [...new Set(known.map(({ type }) => type))];
  const also = others.length > 0 ? ` Known for it are only keys of type ${others.join(', ')}.` : '';
  return connectionErrors.fail('E_SSH_HOST_UNKNOWN', message + also, {
    hint: `Compare the fingerprint with the server's (ssh-keygen -l), then accept it: echo '${line}' >> ${file}`,
    details: { ...shown, line, file },
  });
}
