import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JobClient } from '@molehill/bridge/jobs/client';
import { afterEach, describe, expect, test } from 'vitest';
import { at, jsonLines, text } from '../clients/json.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { runMolehill, startUp } from './support/molehill.ts';
import { descendants, isGone } from './support/processes.ts';
import { until } from './support/until.ts';
import { Configured } from './support/upstreams.ts';

afterEach(endEverything);

async function project() {
  const home = temporaryFolder();
  const root = realpathSync(temporaryFolder());
  const up = await startUp([], { home, cwd: root });
  const vscb = (...args: string[]) => runMolehill(args, { home, cwd: root, program: 'vscb' });
  return { home, root, up, vscb };
}

function frontendsIn(home: string): unknown[] {
  const records = jsonLines(readFileSync(join(home, 'audit.jsonl'), 'utf8')) as { frontend: string }[];
  return records.map(({ frontend }) => frontend);
}

describe('a running host', () => {
  test.each(['jobs', 'http', 'auto'])('answers vscb exec and vscb status via %s', async (via) => {
    const { home, root, up, vscb } = await project();
    const result = await vscb('status', '--via', via, '--json');
    expect(result, result.stderr).toMatchObject({ code: 0 });
    const { data } = JSON.parse(result.stdout);
    expect(data).toMatchObject({ workspace: root, windows: [{ kind: 'up', pid: up.running.pid }] });
    const history = await vscb(
      'exec',
      'molehill',
      'call_history',
      '--param',
      'limit=3',
      '--via',
      via,
      '--json',
    );
    expect(JSON.parse(history.stdout)).toMatchObject({
      ok: true,
      data: { calls: [{ tool: 'bridge_status' }] },
    });
    // The editor's tools take the job folder unless told otherwise.
    expect(frontendsIn(home)).toEqual([via === 'http' ? 'http' : 'jobs', via === 'jobs' ? 'jobs' : 'http']);
  });

  test('serves all its servers through the job folder, with their errors', async () => {
    const { vscb } = await project();
    const listed = await vscb('exec', 'sql__list_connections', '--via', 'jobs', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ ok: true, data: { connections: [] } });
    const failed = await vscb('exec', 'sql', 'query', 'connection=none', 'sql=SELECT 1', '--via', 'jobs');
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('[E_UNKNOWN_CONNECTION]');
  });

  test('creates the job folder with mode 0700 and ignored by git', async () => {
    const { root } = await project();
    const folder = join(root, '.vsc-bridge');
    await until('the job folder is there', () => existsSync(join(folder, '.gitignore')));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8').trim()).toBe('*');
  });

  test('is listed only while it runs', async () => {
    const { home, root, up } = await project();
    const list = async () => JSON.parse((await runMolehill(['windows', '--json'], { home })).stdout).windows;
    expect(await list()).toMatchObject([{ kind: 'up', folders: [root], port: up.port, pid: up.running.pid }]);
    up.running.child.kill('SIGTERM');
    await up.running.ended;
    expect(await list()).toEqual([]);
    expect(readdirSync(join(home, 'windows'))).toEqual([]);
  });
});

describe('without a host', () => {
  test.each(['jobs', 'http'])('--via %s fails with E_BRIDGE_UNAVAILABLE', async (via) => {
    const result = await runMolehill(['status', '--via', via], { program: 'vscb' });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('[E_BRIDGE_UNAVAILABLE]');
  });

  test('vscb runs the tool in its own process', async () => {
    const result = await runMolehill(['status', '--json'], { program: 'vscb' });
    expect(result, result.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: true, data: { windows: [] } });
  });

  test('rejects an unknown value of --via', async () => {
    expect(await runMolehill(['status', '--via', 'pigeon'], { program: 'vscb' })).toMatchObject({ code: 2 });
  });
});

/** A host with a read-only SQLite connection and an upstream server, called through the job folder. */
async function shop() {
  const configured = new Configured();
  configured.offers('helper', 'greet');
  configured.writeUser({ helper: configured.entry('helper') });
  const { home } = configured;
  const root = realpathSync(configured.workspace);
  const file = join(root, 'shop.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY); INSERT INTO item VALUES (1), (2), (3)');
  database.close();
  const connection = { name: 'shop', type: 'sqlite', file, readonly: true };
  const options = { home, cwd: root, env: { DBMOLE_CONNECTIONS: JSON.stringify([connection]) } };
  const up = await startUp([], options);
  const exec = async (...words: string[]): Promise<unknown> => {
    const args = ['exec', ...words, '--via', 'jobs', '--json'];
    const { stdout, stderr } = await runMolehill(args, { ...options, program: 'vscb' });
    expect(stdout, stderr).not.toBe('');
    return JSON.parse(stdout);
  };
  const query = (...words: string[]) => exec('sql', 'query', 'connection=shop', ...words);
  const openCursor = async (...flags: string[]) =>
    text(at(await query('sql=SELECT id FROM item ORDER BY id', 'limit=2', ...flags), 'data', 'cursor'));
  return { root, options, up, exec, query, openCursor };
}

const lastPage = { ok: true, data: { rows: [{ id: 3 }] } };
const stale = { ok: false, error: { code: 'E_STALE_REFERENCE' } };

describe('through the job folder', () => {
  test('a cursor outlives its job, and only its client and session can use it', async () => {
    const { root, query, openCursor } = await shop();
    const [first, second] = [await openCursor(), await openCursor('--session', 'two')];
    expect(await query(`cursor=${first}`, '--session', 'two')).toMatchObject(stale);
    expect(await query(`cursor=${second}`)).toMatchObject(stale);
    const other = new JobClient({ workspace: root, name: 'other', session: 'two' });
    const input = { connection: 'shop', cursor: second };
    expect((await other.call({ tool: 'sql__query', input })).envelope).toMatchObject(stale);
    other.close();
    expect(await query(`cursor=${first}`)).toMatchObject(lastPage);
    expect(await query(`cursor=${second}`, '--session', 'two')).toMatchObject(lastPage);
  });

  test('SIGTERM ends the host with an open cursor and an upstream server, and leaves no process', async () => {
    const { root, options, up, exec, query, openCursor } = await shop();
    const cursor = await openCursor();
    expect(await exec('helper', 'greet')).toMatchObject({ ok: true });
    const children = descendants(up.running.pid);
    if (process.platform === 'linux') expect(children).not.toEqual([]);
    up.running.child.kill('SIGTERM');
    expect(await up.running.ended).toBe(0);
    await until('its children have ended', () => children.every(isGone));
    expect(readdirSync(join(root, '.vsc-bridge', 'hosts'))).toEqual([]);
    await startUp([], options);
    expect(await query(`cursor=${cursor}`)).toMatchObject(stale);
  });

  test('--session is rejected with --via http', async () => {
    const args = ['exec', 'molehill', 'status', '--session', 'one', '--via', 'http'];
    expect(await runMolehill(args, { program: 'vscb' })).toMatchObject({ code: 2 });
  });
});
