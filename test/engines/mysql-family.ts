import { join } from 'node:path';
import { type Place, type ServerOptions, writeServerFile } from './server.ts';

export const PASSWORD = 'molehill test';

/** No durability: test data need not survive a power failure. */
const QUICK: Readonly<Record<string, string>> = {
  'bind-address': '127.0.0.1',
  'innodb-buffer-pool-size': '64M',
  'innodb-flush-log-at-trx-commit': '0',
  'innodb-flush-method': 'nosync',
  'innodb-log-file-size': '32M',
  'performance-schema': '0',
  'max-connections': '60',
  'skip-name-resolve': '1',
  'innodb-fast-shutdown': '2',
  'character-set-server': 'utf8mb4',
};

/** Start options shared by MySQL and MariaDB. */
export function mysqlArguments(
  place: Place,
  options: ServerOptions,
  own: Readonly<Record<string, string>>,
): string[] {
  const paths = {
    datadir: join(place.folder, 'data'),
    socket: join(place.folder, 'socket'),
    'pid-file': join(place.folder, 'pid'),
    tmpdir: place.folder,
  };
  const tls = options.tls && {
    'ssl-cert': join(place.folder, 'server.crt'),
    'ssl-key': join(place.folder, 'server.key'),
  };
  const settings = { ...QUICK, ...paths, port: String(place.port), ...own, ...tls, ...options.settings };
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
}

export async function writeCertificate(place: Place, { tls }: ServerOptions): Promise<void> {
  if (!tls) return;
  await writeServerFile(place, 'server.crt', tls.cert);
  await writeServerFile(place, 'server.key', tls.key);
}
