import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { statePaths } from '@molehill/core/paths';
import { runModule } from '@molehill/core/testing/child';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { httpToken } from './token.ts';

function freshState() {
  return statePaths(join(tempFolder(), 'state'));
}

test('creates the token on first use, readable by its owner only', () => {
  const paths = freshState();
  expect(httpToken(paths)).toMatch(/^[\w-]{43}$/);
  expect(statSync(paths.httpToken).mode & 0o777).toBe(0o600);
  expect(statSync(paths.root).mode & 0o777).toBe(0o700);
  expect(readdirSync(paths.root)).toEqual(['http-token']);
});

test('keeps the token', () => {
  const paths = freshState();
  const first = httpToken(paths);
  expect(httpToken(paths)).toBe(first);
});

test('creates a different token for each state directory', () => {
  expect(httpToken(freshState())).not.toBe(httpToken(freshState()));
});

test('trims a token that a person wrote', () => {
  const paths = freshState();
  mkdirSync(paths.root);
  writeFileSync(paths.httpToken, '  my-own-token\n');
  expect(httpToken(paths)).toBe('my-own-token');
});

test('rejects an empty token file and names it', () => {
  const paths = freshState();
  mkdirSync(paths.root);
  writeFileSync(paths.httpToken, '\n');
  expect(() => httpToken(paths)).toThrow(
    expect.objectContaining({ code: 'E_STATE_DIR', message: expect.stringContaining(paths.httpToken) }),
  );
  expect(readdirSync(paths.root)).toEqual(['http-token']);
});

test('rejects a state directory that cannot be created', () => {
  expect(() => httpToken(statePaths('/dev/null/state'))).toThrow(
    expect.objectContaining({ code: 'E_STATE_DIR' }),
  );
});

test('processes that start together read the same token', { timeout: 30_000 }, async () => {
  const paths = freshState();
  const module = JSON.stringify(new URL('./token.ts', import.meta.url).href);
  const startAt = Date.now() + 300;
  const code = `
    import { httpToken } from ${module};
    while (Date.now() < ${startAt});
    console.log(httpToken(${JSON.stringify(paths)}));
  `;
  const printed = await Promise.all(Array.from({ length: 4 }, () => runModule(code)));
  const tokens = printed.flatMap(({ lines }) => lines);
  expect(tokens).toHaveLength(4);
  expect(new Set(tokens)).toEqual(new Set([httpToken(paths)]));
  expect(readdirSync(paths.root)).toEqual(['http-token']);
});
