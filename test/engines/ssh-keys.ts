import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenSsh } from './sshd.ts';

export interface SshKey {
  /** In OpenSSH's format. */
  readonly private: string;
  /** Type and key, as in known_hosts and authorized_keys. */
  readonly public: string;
  /** `SHA256:…`, as ssh prints it. */
  readonly fingerprint: string;
}

/** Creates a key pair with ssh-keygen. */
export function makeSshKey({ keygen, env }: OpenSsh): SshKey {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-key-'));
  const file = join(folder, 'key');
  const run = (...args: readonly string[]) => execFileSync(keygen, args, { env, encoding: 'utf8' });
  try {
    run('-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file);
    return {
      private: readFileSync(file, 'utf8'),
      public: readFileSync(`${file}.pub`, 'utf8').trim(),
      fingerprint: run('-l', '-f', file).split(' ')[1] ?? '',
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
