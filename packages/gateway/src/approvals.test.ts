import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test, vi } from 'vitest';
import { chooseServers, createApprovals, shownHash } from './approvals.ts';
import { serverOf, setting } from './config/testing/fixtures.ts';
import { sampleServer } from './testing/sample-server.ts';

test('a project server needs an approval for each definition', async () => {
  const stateRoot = tempFolder();
  const approvals = createApprovals({ stateRoot });
  const server = sampleServer('/project');
  expect(approvals.isApproved(server)).toBe(false);
  await approvals.approve([server]);
  expect(approvals.isApproved(server)).toBe(true);
  expect(approvals.isApproved({ ...server, hash: 'h2' })).toBe(false);
  expect(approvals.isApproved({ ...server, id: 'b' })).toBe(false);
  expect(approvals.isApproved(sampleServer('/elsewhere'))).toBe(false);
});

test('an approval is valid in all folders below the owner of the file', async () => {
  const approvals = createApprovals({ stateRoot: tempFolder() });
  const inFolder = (file: string) =>
    sampleServer('/project', { source: { file, format: 'vscode', scope: 'project' } });
  await approvals.approve([inFolder('/project/.vscode/mcp.json')]);
  expect(approvals.isApproved(sampleServer('/project'))).toBe(true);
});

describe('a server of a project', () => {
  /** Approved in a real folder. */
  async function approved(entry: object, file = '.mcp.json') {
    const project = setting();
    const write = (content: object, path = file) =>
      project.write(path, { [path === '.vscode/mcp.json' ? 'servers' : 'mcpServers']: { a: content } });
    for (const name of ['server.mjs', 'other.mjs', '.env']) project.write(name, 'A=1');
    write(entry);
    const approvals = createApprovals(project);
    const current = (folder?: string) => serverOf(project.load(folder), 'a');
    await approvals.approve([current()]);
    expect(approvals.isApproved(current())).toBe(true);
    return { ...project, write, approvals, current, file: project.write };
  }

  test('needs another approval when its script changed, and the script is named', async () => {
    const { file, approvals, current, directory } = await approved({ command: 'node', args: ['server.mjs'] });
    file('server.mjs', 'changed');
    expect(approvals.isApproved(current())).toBe(false);
    expect(approvals.changedFiles(current())).toEqual([join(directory, 'server.mjs')]);
    await approvals.approve([current()]);
    expect(approvals.isApproved(current())).toBe(true);
    file('server.mjs', 'A=1');
    expect(approvals.isApproved(current())).toBe(true);
  });

  test('needs another approval when its script is gone, because another file may run in its place', async () => {
    const { approvals, current, directory } = await approved({ command: 'node', args: ['./server.mjs'] });
    rmSync(join(directory, 'server.mjs'));
    mkdirSync(join(directory, 'server.mjs'));
    expect(approvals.isApproved(current())).toBe(false);
    expect(approvals.changedFiles(current())).toEqual([join(directory, 'server.mjs')]);
  });

  test('needs another approval when a script changed that a variable of its env file loads', async () => {
    const entry = { command: 'node', args: ['server.mjs'], envFile: '.env' };
    const { file, approvals, current, directory } = await approved(entry);
    file('.env', 'NODE_OPTIONS="--import ./other.mjs"');
    await approvals.approve([current()]);
    expect(approvals.isApproved(current())).toBe(true);
    file('other.mjs', 'changed');
    expect(approvals.isApproved(current())).toBe(false);
    expect(approvals.changedFiles(current())).toEqual([join(directory, 'other.mjs')]);
  });

  test('keeps its approval when other files change', async () => {
    const { file, approvals, current } = await approved({ command: 'node', args: ['server.mjs'] });
    file('other.mjs', 'changed');
    file('server.mjs', 'A=1');
    expect(approvals.isApproved(current())).toBe(true);
  });

  test('needs another approval when its script appears later', async () => {
    const { file, approvals, current } = await approved({ command: 'node', args: ['late.mjs'] });
    const loaded = current();
    file('late.mjs', 'anything');
    await vi.waitFor(() => expect(approvals.isApproved(loaded)).toBe(false));
  });

  test('needs another approval when its env file changed', async () => {
    const entry = { command: 'x', envFile: `\${workspaceFolder}/.env` };
    const { file, approvals, current } = await approved(entry, '.vscode/mcp.json');
    file('.env', 'A=1\nNODE_OPTIONS=--import=evil');
    expect(approvals.isApproved(current())).toBe(false);
  });

  test('needs another approval in a nested folder with the same entry', async () => {
    const entry = { command: 'node', args: ['server.mjs'] };
    const { write, file, directory, approvals, current } = await approved(entry);
    for (const nested of ['sub', '.vscode', '.molehill', '.cursor/.cursor']) {
      file(`${nested}/server.mjs`, 'A=1');
      write(entry, `${nested}/.mcp.json`);
      const server = current(join(directory, nested));
      expect(server.transport).toMatchObject({ cwd: join(directory, nested) });
      expect(approvals.isApproved(server)).toBe(false);
    }
  });

  test('needs another approval when its folder is a link that leads elsewhere now', async () => {
    const { directory, approvals, current } = await approved({ command: 'x', cwd: 'link' });
    for (const folder of ['one', 'two']) mkdirSync(join(directory, folder));
    symlinkSync('one', join(directory, 'link'));
    await approvals.approve([current()]);
    rmSync(join(directory, 'link'));
    symlinkSync('two', join(directory, 'link'));
    expect(approvals.isApproved(current())).toBe(false);
  });

  test('is approved for what was shown only', async () => {
    const { file, current } = await approved({ command: 'node', args: ['server.mjs'] });
    const server = current();
    const shown = shownHash(server);
    expect(shownHash(server)).toBe(shown);
    file('server.mjs', 'changed');
    expect(shownHash(server)).not.toBe(shown);
  });
});

