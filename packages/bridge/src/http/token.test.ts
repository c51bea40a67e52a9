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

test('the token is made on first use, for its owner alone', () => {
  const paths = freshState();
  expect(httpToken(paths)).toMatch(/^[\w-]{43}$/);
  expect(statSync(paths.httpToken).mode & 0o777).toBe(0o600);
  expect(statSync(paths.root).mode & 0o777).toBe(0o700);
  expect(readdirSync(paths.root)).toEqual(['http-token']);
});

test('the token stays the same', () => {
  const paths = freshState();
  const first = httpToken(paths);
  expect(httpToken(paths)).toBe(first);
});

test('each state directory has a token of its own', () => {
  expect(httpToken(freshState())).not.toBe(httpToken(freshState()));
});

test('a token that a person wrote is taken without the space around it', () => {
  const paths = freshState();
  mkdirSync(paths.root);
  writeFileSync(paths.httpToken, '  my-own-token\n');
  expect(httpToken(paths)).toBe('my-own-token');
});

test('an empty token file is not taken for a token, and the refusal names it', () => {
  const paths = freshState();
  mkdirSync(paths.root);
  writeFileSync(paths.httpToken, '\n');
  expect(() => httpToken(paths)).toThrow(
    expect.objectContaining({ code: 'E_STATE_DIR', message: expect.stringContaining(paths.httpToken) }),
  );
  expect(readdirSync(paths.root)).toEqual(['http-token']);
});

test('a state directory that cannot be made is refused', () => {
  expect(() => httpToken(statePaths('/dev/null/state'))).toThrow(
    expect.objectContaining({ code: 'E_STATE_DIR' }),
  );
});

test('processes that start at once agree on one token', { timeout: 30_000 }, async () => {
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
