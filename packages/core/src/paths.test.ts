import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ensureStateDirectory, stateDirectory, statePaths } from './paths.ts';
import { tempFolder } from './testing/temp-folder.ts';

const home = '/home/ann';

test.each([
  ['linux', {}, join(home, '.local', 'state', 'molehill')],
  ['linux', { XDG_STATE_HOME: '/var/ann' }, join('/var/ann', 'molehill')],
  ['linux', { XDG_STATE_HOME: 'relative/is/against/the/rules' }, join(home, '.local', 'state', 'molehill')],
  ['linux', { XDG_STATE_HOME: '' }, join(home, '.local', 'state', 'molehill')],
  ['freebsd', {}, join(home, '.local', 'state', 'molehill')],
  ['darwin', {}, join(home, 'Library', 'Application Support', 'Molehill')],
  ['darwin', { XDG_STATE_HOME: '/var/ann' }, join(home, 'Library', 'Application Support', 'Molehill')],
  ['win32', {}, join(home, 'AppData', 'Local', 'Molehill')],
  ['win32', { LOCALAPPDATA: '' }, join(home, 'AppData', 'Local', 'Molehill')],
  ['win32', { LOCALAPPDATA: '/data/local' }, join('/data/local', 'Molehill')],
] as const)('on %s with %j the state directory is %s', (platform, env, expected) => {
  expect(stateDirectory(env, platform, home)).toBe(expected);
});

test.each(['linux', 'darwin', 'win32'] as const)('on %s MOLEHILL_HOME takes precedence', (platform) => {
  const env = { MOLEHILL_HOME: 'here', XDG_STATE_HOME: '/x', LOCALAPPDATA: '/y' };
  expect(stateDirectory(env, platform, home)).toBe(resolve('here'));
});

test('ignores an empty MOLEHILL_HOME', () => {
  expect(stateDirectory({ MOLEHILL_HOME: '' }, 'linux', home)).toBe('/home/ann/.local/state/molehill');
});

test('places everything below the root', () => {
  const { root, ...files } = statePaths('/state');
  expect(root).toBe('/state');
  for (const file of Object.values(files)) expect(file.startsWith(join('/state', '/'))).toBe(true);
  expect(new Set(Object.values(files)).size).toBe(Object.keys(files).length);
});

test('creates the state directory and its parents with mode 0700', () => {
  const root = join(tempFolder(), 'a', 'b');
  ensureStateDirectory(root);
  ensureStateDirectory(root);
  expect(statSync(root).mode & 0o777).toBe(0o700);
});

test('throws E_STATE_DIR with the path when a file is in the way', () => {
  const file = join(tempFolder(), 'file');
  writeFileSync(file, '');
  const refusal = expect.objectContaining({
    code: 'E_STATE_DIR',
    message: expect.stringContaining(file),
    hint: 'Make it writable, or choose another with MOLEHILL_HOME.',
  });
  expect(() => ensureStateDirectory(file)).toThrow(refusal);
  expect(() => ensureStateDirectory(join(file, 'below'))).toThrow(refusal);
});

test.skipIf(process.getuid?.() === 0)('a directory that may not be written to is E_STATE_DIR', () => {
  const root = join(tempFolder(), 'sealed');
  mkdirSync(root);
  chmodSync(root, 0o500);
  expect(() => ensureStateDirectory(root)).toThrow(expect.objectContaining({ code: 'E_STATE_DIR' }));
});
