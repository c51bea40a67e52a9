import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { testCursors } from '../shared/testing/cursor-suite.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const fixture = [
  "CREATE TABLE big AS SELECT g AS id, repeat('x', 100) AS filler FROM generate_series(1, 1000000) g",
];

await describeDatabase('cursors of PostgreSQL', 'postgres', await sharedPostgres(), fixture, (database) => {
  const busy = `SELECT count(*) FROM pg_stat_activity WHERE datname = '${database.database}' AND xact_start IS NOT NULL`;

  testCursors(database, 1_000_000, busy);
});
