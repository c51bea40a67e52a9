import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { addServer, removeServer } from './edit.ts';

function setting(text?: string) {
  const directory = tempFolder();
  const stateRoot = join(directory, 'state');
  const file = join(directory, '.molehill', 'mcp.json');
  if (text !== undefined) {
    mkdirSync(join(directory, '.molehill'));
    writeFileSync(file, text);
  }
  return { file, stateRoot, target: { scope: 'project', directory, stateRoot } as const };
}

test('creates the project file with ordinary permissions', async () => {
  const { file, target } = setting();
  expect(await addServer(target, 'a', { command: 'x', args: ['1'] })).toContain('mcp.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    mcpServers: { a: { command: 'x', args: ['1'] } },
  });
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

test('keeps comments, order, indentation, mode and other content', async () => {
  const text = `{
    // ours
    "servers": {
        // the first
        "a": { "command": "x" }, // x is good
        "b": { "command": "y" }
    },
    "other": 1
}
`;
  const { file, target } = setting(text);
  chmodSync(file, 0o640);
  await addServer(target, 'c', { command: 'z' });
  const added = readFileSync(file, 'utf8');
  expect(added.split('\n').slice(0, 5)).toEqual(text.split('\n').slice(0, 5));
  expect(added).toContain('        "c": {\n            "command": "z"\n        }\n    },\n    "other": 1\n');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  await removeServer(target, 'c');
  expect(readFileSync(file, 'utf8')).not.toContain('"c"');
  expect(readFileSync(file, 'utf8')).toContain('// x is good');
});

test('replaces an existing name only with `replace`', async () => {
  const { file, target } = setting('{"mcpServers":{"a":{"command":"x"}}}');
  await expect(addServer(target, 'a', { command: 'y' })).rejects.toMatchObject({ code: 'E_SERVER_CONFIG' });
  await addServer(target, 'a', { command: 'y' }, { replace: true });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { a: { command: 'y' } } });
});

test('reports the removal of an unknown server', async () => {
  const { file, target } = setting();
  await expect(removeServer(target, 'a')).rejects.toMatchObject({ code: 'E_UNKNOWN_SERVER' });
  expect(existsSync(dirname(file))).toBe(false);
});

test.each(['{"mcpServers": {', '{"mcpServers": []}', '[]'])('does not overwrite %s', async (text) => {
  const { file, target } = setting(text);
  await expect(addServer(target, 'a', { command: 'x' })).rejects.toMatchObject({ code: 'E_SERVER_CONFIG' });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('creates the user file with mode 0600 and no other files', async () => {
  const { stateRoot, target } = setting();
  await addServer({ ...target, scope: 'user' }, 'a', { url: 'https://x.test/mcp' });
  expect(statSync(join(stateRoot, 'mcp.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(stateRoot)).toEqual(['mcp.json']);
});

test('keeps a symbolic link', async () => {
  const { file, stateRoot, target } = setting('{}');
  mkdirSync(stateRoot, { recursive: true });
  symlinkSync(file, join(stateRoot, 'mcp.json'));
  await addServer({ ...target, scope: 'user' }, 'a', { command: 'x' });
  expect(readFileSync(file, 'utf8')).toContain('"a"');
  expect(existsSync(join(stateRoot, 'mcp.json'))).toBe(true);
});

test('keeps all concurrent edits', async () => {
  const { file, target } = setting();
  const names = Array.from({ length: 8 }, (_, index) => `s${index}`);
  await Promise.all(names.map((name) => addServer(target, name, { command: name })));
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')).mcpServers).sort()).toEqual(names);
});

test.each([
  ['file', 'mcp.json'],
  ['folder', ''],
])('does not write through a %s that is a link to another folder', async (_, name) => {
  const { file, target } = setting('{}');
  const outside = tempFolder();
  writeFileSync(join(outside, 'mcp.json'), '{}');
  const link = name === '' ? dirname(file) : file;
  rmSync(link, { recursive: true });
  symlinkSync(join(outside, name), link);
  await expect(addServer(target, 'a', { command: 'x' })).rejects.toMatchObject({ code: 'E_SERVER_CONFIG' });
  expect(readFileSync(join(outside, 'mcp.json'), 'utf8')).toBe('{}');
});
