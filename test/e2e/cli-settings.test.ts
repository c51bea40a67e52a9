import { once } from 'node:events';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { afterwards, endEverything, temporaryFolder } from './support/cleanup.ts';
import { ask, modernRequest } from './support/http.ts';
import { type MolehillOptions, runMolehill, spawnMolehill, startUp } from './support/molehill.ts';
import { cleanEnvironment } from './support/processes.ts';
import { RawClient } from './support/raw-client.ts';
import { unprivileged } from './support/unprivileged.ts';

afterEach(endEverything);

/** An invalid setting stops every command before it does anything, with one line on standard error. */
function expectRefused(said: { code: unknown; stdout: string; stderr: string }, ...parts: string[]): void {
  expect(said).toMatchObject({ code: 1, stdout: '' });
  expect(said.stderr).toMatch(/^molehill: \[E_CONFIG\] [^\n]* — [^\n]+\n$/);
  for (const part of parts) expect(said.stderr).toContain(part);
}

describe('an invalid setting is reported', () => {
  const commands = [
    ['mcp'],
    ['up', '--no-open'],
    ['status'],
    ['tools', 'list'],
    ['tools', 'call', 'molehill', 'status'],
  ];

  const broken = (content: string) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'config.json'), content);
    return home;
  };

  test.each(commands)('by every command: molehill %s %s', async (...command) => {
    expectRefused(await runMolehill([...command, '--timeout', 'soon']), '--timeout');
    expectRefused(await runMolehill(command, { env: { MOLEHILL_TIMEOUT: 'soon' } }), 'MOLEHILL_TIMEOUT');
    expectRefused(await runMolehill(command, { home: broken('{') }), 'config.json, line 1');
  });

  test.each(['0', '-5', '1.5', '1e3', '3600001', ''])('--timeout "%s"', async (value) => {
    expectRefused(await runMolehill(['status', `--timeout=${value}`]), '--timeout');
  });

  test.each(['0', '-5', '1.5', '1e3'])('MOLEHILL_TIMEOUT "%s"', async (value) => {
    expectRefused(await runMolehill(['status'], { env: { MOLEHILL_TIMEOUT: value } }), 'MOLEHILL_TIMEOUT');
  });

  test.each(['x', '65536', '-1'])('--port "%s"', async (value) => {
    expectRefused(await runMolehill(['up', '--no-open', `--port=${value}`]), '--port');
  });

  test.each([
    ['an extra comma', '{\n  "timeoutMs": 1000,\n  ,"logLevel": "warn"\n}', ', line 3'],
    ['a missing closing brace', '{\n  "timeoutMs": 1000', ', line 2'],
    ['text that is not JSON', 'timeout = 5', ', line 1'],
    ['an unknown setting', '{ "timeoutMS": 5 }', 'Did you mean "timeoutMs"?'],
    ['a value of the wrong type', '{ "timeoutMs": "soon" }', 'timeoutMs'],
    ['an array', '[]', 'config.json'],
    ['no content', '', 'config.json'],
  ])('a config.json with %s, with file and position', async (_, content, place) => {
    const home = broken(content);
    expectRefused(await runMolehill(['status'], { home }), join(home, 'config.json'), place);
  });
});

describe('valid settings', () => {
  test('a config.json may have comments and a trailing comma', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'config.json'), '{\n  // as long as it takes\n  "timeoutMs": 5000,\n}\n');
    expect(await runMolehill(['status'], { home })).toMatchObject({ code: 0, stderr: '' });
  });

  test('a flag overrides the environment, and the environment the file', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'config.json'), '{ "auditArguments": "none" }');
    const call = ['tools', 'call', 'molehill', 'call_history', 'limit=1', '--json'];
    await runMolehill(call, { home });
    await runMolehill(call, { home, env: { MOLEHILL_AUDIT_ARGUMENTS: 'keys' } });
    const said = await runMolehill(['tools', 'call', 'molehill', 'call_history', '--json'], { home });
    expect(JSON.parse(said.stdout)).toMatchObject({
      data: { calls: [{ arguments: ['limit'] }, { arguments: null }] },
    });
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    const server = await startUp(['--port', String(port)], { home, env: { MOLEHILL_PORT: '1' } });
    expect(server.port).toBe(port);
  });
});

