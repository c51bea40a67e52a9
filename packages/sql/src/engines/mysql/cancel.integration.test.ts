import { sharedMariadb } from '../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../test/engines/mysql.ts';
import { type CancelledEngine, describeCancelling } from '../shared/testing/cancel-suite.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const fixture = ['CREATE TABLE log (n int) ENGINE=InnoDB'];

const engine: CancelledEngine = {
  sleep: (seconds) => `SLEEP(${seconds})`,
  sleeping: (database) =>
    `SELECT COUNT(*) FROM information_schema.processlist WHERE db = '${database}' AND info LIKE '%SLEEP%'`,
  calls: 500,
};

for (const [title, server] of [
  ['MariaDB', await sharedMariadb()],
  ['MySQL', await sharedMysql()],
] as const)
  await describeDatabase(title, 'mysql', server, fixture, (scratch) => describeCancelling(engine, scratch));
