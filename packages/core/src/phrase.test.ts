import { describe, expect, test } from 'vitest';
import type { FrontendKind } from './caller.ts';
import { createCatalogue } from './catalogue.ts';
import { introductionOf, phraseFor } from './phrase.ts';
import { createFixtureServer } from './testing/fixture-server.ts';

function phrase(text: string, frontend: FrontendKind, prefixed: boolean): string {
  const { server } = createFixtureServer();
  const entry = createCatalogue([server], { prefixed }).find(prefixed ? 'fixture__echo' : 'echo');
  return phraseFor(entry, { frontend })(text);
}

const text =
  'Call {tool:huge} with {param:rows=5}, {tool:sql.query} or {param:timeoutMs}; keep {this} and {"a":1}.';

test.each<[FrontendKind, boolean, string]>([
  ['stdio', true, 'Call fixture__huge with rows: 5, sql__query or timeoutMs; keep {this} and {"a":1}.'],
  ['stdio', false, 'Call huge with rows: 5, query or timeoutMs; keep {this} and {"a":1}.'],
  [
    'cli',
    true,
    'Call `molehill tools call fixture huge` with rows=5, `molehill tools call sql query` or timeoutMs=…; keep {this} and {"a":1}.',
  ],
])(
  'names tools and parameters as a caller over %s can use them (prefixed: %s)',
  (frontend, prefixed, expected) => {
    expect(phrase(text, frontend, prefixed)).toBe(expected);
  },
);

describe('an introduction', () => {
  const server = { id: 'sql', title: 'SQL', version: '1', instructions: 'Of {tool:query}.' };
  const introduce = async () => 'Begin with {tool:query}.';

  test('names tools as the agent calls them', async () => {
    expect(await introductionOf({ ...server, introduce }, true)).toBe('Begin with sql__query.');
    expect(await introductionOf({ ...server, introduce }, false)).toBe('Begin with query.');
  });

  test('is the text of a server that has no other, unchanged', async () => {
    expect(await introductionOf(server, true)).toBe('Of {tool:query}.');
  });
});

test('names the program that serves a server alone', () => {
  const server = { ...createFixtureServer().server, command: 'vscb exec' };
  const entry = createCatalogue([server], { prefixed: true }).find('fixture__echo');
  const say = phraseFor(entry, { frontend: 'cli' });
  expect(say('{tool:huge} or {tool:sql.query}')).toBe('`vscb exec huge` or `molehill tools call sql query`');
});
