import type { ToolDescription } from '@molehill/api';
import { describe, expect, it } from 'vitest';
import { bareName, filterGroups, groupTools, toolOfCall } from './tool-list.ts';

function tool(server: string, name: string, description = ''): ToolDescription {
  const safety = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
  return { name, server, title: name, description, safety, inputSchema: {} };
}

const tools = [
  tool('project', 'project__run-query', 'Runs one statement'),
  tool('project', 'project__get-tables', 'Lists tables'),
  tool('files', 'files__read', 'Reads a file'),
  tool('alone', 'bare_name'),
];
const servers = [
  { id: 'project', title: 'Project database', state: 'ready' as const, tools: 2 },
  { id: 'broken', title: 'Broken', state: 'failed' as const, tools: 0 },
];

describe('the list of tools', () => {
  const groups = groupTools(servers, tools);

  it('keeps the order of the status and forgets nobody', () => {
    expect(groups.map(({ id, state, tools: own }) => [id, state, own.length])).toEqual([
      ['project', 'ready', 2],
      ['broken', 'failed', 0],
      ['files', 'ready', 1],
      ['alone', 'ready', 1],
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