describe('the state directory', () => {
  function readOnlyHome(): string {
    const home = temporaryFolder();
    chmodSync(home, 0o555);
    afterwards(() => chmodSync(home, 0o755));
    return home;
  }

  async function expectServed(home: string, options: MolehillOptions): Promise<void> {
    const running = spawnMolehill(['mcp'], { home, ...options });
    const client = new RawClient(running);
    await client.handshake();
    for (let times = 0; times < 3; times++) {
      expect(await client.call('molehill__status')).toMatchObject({
        result: { structuredContent: { ok: true } },
      });
    }
    const history = await client.call('molehill__call_history');
    expect(history).toMatchObject({ result: { structuredContent: { ok: true, data: { calls: [] } } } });
    const warnings = running.output.stderr.trim().split('\n');
    expect(warnings[0]).toContain(home);
    expect(warnings.length).toBeLessThanOrEqual(2);
  }

  test('may be read-only: mcp serves, and logs the lost history only once', async () => {
    const home = readOnlyHome();
    await expectServed(home, unprivileged());
    expect(readdirSync(home)).toEqual([]);
  });

  test('must be writable for up, which stores its token there', async () => {
    const home = readOnlyHome();
    const said = await runMolehill(['up', '--no-open', '--port', '0'], { home, ...unprivileged() });
    expect(said).toMatchObject({ code: 1, stdout: '' });
    expect(said.stderr).toMatch(/^molehill: \[E_STATE_DIR\] .*MOLEHILL_HOME/m);
  });

  test('may be impossible to create: mcp still serves', async () => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    const home = join(file, 'state');
    await expectServed(home, { cwd: temporaryFolder(), env: cleanEnvironment(home) });
  });

  test('and its files are accessible to the owner only', async () => {
    const home = join(temporaryFolder(), 'made', 'on', 'first', 'use');
    const server = await startUp(['--port', '0'], { home, cwd: temporaryFolder() });
    await ask(server, '/mcp', modernRequest(server, 'tools/call', { name: 'molehill__status' }));
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(readdirSync(home)).toEqual(expect.arrayContaining(['audit.jsonl', 'http-token']));
    for (const file of readdirSync(home)) expect(statSync(join(home, file)).mode & 0o077, file).toBe(0);
  });

  test('keeps the token across restarts', async () => {
    const home = temporaryFolder();
    const [first, second] = [
      await startUp(['--port', '0'], { home }),
      await startUp(['--port', '0'], { home }),
    ];
    expect(second.token).toBe(first.token);
    expect(first.token.length).toBeGreaterThanOrEqual(32);
    expect((await startUp()).token).not.toBe(first.token);
  });

  test('gives the same token to processes that start concurrently', async () => {
    const home = temporaryFolder();
    const servers = await Promise.all(Array.from({ length: 5 }, () => startUp(['--port', '0'], { home })));
    expect(new Set(servers.map((server) => server.token)).size).toBe(1);
  });
});

describe('a port in use', () => {
  test('is E_PORT_IN_USE when it was requested', async () => {
    const server = await startUp();
    const said = await runMolehill(['up', '--no-open', '--port', String(server.port)]);
    expect(said).toMatchObject({ code: 1, stdout: '' });
    expect(said.stderr).toMatch(new RegExp(`^molehill: \\[E_PORT_IN_USE\\] Port ${server.port} .*--port`));
  });

  test('is skipped when no port was requested', async () => {
    const first = await startUp([]);
    const second = await startUp([]);
    expect(second.port).toBeGreaterThan(first.port);
    for (const server of [first, second]) {
      const answer = await ask(server, '/mcp', modernRequest(server, 'tools/list'));
      expect(answer.status).toBe(200);
    }
  });
});
