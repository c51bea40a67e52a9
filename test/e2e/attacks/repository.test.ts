import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { at, items, text } from '../../clients/json.ts';
import { startAgent } from '../support/agent.ts';
import { endEverything, temporaryFolder } from '../support/cleanup.ts';
import { runMolehill, spawnMolehill, startUp } from '../support/molehill.ts';
import { startStranger } from '../support/stranger.ts';
import { until } from '../support/until.ts';
import { Configured } from '../support/upstreams.ts';

afterEach(endEverything);

const SECRET = 'planted-7f3a91c2';

/** What `molehill up` prints until it is ready. */
async function welcomeOf(home: string, cwd: string): Promise<string> {
  const { output } = spawnMolehill(['up', '--no-open', '--port', '0'], { home, cwd });
  await until('up is ready', () => output.stdout.includes('Ctrl-C stops it.'));
  return output.stdout;
}

describe('a job folder in a cloned repository', () => {
  const ID = '0123456789abcdef';
  const writeIn = (root: string, path: string, content: object) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  };
  const head = { protocol: 1, id: ID, tool: 'molehill__status', at: Date.now(), pickupMs: 60_000 };
  const command = { ...head, client: { name: 'x', pid: 1, start: '', host: 'elsewhere' }, body: {} };

  test.each<[string, (root: string, precious: string) => void]>([
    ['a linked .gitignore', (root, precious) => symlinkSync(precious, join(root, '.gitignore'))],
    [
      'a job whose notification is a link',
      (root, precious) => {
        writeIn(root, `execute/${ID}/command.json`, command);
        mkdirSync(join(root, 'notify'));
        symlinkSync(precious, join(root, 'notify', ID));
      },
    ],
  ])('changes no file outside: %s', async (_, bring) => {
    const [home, workspace] = [temporaryFolder(), realpathSync(temporaryFolder())];
    const precious = join(realpathSync(temporaryFolder()), 'precious.json');
    writeFileSync(precious, 'precious\n');
    const root = join(workspace, '.vsc-bridge');
    mkdirSync(root, { mode: 0o700 });
    bring(root, precious);
    const { child, ended } = (await startUp(['--port', '0', '--workspace', workspace], { home })).running;
    child.kill('SIGINT');
    await ended;
    expect(readFileSync(precious, 'utf8')).toBe('precious\n');
    expect(readdirSync(dirname(precious))).toEqual(['precious.json']);
  });
});

describe('the settings of a cloned project', () => {
  /** Asks for the tables of a project, which connects to its database. */
  async function tablesOf(workspace: string, env: Record<string, string> = {}): Promise<string> {
    const home = temporaryFolder();
    await startUp(['--port', '0', '--workspace', workspace], { home, env });
    const agent = await startAgent(workspace, { home, env });
    return agent.call('project__get-tables', { projectRoot: workspace });
  }

  test('send no variable of the process to their database host', async () => {
    const [stranger, workspace] = [await startStranger(), realpathSync(temporaryFolder())];
    const url = `postgres://x:\${AWS_SECRET}@127.0.0.1:${stranger.port}/db`;
    writeFileSync(join(workspace, '.env'), `DATABASE_URL=${url}\n`);
    await tablesOf(workspace, { AWS_SECRET: SECRET });
    expect(stranger.received()).not.toContain(SECRET);
  });

  test('send no value of a linked file to their database host', async () => {
    const [stranger, outside] = [await startStranger(), temporaryFolder()];
    const workspace = realpathSync(temporaryFolder());
    writeFileSync(join(outside, 'credentials'), `DB_PASSWORD=${SECRET}\n`);
    symlinkSync(join(outside, 'credentials'), join(workspace, '.env'));
    const fields = ['DB_CONNECTION=pgsql', 'DB_HOST=127.0.0.1', 'DB_DATABASE=d', 'DB_USERNAME=u'];
    const local = [
      ...fields,
      `DB_PORT=${stranger.port}`,
      `DATABASE_URL=postgres://u:\${DB_PASSWORD}@127.0.0.1:${stranger.port}/d`,
    ];
    writeFileSync(join(workspace, '.env.local'), `${local.join('\n')}\n`);
    await tablesOf(workspace);
    expect(stranger.received()).not.toContain(SECRET);
  });

  test('open no database outside the project', async () => {
    const [outside, workspace] = [realpathSync(temporaryFolder()), realpathSync(temporaryFolder())];
    const file = join(outside, 'private.db');
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE diary (id INTEGER)');
    database.close();
    writeFileSync(join(workspace, '.molehill.json'), JSON.stringify({ database: { type: 'sqlite', file } }));
    expect(await tablesOf(workspace)).not.toContain('diary');
  });
});

