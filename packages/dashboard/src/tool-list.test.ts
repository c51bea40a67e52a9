import type { ToolDescription } from '@molehill/api';
import { describe, expect, it } from 'vitest';
import { filterGroups, groupTools, shortName, toolOfCall } from './tool-list.ts';

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

  it('keeps the order of the status and includes every server', () => {
    expect(groups.map(({ id, state, note, tools: own }) => [id, state, note, own.length])).toEqual([
      ['project', 'ready', undefined, 2],
      ['unseen', 'waiting', 'A person must agree.', 0],
      ['files', 'ready', undefined, 1],
      ['alone', 'ready', undefined, 1],
    ]);
  });

  it('is complete without a filter', () => expect(filterGroups(groups, '  ')).toBe(groups));

  it('contains the tools that match every word', () => {
    const names = (typed: string) =>
      filterGroups(groups, typed).flatMap((group) => group.tools.map(shortName));
    expect(names('TABLES')).toEqual(['get-tables']);
    expect(names('database statement')).toEqual(['run-query']);
    expect(names('files statement')).toEqual([]);
  });
});

describe('names', () => {
  it('lose only the prefix of their own server', () => {
    expect(shortName(tool('project', 'project__run-query'))).toBe('run-query');
    expect(shortName(tool('files', 'project__run-query'))).toBe('project__run-query');
  });

  it('identify the tool of a call', () => {
    expect(toolOfCall(tools, { server: 'files', tool: 'read' })?.name).toBe('files__read');
    expect(toolOfCall(tools, { server: 'alone', tool: 'bare_name' })?.name).toBe('bare_name');
    expect(toolOfCall(tools, { server: 'project', tool: 'read' })).toBeUndefined();
  });
});
