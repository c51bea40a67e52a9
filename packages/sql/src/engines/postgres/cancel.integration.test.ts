import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { describeCancelling } from '../shared/testing/cancel-suite.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const fixture = ['CREATE TABLE log (n int)'];

await describeDatabase('PostgreSQL', 'postgres', await sharedPostgres(), fixture, (scratch) =>
  describeCancelling(
    {
      sleep: (seconds) => `pg_sleep(${seconds})::text`,
      sleeping: (database) =>
        `SELECT count(*) FROM pg_stat_activity WHERE datname = '${database}' AND state = 'active' AND query LIKE '%pg_sleep%'`,
      calls: 2_000,
    },
    scratch,
  ),
);
