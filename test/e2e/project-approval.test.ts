import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { connectClient, stdioTransport } from './support/clients.ts';
import { molehillBin, runMolehill, spawnMolehill, startUp } from './support/molehill.ts';
import { until } from './support/until.ts';

afterAll(endEverything);

/** A project whose settings name a SQLite file outside of it. */
function projectElsewhere(name = 'shop') {
  const [home, folder] = [temporaryFolder(), realpathSync(temporaryFolder())];
  const [root, file] = [join(folder, name), join(folder, 'outside.db')];
  mkdirSync(root);
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY)');
  database.close();
  writeFileSync(join(root, '.molehill.json'), JSON.stringify({ database: { type: 'sqlite', file } }));
  const project = (...args: readonly string[]) => runMolehill(['project', ...args], { home, cwd: root });
  const json = async (...args: readonly string[]) => JSON.parse((await project(...args, '--json')).stdout);
  return { home, root, file, project, json };
}

/** The text that `up` prints at its start. */
async function welcomeOf(home: string, cwd: string): Promise<string> {
  const { output } = spawnMolehill(['up', '--no-open', '--port', '0'], { home, cwd });
  await until('up is ready', () => output.stdout.includes('Ctrl-C stops it.'));
  return output.stdout;
}

describe('a database outside the project', () => {
  test('is shown with what waits, approved, listed and taken back', async () => {
    const { root, file, project, json } = projectElsewhere();
    const place = '.molehill.json:1 (database)';
    const would = [`open ${file}, which is outside the project`];
    expect(await json('show')).toMatchObject({
      chosen: { type: 'sqlite', file, from: '.molehill.json', line: 1 },
      others: [],
      unread: [],
      message: expect.stringContaining('needs approval'),
      waiting: [{ place, would }],
    });
    expect((await project('show')).stdout).toContain(`would  ${would[0]}`);
    expect(await project('approve')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining(would[0] ?? ''),
    });
    expect((await json('show')).waiting).toHaveLength(1);
    expect(await json('approve', '--yes')).toEqual({ project: root, approved: [place] });
    expect((await json('show')).waiting).toEqual([]);
    expect(await json('list')).toMatchObject({ approved: [{ project: root }] });
    expect(await json('revoke')).toEqual({ project: root, revoked: 1 });
    expect((await json('show')).waiting).toHaveLength(1);
  });

  test('waits in the banner of `molehill up`, and is opened after approval', async () => {
    const { home, root, file, project } = projectElsewhere();
    expect(await welcomeOf(home, root)).toMatch(
      /Waiting for your approval: \.molehill\.json:1 \(database\) would open .*molehill project approve/,
    );
    await startUp(['--port', '0'], { home, cwd: root });
    const agent = await connectClient(stdioTransport({ home, args: ['--only', 'project'] }));
    const tables = async () => {
      const { content } = await agent.callTool({ name: 'get-tables', arguments: { projectRoot: root } });
      return content[0]?.type === 'text' ? content[0].text : '';
    };
    const refused = await tables();
    for (const part of [
      'E_PROJECT_APPROVAL',
      '.molehill.json:1',
      file,
      `molehill project approve --workspace "${root}"`,
    ])
      expect(refused).toContain(part);
    expect(await project('approve', '--yes')).toMatchObject({ code: 0 });
    await until('the tables are listed', async () => (await tables()) === '["item"]');
  });

  const hasPty = existsSync('/usr/bin/script');
  test.skipIf(!hasPty).each([
    ['y', 'Approved: .molehill.json:1 (database)', 0],
    ['n', 'Nothing was approved.', 1],
  ])('is approved on a terminal only with the answer yes: %s', async (answer, said, waiting) => {
    const { home, root, json } = projectElsewhere();
    const command = [process.execPath, molehillBin, 'project', 'approve'].join(' ');
    const env = { ...process.env, MOLEHILL_HOME: home, TERM: 'dumb' };
    const options = { cwd: root, env, input: `${answer}\n`, encoding: 'utf8' } as const;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], options);
    expect(stdout).toContain(`Approve this for ${root}?`);
    expect(stdout).toContain(said);
    expect((await json('show')).waiting).toHaveLength(waiting);
  });
});

test('the database of the project itself needs no approval', async () => {
  const { home, root, json, file } = projectElsewhere();
  symlinkSync('app.db', join(root, 'link.db'));
  writeFileSync(join(root, 'app.db'), readFileSync(file));
  writeFileSync(join(root, '.molehill.json'), '{"database": "sqlite:link.db"}');
  expect(await json('show')).toMatchObject({ chosen: { type: 'sqlite' }, waiting: [] });
  expect(await welcomeOf(home, root)).not.toContain('Waiting for your approval');
});

test('a folder name with escape sequences cannot control the terminal', async () => {
  const { home, root, project, json } = projectElsewhere('a\u001b[1A\u001b[2K\u202Eb\u009b31m\nFAKE');
  const shown = 'a\\u{1B}[1A\\u{1B}[2K\\u{202E}b\\u{9B}31m\\nFAKE';
  const missing = await runMolehill(['status', '--workspace', join(root, 'none')], { home, cwd: root });
  await project('approve', '--yes');
  const texts = [await welcomeOf(home, root), missing.stderr, (await project('list')).stdout];
  for (const text of texts) {
    expect(text).toContain(shown);
    expect(text).not.toMatch(/^FAKE/m);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  }
  expect(await json('list')).toMatchObject({ approved: [{ project: root }] });
});

test('a job folder that came with the checkout is not used, and `molehill up` says why', async () => {
  const [home, outside] = [temporaryFolder(), temporaryFolder()];
  const root = realpathSync(temporaryFolder());
  const precious = join(outside, 'precious');
  writeFileSync(precious, 'precious\n');
  mkdirSync(join(root, '.vsc-bridge'));
  symlinkSync(precious, join(root, '.vsc-bridge', '.gitignore'));
  expect(await welcomeOf(home, root)).toMatch(
    /\[E_JOB_FOLDER\].*not created by this installation.*delete it/,
  );
  expect(readFileSync(precious, 'utf8')).toBe('precious\n');
  expect(readdirSync(outside)).toEqual(['precious']);
});
