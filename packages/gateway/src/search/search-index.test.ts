import { expect, test } from 'vitest';
import type { ToolDefinition } from '../tool-definition.ts';
import { parametersOf } from './fields.ts';
import { createSearchIndex } from './search-index.ts';

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
const names = (query: string, limit = 5) =>
  createSearchIndex(tools)
    .search(query, limit)
    .map(({ name }) => name);

test('a word in the name counts more than one in the description', () => {
  expect(names('branch')).toEqual(['git__create_branch', 'git__list_commits']);
});

test('parameters and titles are searched too', () => {
  expect(names('recipient')).toEqual(['mail__send']);
  expect(names('mail')).toEqual(['mail__send']);
});

test('other forms and other words for the same thing are found', () => {
  expect(names('creating branches')[0]).toBe('git__create_branch');
  expect(names('delete something')).toEqual(['files__removeFile']);
});

test('nothing in common is no hit, and neither is an empty question', () => {
  expect(names('xylophone')).toEqual([]);
  expect(names('')).toEqual([]);
  expect(names('the of and')).toEqual([]);
  expect(createSearchIndex([]).search('branch', 5)).toEqual([]);
});

test('no more than asked for, best first, always in the same order', () => {
  expect(names('branch commit', 1)).toHaveLength(1);
  const twins = ['b', 'a', 'c'].map((name) => ({ name: `${name}__twin` }));
  const order = createSearchIndex(twins).search('twin', 5);
  expect(order.map(({ name }) => name)).toEqual(['a__twin', 'b__twin', 'c__twin']);
});

test('a schema of any form is survived', () => {
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
