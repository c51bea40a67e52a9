import { expect, test } from 'vitest';
import type { ToolDefinition } from '../tool-definition.ts';
import { createToolIndex, parametersOf } from './tool-index.ts';

const tools: readonly ToolDefinition[] = [
  { name: 'git__create_branch', description: 'Creates a branch from a commit.' },
  { name: 'git__list_commits', description: 'Lists the commits of a branch, newest first.' },
  {
    name: 'mail__send',
    title: 'Send mail',
    description: 'Sends a message to one or more people.',
    inputSchema: {
      type: 'object',
      properties: { recipient: { description: 'An e-mail address' }, subject: {} },
      required: ['recipient'],
    },
  },
  { name: 'files__removeFile', description: 'Takes a file away for good.' },
];
const names = (query: string, limit = 5, among = tools) =>
  createToolIndex(() => among)
    .search(query, limit)
    .map(({ name }) => name);

test('ranks a match in the name above a match in the description', () => {
  expect(names('branch')).toEqual(['git__create_branch', 'git__list_commits']);
});

test('searches parameters and titles', () => {
  expect(names('recipient')).toEqual(['mail__send']);
  expect(names('mail')).toEqual(['mail__send']);
});

test('finds other word forms and synonyms', () => {
  expect(names('creating branches')[0]).toBe('git__create_branch');
  expect(names('delete something')).toEqual(['files__removeFile']);
});

test('returns nothing for unknown words, stop words and an empty query', () => {
  expect(names('xylophone')).toEqual([]);
  expect(names('')).toEqual([]);
  expect(names('the of and')).toEqual([]);
  expect(names('branch', 5, [])).toEqual([]);
});

test('respects the limit and breaks ties by name', () => {
  expect(names('branch commit', 1)).toHaveLength(1);
  const twins = ['b', 'a', 'c'].map((name) => ({ name: `${name}__twin` }));
  expect(names('twin', 5, twins)).toEqual(['a__twin', 'b__twin', 'c__twin']);
});

test('reads parameters of malformed schemas without failing', () => {
  for (const inputSchema of [
    undefined,
    null,
    [],
    'x',
    { properties: [] },
    { properties: { a: 1 }, required: 'a' },
  ])
    expect(parametersOf({ name: 'x', inputSchema }).length).toBeLessThanOrEqual(1);
});

test('indexes a name that is listed twice once', () => {
  expect(names('twin', 5, [{ name: 'a__twin' }, { name: 'a__twin' }])).toEqual(['a__twin']);
});
