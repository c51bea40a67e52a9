import { startMariadb } from '../../../../../test/engines/mariadb.ts';
import { startMysql } from '../../../../../test/engines/mysql.ts';
import type { RunningServer, ServerOptions } from '../../../../../test/engines/server.ts';
import { cell, change } from '../shared/testing/backend.ts';
import { describeFaults } from '../shared/testing/faults-suite.ts';

function describeServer(title: string, server: RunningServer | undefined): void {
  describeFaults({
    title,
    server,
    type: 'mysql',
    slowRead: 'SELECT SLEEP(603)',
    slowChange: 'INSERT INTO log SELECT SLEEP(604)',
    slowStatement: 'DO SLEEP(605)',
    running: (sql) => `SELECT COUNT(*) FROM information_schema.processlist WHERE info = '${sql}'`,
    closeSessions: async (victim, admin) => {
      const id = await cell(victim, 'SELECT CONNECTION_ID()');
      // The server may close the connection before it answers a session that kills itself.
      await change(admin, `KILL ${id}`).catch(() => {});
    },
  });
}

const durable: ServerOptions = { settings: { 'innodb-flush-log-at-trx-commit': '2' } };

describeServer('MariaDB', await startMariadb(durable));
describeServer('MySQL', await startMysql(durable));