test('a user’s own server needs no approval, and none is written', async () => {
  const stateRoot = tempFolder();
  const approvals = createApprovals({ stateRoot });
  const own = sampleServer('/x', { source: { file: '/state/mcp.json', format: 'user', scope: 'user' } });
  expect(approvals.isApproved(own)).toBe(true);
});

test('other processes see an approval; the file has mode 0600', async () => {
  const stateRoot = tempFolder();
  const [here, there] = [createApprovals({ stateRoot }), createApprovals({ stateRoot })];
  const server = sampleServer('/project');
  expect(there.isApproved(server)).toBe(false);
  await here.approve([server]);
  await here.approve([server]);
  await vi.waitFor(() => expect(there.isApproved(server)).toBe(true));
  expect(statSync(join(stateRoot, 'approvals.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(stateRoot)).toEqual(['approvals.json']);
});

test('keeps concurrent approvals', async () => {
  const stateRoot = tempFolder();
  const servers = Array.from({ length: 6 }, (_, index) => sampleServer('/project', { id: `s${index}` }));
  await Promise.all(servers.map((server) => createApprovals({ stateRoot }).approve([server])));
  expect(servers.map(createApprovals({ stateRoot }).isApproved)).toEqual(servers.map(() => true));
});

test.each(['', '{"version":1', '{"version":2,"approved":[]}', '{"version":1,"approved":[{"id":"a"}]}'])(
  'approves nothing when the file is damaged, and keeps the damaged file: %s',
  async (text) => {
    const stateRoot = tempFolder();
    mkdirSync(stateRoot, { recursive: true });
    writeFileSync(join(stateRoot, 'approvals.json'), text);
    const approvals = createApprovals({ stateRoot });
    const server = sampleServer('/project');
    expect(approvals.isApproved(server)).toBe(false);
    await approvals.approve([server]);
    expect(approvals.isApproved(server)).toBe(true);
    expect(readdirSync(stateRoot).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
  },
);

test('chooses servers by id or name and suggests the nearest name', () => {
  const servers = [sampleServer('/p', { id: 'figma-desktop', declaredName: 'Figma Desktop' })];
  expect(chooseServers(servers, ['Figma Desktop'])).toEqual(servers);
  expect(chooseServers(servers, 'all')).toEqual(servers);
  expect(() => chooseServers(servers, ['figma-desktp'])).toThrow(
    expect.objectContaining({ code: 'E_UNKNOWN_SERVER', hint: 'Did you mean "figma-desktop"?' }),
  );
});
