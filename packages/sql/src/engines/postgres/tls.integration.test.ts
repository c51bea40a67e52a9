import { startPostgres } from '../../../../../test/engines/postgres.ts';
import { cell } from '../shared/testing/backend.ts';
import { describeTls } from '../shared/testing/tls-suite.ts';

await describeTls(
  {
    title: 'PostgreSQL',
    start: startPostgres,
    definition: { type: 'postgres', database: 'postgres' },
    isEncrypted: async (backend) =>
      (await cell(backend, 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')) === true,
    sleep: 'SELECT pg_sleep(605)',
    running:
      "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(605)' AND state = 'active'",
  },
  () => {},
);
