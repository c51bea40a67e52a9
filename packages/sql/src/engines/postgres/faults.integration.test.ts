import { startPostgres } from '../../../../../test/engines/postgres.ts';
import { cell } from '../shared/testing/backend.ts';
import { describeFaults } from '../shared/testing/faults-suite.ts';

const OTHERS = 'pid <> pg_backend_pid()';

describeFaults({
  title: 'PostgreSQL',
  server: await startPostgres(),
  type: 'postgres',
  slowRead: 'SELECT pg_sleep(602)',
  slowChange: 'INSERT INTO log SELECT 9 FROM pg_sleep(603)',
  slowStatement: 'SELECT pg_sleep(604)',
  running: (sql) =>
    `SELECT count(*) FROM pg_stat_activity WHERE query = '${sql}' AND state = 'active' AND ${OTHERS}`,
  closeSessions: async (victim, admin) => {
    await cell(victim, 'SELECT 1');
    await cell(
      admin,
      `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE ${OTHERS} AND datname = current_database()`,
    );
  },
});
