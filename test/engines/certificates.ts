import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from './server.ts';

export interface Authority {
  /** Path of the CA certificate. */
  readonly file: string;
  /** Issues a certificate for these names. */
  issue(...names: readonly string[]): Certificate;
  remove(): void;
}

/** A temporary certificate authority, made with openssl. */
export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-ca-'));
  const path = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-days',
    '2',
    '-subj',
    '/CN=test authority',
  );
  return {
    file: path('ca.crt'),
    issue: (...names) => {
      openssl('req', ...newKey, '-keyout', 'own.key', '-out', 'own.csr', '-subj', `/CN=${names[0]}`);
      writeFileSync(path('names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`);
      const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
      openssl('x509', '-req', '-in', 'own.csr', ...signed, '-out', 'own.crt', '-days', '2');
      return { cert: readFileSync(path('own.crt'), 'utf8'), key: readFileSync(path('own.key'), 'utf8') };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
