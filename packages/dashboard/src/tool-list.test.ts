import type { ToolDescription } from '@molehill/api';
import { describe, expect, it } from 'vitest';
import { bareName, filterGroups, groupTools, toolOfCall, toolsVersion } from './tool-list.ts';

function tool(server: string, name: string, description = ''): ToolDescription {
  const effects = { worst: 'reads', idempotent: true, openWorld: false } as const;
  return { name, server, title: name, description, effects, inputSchema: {} };
}

const tools = [
  tool('project', 'project__run-query', 'Runs one statement'),
  tool('project', 'project__get-tables', 'Lists tables'),
  tool('files', 'files__read', 'Reads a file'),
  tool('alone', 'bare_name'),
];
const servers = [
  { id: 'project', title: 'Project database', state: 'ready' as const, tools: 2 },
  { id: 'unseen', title: 'Unseen', state: 'waiting' as const, tools: 0, note: 'A person must agree.' },
];

describe('the list of tools', () => {
  const groups = groupTools(servers, tools);

  it('keeps the order of the status and forgets nobody', () => {
    expect(groups.map(({ id, state, note, tools: own }) => [id, state, note, own.length])).toEqual([
      ['project', 'ready', undefined, 2],
      ['unseen', 'waiting', 'A person must agree.', 0],
      ['files', 'ready', undefined, 1],
      ['alone', 'ready', undefined, 1],
    ]);
  });

  it('is whole while nothing is typed', () => expect(filterGroups(groups, '  ')).toBe(groups));

  it('narrows to tools with every word, wherever it occurs', () => {
    const names = (typed: string) =>
      filterGroups(groups, typed).flatMap((group) => group.tools.map(bareName));
    expect(names('TABLES')).toEqual(['get-tables']);
    expect(names('database statement')).toEqual(['run-query']);
    expect(names('files statement')).toEqual([]);
  });
});

describe('the version of the tools', () => {
  const version = (server: object) =>
    toolsVersion({ version: '1', servers: [{ id: 'a', title: 'A', state: 'idle', tools: 2, ...server }] });

  it('is another one when tools come and go, or may do so', () => {
    const others = [{ tools: 3 }, { state: 'waiting' }, { note: '1 changed tool waits' }];
    expect(new Set([{}, ...others].map(version)).size).toBe(4);
  });

  it('stays while a server starts, stops and fails in the same way again', () => {
    const note = 'It could not be started.';
    expect(version({ state: 'starting' })).toBe(version({ state: 'ready' }));
    expect(version({ state: 'backing-off', note })).toBe(version({ state: 'idle', note }));
  });
});

describe('names', () => {
  it('lose the prefix of their own server only', () => {
    expect(bareName(tool('project', 'project__run-query'))).toBe('run-query');
    expect(bareName(tool('files', 'project__run-query'))).toBe('project__run-query');
  });

  it('lead from a call to its tool', () => {
    expect(toolOfCall(tools, { server: 'files', tool: 'read' })?.name).toBe('files__read');
    expect(toolOfCall(tools, { server: 'alone', tool: 'bare_name' })?.name).toBe('bare_name');
    expect(toolOfCall(tools, { server: 'project', tool: 'read' })).toBeUndefined();
  });
});
