import { defineConnectionServer } from '@molehill/connections/connection-server';
import type { MountOptions, ToolServer } from '@molehill/core/server';
import { openConnections } from './connections.ts';
import { searchCursors } from './search/cursors.ts';
import { clusterHealthTool } from './tools/cluster-health.ts';
import { getMappingTool } from './tools/get-mapping.ts';
import { listIndicesTool } from './tools/list-indices.ts';
import { requestTool } from './tools/request.ts';
import { searchTool } from './tools/search.ts';
import { version } from './version.ts';

/** Tools for named connections to Elasticsearch and OpenSearch clusters. */
export function esServer(options: MountOptions): ToolServer {
  const { connections, registry, tools, dispose } = openConnections(options);
  return defineConnectionServer({
    id: 'es',
    title: 'Elasticsearch and OpenSearch',
    version,
    instructions:
      'Search clusters by connection name: es_list_indices and es_get_mapping show what is there, es_search reads it, es_request reaches every other endpoint.',
    begin: 'Begin with {tool:es_list_indices}, then {tool:es_search}.',
    registry,
    connectionTools: tools,
    tools: [
      requestTool(connections),
      searchTool(connections, searchCursors(connections)),
      listIndicesTool(connections),
      getMappingTool(connections),
      clusterHealthTool(connections),
    ],
    close: dispose,
  });
}
