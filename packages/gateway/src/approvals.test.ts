import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test, vi } from 'vitest';
import { chooseServers, createApprovals } from './approvals.ts';
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
