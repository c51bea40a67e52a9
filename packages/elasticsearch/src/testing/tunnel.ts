import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type OpenSsh, sshUser, startSshd } from '../../../../test/engines/sshd.ts';
import type { Input } from './es-client.ts';

export interface SshServer {
  /** The `ssh` field of a connection through it. */
  readonly ssh: Input;
  close(): Promise<void>;
}

/** The system's sshd with an authorized key and a known host key. */
export async function startSshServer(programs: OpenSsh): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-ssh-'));
  const makeKey = (name: string) => {
    const file = join(folder, name);
    const program = join(dirname(programs.add), 'ssh-keygen');
    execFileSync(program, ['-q', '-t', 'ed25519', '-N', '', '-f', file], { env: programs.env });
    return { file, private: readFileSync(file, 'utf8'), public: readFileSync(`${file}.pub`, 'utf8').trim() };
  };
  const [hostKey, key] = [makeKey('host'), makeKey('mine')];
  const sshd = await startSshd(programs, { hostKeys: [hostKey.private], authorizedKeys: [key.public] });
  const knownHosts = join(folder, 'known_hosts');
  writeFileSync(knownHosts, `[127.0.0.1]:${sshd.port} ${hostKey.public}\n`);
  const ssh = {
    host: '127.0.0.1',
    port: sshd.port,
    user: sshUser().name,
    privateKey: key.file,
    knownHosts,
  };
  return {
    ssh,
    close: async () => {
      await sshd.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
