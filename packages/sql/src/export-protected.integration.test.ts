import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from './engines/sqlite/testing/database.ts';
import { connectSql, openSqlEndpoint } from './testing/sql-client.ts';

const rows = "SELECT '[core] fsmonitor = touch ran' AS line";

async function open() {
  const file = createDatabase('CREATE TABLE t (a)');
  const endpoint = openSqlEndpoint({ connections: [{ name: 'db', type: 'sqlite', file }] });
  onTestFinished(() => endpoint.close());
  const { call } = await connectSql(endpoint, () => ({ action: 'accept', content: { confirm: true } }));
  const exported = (path: string) =>
    call('export_query', { connection: 'db', sql: rows, path, format: 'csv', overwrite: true });
  return { workspace: endpoint.workspace, exported };
}

test('the configuration of git is not replaced by an export, even with overwrite and a person', async () => {
  const { workspace, exported } = await open();
  mkdirSync(join(workspace, '.git'));
  writeFileSync(join(workspace, '.git', 'config'), '[core]\n');
  expect(await exported('.git/config')).toMatchObject({ error: { code: 'E_FILE_PROTECTED' } });
  expect(readFileSync(join(workspace, '.git', 'config'), 'utf8')).toBe('[core]\n');
});

test.each(['.vscode/tasks.json', 'node_modules/x/index.js', 'Makefile', 'run.sh', '.envrc', 'package.json'])(
  'no export becomes %s, which other tools execute',
  async (path) => {
    const { workspace, exported } = await open();
    mkdirSync(join(workspace, dirname(path)), { recursive: true });
    expect(await exported(path)).toMatchObject({ error: { code: 'E_FILE_PROTECTED' } });
    expect(existsSync(join(workspace, path))).toBe(false);
  },
);
