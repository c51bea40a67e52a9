import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { runMolehill } from './support/molehill.ts';

afterEach(endEverything);

const PASSWORD = 'planted-passw0rd';

function everyFile(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('connections') && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

describe('molehill connections', () => {
  const network = ['--type', 'postgres', '--host', '127.0.0.1', '--port', '1', '--user', 'u'];

  test('adds, lists, tests, updates and removes a connection without showing its password', async () => {
    const home = temporaryFolder();
    const env = { MOLEHILL_LOG_LEVEL: 'debug', MOLEHILL_AUDIT_ARGUMENTS: 'full' };
    const steps = [
      { args: ['add', 'far', ...network, '--password-stdin', '--readonly'], input: `${PASSWORD}\n`, code: 0 },
      { args: ['list', '--json'], code: 0 },
      { args: ['test', 'far'], code: 1 },
      { args: ['update', 'far', '--database', 'shop'], code: 0 },
      { args: ['add', 'far', ...network, '--no-password'], code: 1 },
      { args: ['remove', 'far'], code: 1 },
      { args: ['remove', 'far', '--yes'], code: 0 },
      { args: ['test', 'far'], code: 1 },
    ];
    const said: string[] = [];
    for (const { args, code, ...rest } of steps) {
      const run = await runMolehill(['connections', ...args], { home, env, ...rest });
      expect(run, `${args.join(' ')}: ${run.stderr}`).toMatchObject({ code });
      said.push(run.stdout, run.stderr);
    }
    const all = said.join('\n');
    for (const code of [
      'E_CONNECT_FAILED',
      'E_CONNECTION_EXISTS',
      'E_CONFIRMATION_REQUIRED',
      'E_UNKNOWN_CONNECTION',
    ]) {
      expect(all).toContain(code);
    }
    expect(all).toContain('"readonly": true');
    expect(all + everyFile(home)).not.toContain(PASSWORD);
  });

  test('the store is readable by its owner only', async () => {
    const home = temporaryFolder();
    await runMolehill(['connections', 'add', 'far', ...network, '--password-stdin'], {
      home,
      input: PASSWORD,
    });
    expect(statSync(join(home, 'sql-connections.json')).mode & 0o777).toBe(0o600);
  });

  test('rejects a password in the arguments and stores nothing', async () => {
    const home = temporaryFolder();
    const dsn = `postgres://u:${PASSWORD}@127.0.0.1/shop`;
    const refused = await runMolehill(['connections', 'add', 'far', '--dsn', dsn], { home });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).not.toContain(PASSWORD);
    const { stdout } = await runMolehill(['connections', 'list', '--json'], { home });
    expect(JSON.parse(stdout)).toMatchObject({ data: { connections: [] } });
  });

  test('a SQLite file can be added by its URL and queried', async () => {
    const home = temporaryFolder();
    new DatabaseSync(join(home, 'a.db')).exec("CREATE TABLE t(a); INSERT INTO t VALUES ('hello')");
    const added = await runMolehill(['connections', 'add', 'local', '--dsn', 'sqlite:a.db', '--readonly'], {
      home,
    });
    expect(added, added.stderr).toMatchObject({ code: 0 });
    const asked = await runMolehill(
      ['tools', 'call', 'sql', 'query', 'connection=local', 'sql=SELECT a FROM t'],
      { home },
    );
    expect(asked.stdout).toContain('hello');
  });
});
