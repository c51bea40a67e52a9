import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { at, items, text } from '../clients/json.ts';
import { afterwards, endEverything, temporaryFolder } from './support/cleanup.ts';
import { ask, bearer } from './support/http.ts';
import { molehillBin, runMolehill, spawnMolehill, startUp } from './support/molehill.ts';
import { cleanEnvironment, start } from './support/processes.ts';
import { RawClient } from './support/raw-client.ts';

afterEach(endEverything);

/** A state directory on a file system of its own that has room for a few files; undefined without the right to mount one. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'none', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  afterwards(() => execFileSync('umount', ['-l', folder]));
  return folder;
}

/** Fills the disk; the returned function makes room again. */
function fill(folder: string): () => void {
  const file = join(folder, 'filler');
  try {
    for (;;) appendFileSync(file, Buffer.alloc(512));
  } catch {
    return () => rmSync(file);
  }
}

const canMount = smallDisk() !== undefined;
/** Writes no file itself. */
const upstream = fileURLToPath(
  new URL('../../packages/gateway/src/testing/servers/conforming.ts', import.meta.url),
);

function configureUpstream(home: string): void {
  const far = { command: process.execPath, args: [upstream] };
  writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { far } }));
}

async function toolNames(client: RawClient): Promise<string[]> {
  const answer = await client.request('tools/list');
  return items(at(answer, 'result', 'tools')).map((tool) => text(at(tool, 'name')));
}

const statusText = async (client: RawClient) =>
  text(at(await client.call('molehill__status'), 'result', 'content', 0, 'text'));

describe.skipIf(!canMount)('a full disk', () => {
  test('lists and calls tools, shows that calls are not recorded, and recovers', async () => {
    const home = smallDisk() ?? '';
    configureUpstream(home);
    const makeRoom = fill(home);
    const client = new RawClient(spawnMolehill(['mcp', '--mode', 'full'], { home, cwd: temporaryFolder() }));
    await client.handshake();
    expect(await toolNames(client)).toEqual(expect.arrayContaining(['molehill__status', 'far__pid']));
    expect(await client.call('far__pid')).toMatchObject({ result: { content: [{ type: 'text' }] } });
    expect(await statusText(client)).toMatch(/Calls are not recorded since .*ENOSPC/);
    makeRoom();
    expect(await statusText(client)).not.toContain('not recorded');
    expect(await toolNames(client)).toContain('far__pid');
    expect(readFileSync(join(home, 'audit.jsonl'), 'utf8')).toContain('"tool":"status"');
  });

  test('makes no call where the audit is required', async () => {
    const home = smallDisk() ?? '';
    configureUpstream(home);
    fill(home);
    const env = { MOLEHILL_AUDIT: 'required' };
    const client = new RawClient(
      spawnMolehill(['mcp', '--mode', 'full'], { home, cwd: temporaryFolder(), env }),
    );
    await client.handshake();
    expect(await toolNames(client)).toContain('far__pid');
    for (const tool of ['far__pid', 'molehill__call_history'])
      expect(await client.call(tool)).toMatchObject({
        result: { isError: true, content: [{ text: expect.stringContaining('[E_AUDIT]') }] },
      });
  });

  test('`molehill up` without a token says what to do, and leaves no file', async () => {
    const home = smallDisk() ?? '';
    fill(home);
    const { code, stderr } = await runMolehill(['up', '--no-open', '--port', '0'], {
      home,
      cwd: temporaryFolder(),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/E_STATE_DIR.*token.*ENOSPC[\s\S]*Make room/);
    expect(readdirSync(home).filter((name) => name.startsWith('http-token'))).toEqual([]);
  });

  test('shows it on the page of a running host', async () => {
    const home = smallDisk() ?? '';
    const server = await startUp(['--port', '0'], { home, cwd: temporaryFolder() });
    fill(home);
    const headers = { ...bearer(server), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ tool: 'molehill__status', input: {} });
    await ask(server, '/api/call', { method: 'POST', headers, body });
    const calls = await ask(server, '/api/calls', { headers });
    expect(JSON.parse(calls.body)).toMatchObject({ problem: expect.stringContaining('not recorded') });
  });
});

test.skipIf(!existsSync('/bin/sh'))('lists and calls tools when no file can be written', async () => {
  const home = temporaryFolder();
  configureUpstream(home);
  const script = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
  const command = [process.execPath, molehillBin, 'mcp', '--mode', 'full'];
  const env = cleanEnvironment(home);
  const client = new RawClient(
    start('/bin/sh', ['-c', script, 'sh', ...command], { cwd: temporaryFolder(), env }),
  );
  await client.handshake();
  expect(await toolNames(client)).toEqual(expect.arrayContaining(['molehill__status', 'far__pid']));
  expect(await client.call('far__pid')).toMatchObject({ result: { content: [{ type: 'text' }] } });
  expect(await statusText(client)).toMatch(/Calls are not recorded since .*EFBIG/);
});