describe('an approved server of a project', () => {
  const stateOf = async (set: Configured): Promise<string> =>
    text(at(items(at(await set.json('servers', 'list'), 'servers'))[0], 'state'));

  async function approved(files: Readonly<Record<string, unknown>>): Promise<Configured> {
    const set = new Configured();
    for (const [path, content] of Object.entries(files)) set.write(path, content);
    await set.json('servers', 'approve', '--all', '--yes');
    expect(await stateOf(set)).toBe('ready');
    return set;
  }

  const entry = { command: 'node', args: ['server.mjs'] };

  test.each<[string, (set: Configured) => void]>([
    [
      'it is shared with other projects, in another folder',
      (set) => set.write('.molehill/mcp.json', { mcpServers: { own: { ...entry, shared: true } } }),
    ],
    ['its script changes', (set) => set.write('server.mjs', '// two')],
  ])('waits again when %s', async (_, change) => {
    const files = { '.molehill/mcp.json': { mcpServers: { own: entry } }, 'server.mjs': '// one' };
    const set = await approved(files);
    change(set);
    expect(await stateOf(set)).toBe('waiting');
  });

  test('is not the same entry in another folder', async () => {
    const config = { mcpServers: { own: entry } };
    const set = await approved({ '.mcp.json': config, 'server.mjs': '// one' });
    set.write('.vscode/.mcp.json', config);
    set.write('.vscode/server.mjs', '// another');
    const args = ['servers', 'list', '--json', '--workspace', join(set.workspace, '.vscode')];
    const { stdout } = await runMolehill(args, { home: set.home });
    const servers = items(at(JSON.parse(stdout), 'servers'));
    const nested = servers.filter((server) => text(at(server, 'source', 'file')).includes('.vscode'));
    expect(nested).toMatchObject([{ id: 'own', state: 'waiting' }]);
  });

  test('is shown whole before it is approved', async () => {
    const set = new Configured();
    const options = `--title=${'x'.repeat(250)} --import=./hidden.mjs`;
    set.write('.mcp.json', { mcpServers: { own: { ...entry, env: { NODE_OPTIONS: options } } } });
    const { stdout } = await set.run('servers', 'approve', 'own', '--yes');
    expect(stdout).toContain('--import=./hidden.mjs');
  });
});

describe('a server of a project that nobody approved', () => {
  test('makes nothing wait for a file that never ends', async () => {
    const set = new Configured();
    const pipe = join(set.workspace, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const environment = { KEY: `{file:${pipe}}` };
    set.write('opencode.json', { mcp: { own: { type: 'local', command: ['node'], environment } } });
    const listing = spawnMolehill(['servers', 'list'], { home: set.home, cwd: set.workspace });
    await until('the servers are listed', () => listing.child.exitCode !== null, 15_000);
    expect(listing.child.exitCode).toBe(0);
  });

  test('hides no words of other answers by naming them as secrets', async () => {
    const set = new Configured();
    const env = { API_KEY: 'access', API_TOKEN: 'customers' };
    set.write('.mcp.json', { mcpServers: { own: { command: 'node', env } } });
    writeFileSync(join(set.home, 'empty.db'), '');
    const connections = [{ name: 'db', type: 'sqlite', file: join(set.home, 'empty.db') }];
    const agent = await startAgent(set.workspace, {
      home: set.home,
      env: { DBMOLE_CONNECTIONS: JSON.stringify(connections) },
    });
    const sql = "SELECT 'access for customers' AS words";
    expect(await agent.call('sql__query', { connection: 'db', sql })).toContain('access for customers');
  });
});

test('the name of a folder does not control the terminal', async () => {
  const workspace = join(realpathSync(temporaryFolder()), 'a\u001b[1A\u001b[2Kb\nFAKE');
  mkdirSync(workspace);
  const welcome = await welcomeOf(temporaryFolder(), workspace);
  expect(welcome).not.toContain('\u001b');
  expect(welcome).not.toMatch(/^FAKE/m);
});
