import { chmodSync, readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { sharedMariadb } from '../../engines/mariadb.ts';
import { startAgent } from '../support/agent.ts';
import { endEverything, temporaryFolder } from '../support/cleanup.ts';

afterEach(endEverything);

const address = await sharedMariadb();

describe.skipIf(!address)('a read-only connection to MariaDB writes no file on the server', () => {
  test.each([
    'select 1e0into outfile',
    'select 1.into outfile',
    'select .5into outfile',
    'analyze select 1e0into outfile',
    'select @@version.1e0into outfile',
    'select 0x1 into outfile',
  ])('%s', async (sql) => {
    if (!address) throw new Error('there is no server');
    const { host, port, user, password } = address;
    const server = { type: 'mysql', host, port, user, password, database: 'information_schema' };
    const env = { DBMOLE_CONNECTIONS: JSON.stringify([{ ...server, name: 'db', readonly: true }]) };
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    const agent = await startAgent(temporaryFolder(), { env });
    await agent.call('sql__query', { connection: 'db', sql: `${sql} '${folder}/written'` });
    expect(readdirSync(folder)).toEqual([]);
    expect(await agent.call('sql__query', { connection: 'db', sql: 'select 1e5 as n' })).toContain('100000');
  });
});
