import { expect, test } from 'vitest';
import { childEnvironment } from './environment.ts';

test('a child inherits the minimum and named variables, and no secrets', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/me',
    LC_ALL: 'C',
    LANG: 'C',
    AWS_SECRET_ACCESS_KEY: 's3cret',
    GITHUB_TOKEN: 's3cret',
    HTTPS_PROXY: 'http://me:s3cret@proxy',
    npm_config__auth: 's3cret',
    SHELL: '() { :; }; echo s3cret',
    EMPTY: undefined,
  };
  expect(childEnvironment(env, { API_KEY: 'named', HOME: '/elsewhere' }, 'linux')).toEqual({
    PATH: '/bin',
    HOME: '/elsewhere',
    LC_ALL: 'C',
    LANG: 'C',
    API_KEY: 'named',
  });
});

test('names are case-insensitive on Windows', () => {
  const env = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', Secret: 's3cret' };
  expect(childEnvironment(env, {}, 'win32')).toEqual({ Path: 'C:\\bin', SystemRoot: 'C:\\Windows' });
});
