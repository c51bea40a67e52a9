import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { connectionsOf, program, startSqlProcess } from './testing/sql-process.ts';
import { version } from './version.ts';

function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [...program, ...args], { encoding: 'utf8', input: '' });
}

describe('dbmole-mcp', () => {
  test('prints its version and its help', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
    const help = run('--help');
    expect(help.status).toBe(0);
    for (const word of ['DBMOLE_CONNECTIONS', 'DBMOLE_CONFIG', 'DBMOLE_STORE', '--workspace', '--timeout'])
      expect(help.stdout).toContain(word);
  });

  test.each([['--nonsense'], ['extra'], ['--workspace', '/nowhere/at/all']])('rejects %s %s', (...args) => {
    const refused = run(...args);
    expect(refused.status).toBe(2);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toMatch(/^dbmole-mcp: .+\n$/);
  });

  test('rejects an invalid timeout', () => {
    expect(run('--timeout', 'soon')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--timeout'),
    });
  });

  test('serves unprefixed tools and the connections of the environment', async () => {
    const connections = [{ name: 'local', type: 'sqlite', file: 'local.db', readonly: true }];
    const { client, home } = await startSqlProcess(connectionsOf(...connections));
    writeFileSync(join(home, 'local.db'), '');
    expect(client.getServerVersion()).toMatchObject({ name: 'dbmole-mcp', version });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list_connections', 'query', 'export_query']),
    );
    const answer = await client.callTool({
      name: 'query',
      arguments: { connection: 'local', sql: 'SELECT 1 AS one' },
    });
    expect(answer.structuredContent).toMatchObject({ ok: true, data: { rows: [{ one: 1 }] } });
  });

  test('stores added connections in the configured file', async () => {
    const store = join(tempFolder(), 'connections.json');
    const first = await startSqlProcess({ DBMOLE_STORE: store });
    await first.client.callTool({
      name: 'add_connection',
      arguments: { name: 'kept', dsn: 'sqlite:kept.db' },
    });
    const second = await startSqlProcess({ DBMOLE_STORE: store });
    const listed = await second.client.callTool({ name: 'list_connections', arguments: {} });
    expect(listed.structuredContent).toMatchObject({
      data: { connections: [{ name: 'kept', type: 'sqlite' }] },
    });
  });
});
