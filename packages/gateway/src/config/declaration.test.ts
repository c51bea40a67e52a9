import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApprovals } from '../approvals.ts';
import { launchFacts } from '../launch-facts.ts';
import { isLoaderVariable } from './loader-variables.ts';
import { serverOf, setting } from './testing/fixtures.ts';

function factsOf(entry: object, file = '.mcp.json') {
  const project = setting();
  project.write('.env', 'PLAIN=1\nNODE_OPTIONS="--import ./hidden.mjs"\n');
  project.write(file, { [file.includes('vscode') ? 'servers' : 'mcpServers']: { a: entry } });
  const server = serverOf(project.load(undefined, { TOKEN: 'hidden-value' }), 'a');
  const facts = launchFacts(server, createApprovals({ stateRoot: project.stateRoot }));
  const lines = facts.map(({ label, text }) => `${label}: ${text}`);
  return { ...project, facts, lines };
}

test('everything that is approved is shown in full', () => {
  const tail = `${'x'.repeat(300)} --import=./evil.mjs`;
  const { lines, directory } = factsOf({
    command: 'npx',
    args: ['-y', 'a b', `--token=\${TOKEN}`],
    env: { LONG: tail, REFERENCE_KEY: `\${TOKEN}` },
    cwd: 'sub',
    sandbox: { off: true },
  });
  expect(lines).toEqual([
    `Command: npx -y "a b" --token=\${TOKEN}`,
    `Variable: LONG=${JSON.stringify(tail)}`,
    `Variable: REFERENCE_KEY=\${TOKEN}`,
    `Folder: ${join(directory, 'sub')}`,
    'Unused field: sandbox: {"off":true}',
  ]);
  expect(lines.join()).not.toContain('hidden-value');
});

test('framing, sharing, address and headers are shown', () => {
  const shared = factsOf({ command: 'x', framing: 'content-length', shared: true }, '.molehill/mcp.json');
  expect(shared.lines).toContain('Framing: content-length');
  expect(shared.lines).toContain('Shared: one process for all folders');
  const headers = { Authorization: 'Bearer literal', 'X-Key': `\${TOKEN}`, Accept: 'a/b' };
  const { lines } = factsOf({ type: 'sse', url: 'https://x.test/sse', headers });
  expect(lines).toEqual([
    'Address: https://x.test/sse',
    'Transport: SSE',
    'Header: Authorization: ***',
    `Header: X-Key: \${TOKEN}`,
    'Header: Accept: a/b',
  ]);
});

test('a literal secret is hidden only where its text cannot be a command line', () => {
  const env = { API_KEY: 'abc123', AUTH_HELPER: './run me', GIT_ASKPASS: 'program', SECRET_ARGS: '--eval=1' };
  expect(factsOf({ command: 'x', env }).lines.slice(1, 5)).toEqual([
    'Variable: API_KEY=***',
    'Variable: AUTH_HELPER="./run me"',
    'Variable: GIT_ASKPASS=program',
    'Variable: SECRET_ARGS=--eval=1',
  ]);
});

test('variables that load code have a warning, those of an env file too', () => {
  const entry = {
    command: 'x',
    env: { PATH: './bin:/bin', PLAIN: '1' },
    envFile: `\${workspaceFolder}/.env`,
  };
  const { facts, lines } = factsOf(entry, '.vscode/mcp.json');
  const warned = facts.filter(({ warning }) => warning !== undefined).map(({ text }) => text);
  expect(warned).toEqual(['PATH=./bin:/bin', 'NODE_OPTIONS="--import ./hidden.mjs"']);
  expect(lines).toContain('From the file: PLAIN');
});

test('an env file outside the project is not read for display', () => {
  const { facts } = factsOf({ command: 'x', envFile: '/etc/hostname' }, '.vscode/mcp.json');
  expect(facts.at(-1)).toMatchObject({
    text: expect.stringContaining('outside'),
    warning: expect.anything(),
  });
});

test.each(['PATH', 'NODE_OPTIONS', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'PYTHONPATH', 'PYTHONSTARTUP'])(
  '%s is a variable that loads code',
  (name) => expect(isLoaderVariable(name)).toBe(true),
);

test.each(
  `RUBYOPT PERL5OPT PERL5LIB JAVA_TOOL_OPTIONS GIT_SSH_COMMAND BASH_ENV ENV npm_config_script_shell NPM_CONFIG_PREFIX
  ELECTRON_RUN_AS_NODE NODE_PATH Path CLASSPATH DOTNET_STARTUP_HOOKS UV_INDEX_URL HOME`.split(/\s+/),
)('%s is one too', (name) => expect(isLoaderVariable(name)).toBe(true));

test.each(['GOOGLE_API_KEY', 'NODE_ENV', 'DATABASE_URL', 'GITHUB_TOKEN', 'LOG_LEVEL', 'PORT'])(
  '%s is none',
  (name) => expect(isLoaderVariable(name)).toBe(false),
);

test('escapes invisible characters and line breaks', () => {
  const { lines } = factsOf({ command: 'x', args: ['a\u202Eb', 'c\u001b[2Kd'], env: { A: '1\n2' } });
  expect(lines.slice(0, 2)).toEqual(['Command: x "a\\u{202E}b" "c\\u001b[2Kd"', 'Variable: A="1\\n2"']);
});
