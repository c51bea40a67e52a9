import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { at } from '../clients/json.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { runMolehill, spawnMolehill } from './support/molehill.ts';

afterEach(endEverything);

/** What this machine needs to reach package registries. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(NODE_EXTRA_CA_CERTS|SSL_CERT_.*|npm_config_.*|.*_proxy)$/i.test(name),
  ),
);

/** PATH without npm, Python and Go. */
const bare = { PATH: temporaryFolder() };

test('list names the one command for each adapter that was not found', async () => {
  const { code, stdout } = await runMolehill(['adapters', 'list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^js-debug +debug adapter +JavaScript, TypeScript +not found +run molehill adapters install js-debug$/m,
  );
  expect(stdout).toMatch(/^codelldb +debug adapter +C, C\+\+, Rust /m);
  expect(stdout).toMatch(
    /^basedpyright +language server +Python +not found +run molehill adapters install basedpyright$/m,
  );
});

test('install fetches js-debug into the state directory, and list then shows where it is', async () => {
  const home = temporaryFolder();
  const installed = await runMolehill(['adapters', 'install', 'js-debug', '--yes', '--json'], {
    home,
    env: network,
  });
  const path = join(home, 'adapters/js-debug-1.112.0/vsDebugServer.cjs');
  expect(installed.code).toBe(0);
  expect(JSON.parse(installed.stdout)).toEqual({
    adapters: [{ name: 'js-debug', state: 'installed', path, version: '1.112.0' }],
  });
  expect(readdirSync(home)).not.toContain('.npm');
  expect(readdirSync(join(home, 'adapters'))).toEqual(['js-debug-1.112.0']);
  const listed = await runMolehill(['adapters', 'list', '--json'], { home });
  expect(at(JSON.parse(listed.stdout), 'adapters', 0, 'found')).toEqual({
    path,
    version: '1.112.0',
    source: 'cache',
  });
  const again = await runMolehill(['adapters', 'install', 'js-debug'], { home });
  expect(again).toMatchObject({ code: 0, stdout: `js-debug 1.112.0 is installed already: ${path}\n` });
});

test('a setting decides where an adapter is', async () => {
  const env = { MOLEHILL_DELVE_PATH: process.execPath };
  const { stdout } = await runMolehill(['adapters', 'list'], { env });
  expect(stdout).toContain(`setting    ${process.execPath}`);
});

test('install asks, and without a terminal says how to agree', async () => {
  const { code, stderr } = await runMolehill(['adapters', 'install', 'js-debug']);
  expect(code).toBe(2);
  expect(stderr).toContain('Use --yes');
});

test('install --all skips what this machine has no toolchain for, with the reason', async () => {
  const { code, stdout } = await runMolehill(['adapters', 'install', '--all', '--yes'], { env: bare });
  expect(code).toBe(0);
  expect(stdout).toContain('js-debug was skipped: npm is not on this machine');
  expect(stdout).toContain('debugpy was skipped: Python 3 is not on this machine.');
  expect(stdout).toContain('delve was skipped: the Go toolchain is not on this machine.');
  expect(stdout).toContain('typescript was skipped: npm is not on this machine');
  expect(stdout).toContain('basedpyright was skipped: npm is not on this machine');
  expect(stdout).toContain('gopls was skipped: the Go toolchain is not on this machine.');
});

test('a language server is installed and found as an adapter is', async () => {
  const home = temporaryFolder();
  const args = ['adapters', 'install', 'typescript', 'basedpyright', '--yes', '--json'];
  const installed = await runMolehill(args, { home, env: network });
  expect(JSON.parse(installed.stdout)).toEqual({
    adapters: [
      {
        name: 'typescript',
        state: 'installed',
        path: join(home, 'adapters/typescript-7.0.2/tsc'),
        version: '7.0.2',
      },
      {
        name: 'basedpyright',
        state: 'installed',
        path: join(home, 'adapters/basedpyright-1.40.1/langserver.index.js'),
        version: '1.40.1',
      },
    ],
  });
  const listed = await runMolehill(['adapters', 'list'], { home });
  expect(listed.stdout).toMatch(/^typescript +language server +TypeScript, JavaScript +7\.0\.2 +cache +/m);
});

test('a language server that only the system has is refused with the command', async () => {
  const { code, stderr } = await runMolehill(['adapters', 'install', 'rust-analyzer', '--yes'], {
    env: bare,
  });
  expect(code).toBe(1);
  expect(stderr).toContain('[E_NO_LANGUAGE_SERVER] rust-analyzer cannot be installed');
  expect(stderr).toContain('rustup component add rust-analyzer');
});

test('an adapter asked for by name that cannot be installed is a failure', async () => {
  const { code, stderr } = await runMolehill(['adapters', 'install', 'delve', '--yes'], { env: bare });
  expect(code).toBe(1);
  expect(stderr).toContain(
    '[E_NO_ADAPTER] delve cannot be installed: the Go toolchain is not on this machine.',
  );
});

test.each([
  [['adapters', 'install'], 2, 'Give names of adapters or --all.'],
  [['adapters', 'install', 'js-debgu'], 1, 'Did you mean "js-debug"?'],
  [['adapters', 'install', 'tyepscript'], 1, 'Did you mean "typescript"?'],
])('%j is refused', async (args, code, message) => {
  const said = await runMolehill(args);
  expect(said).toMatchObject({ code, stdout: '' });
  expect(said.stderr).toContain(message);
});

test('an interrupt leaves nothing behind', async () => {
  const home = temporaryFolder();
  const running = spawnMolehill(['adapters', 'install', 'js-debug', '--yes'], { home });
  await expect.poll(() => running.output.stderr).toContain('Fetching');
  running.child.kill('SIGINT');
  expect(await running.ended).toBe(130);
  expect(readdirSync(join(home, 'adapters'))).toEqual([]);
});
