import { defineConnectionServer } from '@molehill/connections/connection-server';
import { waitTool } from '@molehill/core/background';
import type { ToolServer } from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import { openConnections, type SqlOptions } from './connections.ts';
import type { SqlConnections } from './tools/connection-tool.ts';
import { describeTableTool } from './tools/describe-table.ts';
import { executeScriptTool } from './tools/execute-script.ts';
import { explainQueryTool } from './tools/explain-query.ts';
import { type ExportOptions, exportQueryTool } from './tools/export-query.ts';
import { listDatabasesTool, listSchemasTool, listTablesTool } from './tools/lists.ts';
import { profileColumnTool } from './tools/profile-column.ts';
import { queryTool } from './tools/query.ts';
import { sampleRowsTool } from './tools/sample-rows.ts';
import { schemaDiagramTool } from './tools/schema-diagram.ts';
import { searchObjectsTool } from './tools/search-objects.ts';
import { version } from './version.ts';

/** Named SQL connections with their tools. Exports are written to the workspace. */
export function sqlServer(options: SqlOptions): ToolServer {
  const { connections, registry, tools, dispose } = openConnections(options);
  const closing = new AbortController();
  return defineConnectionServer({
    id: 'sql',
    title: 'SQL databases',
    version,
    instructions:
      'SQL databases by connection name: list_tables and describe_table show a schema, query its data.',
    begin: 'Begin with {tool:list_tables}, then {tool:query}.',
    registry,
    connectionTools: tools,
    tools: sqlTools(connections, {
      workspace: options.workspace,
      closing: closing.signal,
      waitMs: options.exportWaitMs,
    }),
    close: async () => {
      closing.abort(new Error('the server is closing'));
      await dispose();
    },
  });
}

function sqlTools(connections: SqlConnections, exporting: ExportOptions): readonly Tool[] {
  return [
    queryTool(connections),
    executeScriptTool(connections),
    listDatabasesTool(connections),
    listSchemasTool(connections),
    listTablesTool(connections),
    describeTableTool(connections),
    searchObjectsTool(connections),
    explainQueryTool(connections),
    sampleRowsTool(connections),
    profileColumnTool(connections),
    schemaDiagramTool(connections),
    exportQueryTool(connections, exporting),
    waitTool,
  ];
}
