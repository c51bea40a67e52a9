import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serverOf, setting, stdioOf } from './testing/fixtures.ts';

function withReference(path: string) {
  const project = setting();
  const load = () => {
    const mcp = { a: { type: 'local', command: ['x'], environment: { A: `{file:${path}}` } } };
    project.write('opencode.json', { mcp });
    return project.load();
  };
  return { ...project, load };
}

test.each(['/dev/urandom', '/dev/zero', '/dev/null', '/'])('does not read %s', (path) => {
  const { load } = withReference(path);
  expect(load()).toMatchObject({
    servers: [],
    problems: [{ message: expect.stringContaining('is not a regular file') }],
  });
});

test('does not wait for a pipe', () => {
  const { directory, load } = withReference('./pipe');
  execFileSync('mkfifo', [`${directory}/pipe`]);
  expect(load().problems).toMatchObject([{ message: expect.stringContaining('is not a regular file') }]);
});

test('does not read a huge file', () => {
  const { write, load } = withReference('./huge');
  truncateSync(write('huge', ''), 2 ** 40);
  expect(load().problems).toMatchObject([{ message: expect.stringContaining('is larger than') }]);
});

test('the content of a file is not in the configuration, but in what is started', () => {
  const { write, load } = withReference('./secret');
  write('secret', 'content-of-the-file\n');
  const loaded = load();
  expect(JSON.stringify(loaded)).not.toContain('content-of-the-file');
  expect(stdioOf(loaded, 'a').env).toEqual({ A: 'content-of-the-file' });
});

test('an entry cannot name a file by a null character', () => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { a: { command: 'x', env: { A: '\0/etc/passwd\0' } } } });
  expect(load()).toMatchObject({ servers: [], problems: [{ message: expect.stringContaining('null') }] });
});

test('a file is read when the server starts, so that the latest content counts', () => {
  const { write, load } = withReference('./secret');
  write('secret', 'one');
  const loaded = load();
  write('secret', 'two');
  expect(serverOf(loaded, 'a').files).toMatchObject([{ role: 'value' }]);
  expect(stdioOf(loaded, 'a').env).toEqual({ A: 'two' });
});
