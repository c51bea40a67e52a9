import { expect, test } from 'vitest';
import { startMariadb } from '../../../../../test/engines/mariadb.ts';
import { ask, failure } from '../shared/testing/backend.ts';
import { describeTls } from '../shared/testing/tls-suite.ts';

await describeTls(
  {
    title: 'MariaDB',
    start: startMariadb,
    definition: { type: 'mysql' },
    isEncrypted: async (backend) => (await ask(backend, "SHOW STATUS LIKE 'Ssl_cipher'")).rows[0]?.[1] !== '',
    sleep: 'SELECT SLEEP(606)',
    running: "SELECT COUNT(*) FROM information_schema.processlist WHERE info = 'SELECT SLEEP(606)'",
  },
  ({ trusted, open }) => {
    test('verify-full of an IP address asks for a name', async () => {
      const backend = await open({ mode: 'verify-full', ca: trusted.file }, '127.0.0.1');
      expect(await failure(ask(backend, 'SELECT 1'))).toMatchObject({
        code: 'E_TLS',
        message: expect.stringContaining('127.0.0.1'),
      });
    });
  },
);
