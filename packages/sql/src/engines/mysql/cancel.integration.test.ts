import { sharedMariadb } from '../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../test/engines/mysql.ts';
import { ask, change } from '../shared/testing/backend.ts';
import { type CancelledEngine, describeCancelling } from '../shared/testing/cancel-suite.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const fixture = ['CREATE TABLE log (n int) ENGINE=InnoDB'];

const engine: CancelledEngine = {
  sleep: (seconds) => `SLEEP(${seconds})`,
  sleeping: (database) =>
    `SELECT COUNT(*) FROM information_schema.processlist WHERE db = '${database}' AND info LIKE '%SLEEP%'`,
  closeSessions: async (watcher, database) => {
    const sql = `SELECT id FROM information_schema.processlist WHERE db = '${database}'`;
    // Some of them have ended meanwhile.
    for (const [id] of (await ask(watcher, sql)).rows) await change(watcher, `KILL ${id}`).catch(() => {});
  },
  calls: 500,
};

for (const [title, server] of [
  ['MariaDB', await sharedMariadb()],
  ['MySQL', await sharedMysql()],
] as const)
  await describeDatabase(title, 'mysql', server, fixture, (scratch) => describeCancelling(engine, scratch));
