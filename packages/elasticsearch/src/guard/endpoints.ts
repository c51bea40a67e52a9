import { isOfKind, type NameKind } from './names.ts';
import type { Segment } from './target.ts';

/** What an endpoint makes of a body: nothing good, a question, or the handles that it shall close. */
export type BodyKind = 'none' | 'question' | 'handles';

export interface Endpoint {
  readonly methods: ReadonlySet<string>;
  readonly segments: readonly string[];
  readonly body: BodyKind;
}

const CAT_LISTS = [
  'aliases',
  'allocation',
  'component_templates',
  'count',
  'fielddata',
  'indices',
  'recovery',
  'segments',
  'shards',
  'snapshots',
  'templates',
  'thread_pool',
];
const CAT_ALONE = [
  'circuit_breaker',
  'cluster_manager',
  'health',
  'master',
  'nodeattrs',
  'nodes',
  'pending_tasks',
  'plugins',
  'repositories',
  'tasks',
];

/** What asks with a body. Those that take POST are the ones that have no other way from some clients. */
const questions = `
GET|POST /_search
GET|POST /{index}/_search
GET|POST /_search/scroll
GET|POST /_search/scroll/{scroll}
GET|POST /_msearch
GET|POST /{index}/_msearch
GET|POST /_count
GET|POST /{index}/_count
GET|POST /_field_caps
GET|POST /{index}/_field_caps
GET /{index}/_explain/{id}
GET /_validate/query
GET /{index}/_validate/query
GET /_mget
GET /{index}/_mget
GET /{index}/_termvectors
GET /{index}/_termvectors/{id}
GET /_mtermvectors
GET /{index}/_mtermvectors
GET /{index}/_terms_enum
GET /{index}/_knn_search
GET /_cluster/allocation/explain
`;

/** Give back what a search holds open. */
const closings = `
DELETE /_pit
DELETE /_search/point_in_time
DELETE /_search/scroll
DELETE /_search/scroll/{scroll}
`;

/**
 * Read without a body. POST to _pit and to _mapping would write with one: an old cluster indexes a document under the
 * first, every cluster changes the mapping with the second.
 */
const plain = `
GET /
GET /{index}
GET /{index}/_doc/{id}
GET /{index}/_source/{id}
GET|POST /_mapping
GET /_mappings
GET|POST /{index}/_mapping
GET /{index}/_mappings
GET /_mapping/field/{name}
GET /{index}/_mapping/field/{name}
GET /_settings
GET /_settings/{name}
GET /{index}/_settings
GET /{index}/_settings/{name}
GET /_alias
GET /_aliases
GET /_alias/{name}
GET /{index}/_alias
GET /{index}/_aliases
GET /{index}/_alias/{name}
POST /{index}/_pit
POST /{index}/_search/point_in_time
GET /_search_shards
GET /{index}/_search_shards
GET /_stats
GET /_stats/{metric}
GET /{index}/_stats
GET /{index}/_stats/{metric}
GET /_segments
GET /{index}/_segments
GET /_recovery
GET /{index}/_recovery
GET /_shard_stores
GET /{index}/_shard_stores
GET /{index}/_field_usage_stats
GET /_resolve/index/{index}
GET /_resolve/cluster/{index}
GET /_data_stream
GET /_data_stream/{name}
GET /_data_stream/_stats
GET /_data_stream/{name}/_stats
GET /_template
GET /_template/{name}
GET /_index_template
GET /_index_template/{name}
GET /_component_template
GET /_component_template/{name}
GET /_ilm/status
GET /_ilm/policy
GET /_ilm/policy/{name}
GET /{index}/_ilm/explain
GET /_slm/status
GET /_slm/stats
GET /_slm/policy
GET /_slm/policy/{name}
GET /_ingest/pipeline
GET /_ingest/pipeline/{name}
GET /_ingest/processor/grok
GET /_scripts/{name}
GET /_script_context
GET /_script_language
GET /_snapshot
GET /_snapshot/_status
GET /_snapshot/{name}
GET /_snapshot/{name}/_status
GET /_snapshot/{name}/{name}
GET /_snapshot/{name}/{name}/_status
GET /_tasks
GET /_tasks/{task}
GET /_nodes/{nodeMetric}
GET /_nodes/{node}/{nodeMetric}
GET /_nodes/stats
GET /_nodes/stats/{metric}
GET /_nodes/stats/{metric}/{metric}
GET /_nodes/{node}/stats
GET /_nodes/{node}/stats/{metric}
GET /_nodes/{node}/stats/{metric}/{metric}
GET /_nodes/usage
GET /_nodes/{node}/usage
GET /_nodes/hot_threads
GET /_nodes/{node}/hot_threads
GET /_cluster/health
GET /_cluster/health/{index}
GET /_cluster/settings
GET /_cluster/state
GET /_cluster/state/{metric}
GET /_cluster/state/{metric}/{index}
GET /_cluster/stats
GET /_cluster/stats/nodes/{node}
GET /_cluster/pending_tasks
GET /_health_report
GET /_health_report/{metric}
GET /_remote/info
GET /_license
GET /_xpack
GET /_xpack/usage
GET /_security/_authenticate
GET|POST /_cat
${[...CAT_LISTS, ...CAT_ALONE].map((list) => `GET|POST /_cat/${list}`).join('\n')}
${CAT_LISTS.map((list) => `GET|POST /_cat/${list}/{name}`).join('\n')}
`;

const endpoints: readonly Endpoint[] = [
  ...linesOf(questions, 'question'),
  ...linesOf(closings, 'handles'),
  ...linesOf(plain, 'none'),
];

/** Who may be asked with GET may be asked with HEAD. */
function linesOf(text: string, body: BodyKind): Endpoint[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [methods = '', path = ''] = line.split(' ');
    const named = methods.split('|').flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    return { methods: new Set(named), segments: path.split('/').filter((part) => part !== ''), body };
  });
}

/** The endpoints of that path, whatever their methods. What stands here by its name is none that only fits a place. */
export function endpointsAt(segments: readonly Segment[]): readonly Endpoint[] {
  const sameLength = endpoints.filter((endpoint) => endpoint.segments.length === segments.length);
  return sameLength.filter((endpoint) =>
    segments.every((segment, index) => fits(endpoint.segments[index] ?? '', segment)),
  );
}

function fits(wanted: string, segment: Segment): boolean {
  const place = /^\{(\w+)\}$/.exec(wanted)?.[1];
  return place === undefined ? wanted === segment.raw : isOfKind(place as NameKind, segment);
}
