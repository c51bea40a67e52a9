import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConfigLayer } from '@molehill/core/config';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import type { LanguageServerSpec } from './language-server.ts';
import { LanguageServers } from './language-servers.ts';

const reaper = { watch() {}, forget() {}, close() {} };
const platform = `${process.platform}-${process.arch}`;

function write(path: string, text = ''): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** A machine with only these files. */
function machineWith(files: readonly string[], config: ConfigLayer = {}) {
  const home = tempFolder();
  for (const file of files) write(join(home, file));
  const env = { HOME: home, PATH: join(home, 'bin') };
  const servers = new LanguageServers({ env, stateRoot: join(home, 'state'), config, reaper });
  return { servers, home };
}

function specOf(servers: LanguageServers, path: string): LanguageServerSpec {
  const spec = servers.specFor(path);
  if (!spec) throw new Error(`nothing serves ${path}`);
  return spec;
}

/** A `typescript` package with its native program, as npm installs it. */
function addTypescript(modules: string, version: string): string {
  const native = join(modules, '@typescript', `typescript-${platform}`);
  write(join(modules, 'typescript', 'package.json'), JSON.stringify({ name: 'typescript', version }));
  write(join(modules, 'typescript', 'bin', 'tsc'));
  write(join(native, 'package.json'), '{}');
  write(join(native, 'lib', 'tsc'));
  return join(native, 'lib', 'tsc');
}

test.each([
  ['a.ts', 'typescript', 'typescript'],
  ['a.TSX', 'typescript', 'typescriptreact'],
  ['a.d.mts', 'typescript', 'typescript'],
  ['a.jsx', 'typescript', 'javascriptreact'],
  ['a.pyi', 'basedpyright', 'python'],
  ['a.go', 'gopls', 'go'],
  ['a.rs', 'rust-analyzer', 'rust'],
  ['a.hpp', 'clangd', 'cpp'],
])('%s is served by %s as %s', (path, name, languageId) => {
  const { servers } = machineWith([]);
  const spec = specOf(servers, path);
  const extension = /\.[^.]+$/.exec(path)?.[0].toLowerCase() ?? '';
  expect([spec.name, spec.languageIds[extension]]).toEqual([name, languageId]);
});

test.each(['a.txt', 'Makefile', '.gitignore', 'ts'])('nothing serves %s', (path) => {
  expect(machineWith([]).servers.specFor(path)).toBeUndefined();
});

test.each([
  ['a.ts', 'state/adapters/typescript-7.0.2/tsc', 'cache'],
  ['a.py', 'state/adapters/basedpyright-1.40.1/langserver.index.js', 'cache'],
  ['a.py', '.vscode/extensions/detachhead.basedpyright-1.40.0/dist/server.js', 'vscode'],
  ['a.py', 'bin/basedpyright-langserver', 'system'],
  ['a.go', 'go/bin/gopls', 'vscode'],
  ['a.go', 'state/adapters/gopls-0.21.0/gopls', 'cache'],
  ['a.go', 'bin/gopls', 'system'],
  ['a.rs', '.vscode/extensions/rust-lang.rust-analyzer-0.3.2000-linux-x64/server/rust-analyzer', 'vscode'],
])('finds the server for %s at %s', async (path, file, source) => {
  const { servers, home } = machineWith([file]);
  expect(await servers.find(specOf(servers, path))).toMatchObject({ path: join(home, file), source });
});

test('TypeScript: the setting, then the own copy, then that of the system, then that of the workspace', async () => {
  const own = 'state/adapters/typescript-7.0.2/tsc';
  const { servers, home } = machineWith([]);
  const spec = specOf(servers, 'a.ts');
  const project = tempFolder();
  const ofProject = addTypescript(join(project, 'node_modules'), '7.1.0');
  await expect(servers.find(spec)).rejects.toMatchObject({ code: 'E_NO_LANGUAGE_SERVER' });
  expect(await servers.find(spec, project)).toEqual({
    path: ofProject,
    version: '7.1.0',
    source: 'workspace',
  });
  const ofSystem = addTypescript(join(home, 'lib', 'node_modules'), '7.0.5');
  mkdirSync(join(home, 'bin'));
  symlinkSync('../lib/node_modules/typescript/bin/tsc', join(home, 'bin', 'tsc'));
  expect(await servers.find(spec, project)).toEqual({ path: ofSystem, version: '7.0.5', source: 'system' });
  write(join(home, own));
  expect(await servers.find(spec, project)).toMatchObject({ path: join(home, own), source: 'cache' });
  const set = machineWith([own], { typescriptPath: join(project, 'node_modules', 'typescript') });
  expect(await set.servers.find(spec)).toEqual({ path: ofProject, version: '7.1.0', source: 'setting' });
});

test('TypeScript before 7 is no language server', async () => {
  const { servers } = machineWith([]);
  const project = tempFolder();
  addTypescript(join(project, 'node_modules'), '5.9.3');
  await expect(servers.find(specOf(servers, 'a.ts'), project)).rejects.toMatchObject({
    code: 'E_NO_LANGUAGE_SERVER',
  });
});

test.each([
  ['14.0.6', ['--background-index', '--limit-references=0', '--log=error']],
  ['19.1.7', ['--background-index', '--limit-references=0', '--rename-file-limit=0', '--log=error']],
])('clangd %s is started with the options that it has', async (version, args) => {
  const { servers, home } = machineWith([]);
  const program = join(home, 'bin', 'clangd-19');
  write(program, `#!/bin/sh\necho "Debian clangd version ${version}"\n`);
  const spec = specOf(servers, 'a.c');
  const location = await servers.find(spec);
  expect(location).toEqual({ path: program, version, source: 'system' });
  expect(spec.process(location, home)).toEqual({ command: program, args });
});

test('rust-analyzer of rustup without the component is passed over', async () => {
  const { servers, home } = machineWith([]);
  const program = join(home, 'bin', 'rust-analyzer');
  write(program, '#!/bin/sh\necho "error: Unknown binary \'rust-analyzer\'" >&2; exit 1\n');
  const spec = specOf(servers, 'a.rs');
  await expect(servers.find(spec)).rejects.toMatchObject({ code: 'E_NO_LANGUAGE_SERVER' });
  write(program, '#!/bin/sh\necho "rust-analyzer 1.92.0 (ded5c06c 2025-12-08)"\n');
  expect(await servers.find(spec)).toEqual({ path: program, version: '1.92.0', source: 'system' });
});

test.each([
  ['a.ts', 'TypeScript, JavaScript', 'typescript', 'molehill adapters install typescript'],
  ['a.py', 'Python', 'basedpyright', 'molehill adapters install basedpyright'],
  ['a.go', 'Go', 'gopls', 'molehill adapters install gopls'],
  ['a.rs', 'Rust', 'rust-analyzer', 'rustup component add rust-analyzer'],
])('a missing server for %s is answered with the one command', async (path, languages, server, command) => {
  const { servers } = machineWith([]);
  await expect(servers.find(specOf(servers, path))).rejects.toMatchObject({
    code: 'E_NO_LANGUAGE_SERVER',
    message: `No language server for ${languages} is installed on this machine.`,
    hint: `Run: ${command}`,
    details: { server, command },
  });
});

test('a setting that names nothing is not replaced by another server', async () => {
  const { servers } = machineWith(['bin/gopls'], { goplsPath: '/nowhere/gopls' });
  await expect(servers.find(specOf(servers, 'a.go'))).rejects.toMatchObject({
    code: 'E_NO_LANGUAGE_SERVER',
    message: 'The language server gopls is not at /nowhere/gopls, which the setting goplsPath names.',
  });
});
