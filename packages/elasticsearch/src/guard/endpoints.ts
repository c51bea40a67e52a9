import { isOfKind, type NameKind } from './names.ts';
import type { Segment } from './target.ts';

/**
 * What an endpoint takes as its body: nothing, a query, several searches as NDJSON, the ids of searches to close, or
 * something that reads no documents.
 */
export type BodyKind = 'none' | 'query' | 'searches' | 'handles' | 'metadata';

export interface Endpoint {
  readonly methods: ReadonlySet<string>;
  readonly segments: readonly string[];
  readonly body: BodyKind;
}

const CAT_LISTS =
  'aliases allocation component_templates count fielddata indices recovery segments shards snapshots templates thread_pool';
const CAT_ALONE =
  'circuit_breaker cluster_manager health master nodeattrs nodes pending_tasks plugins repositories tasks';

/** POST is allowed where clients cannot send a body with GET. */
const queries = `
GET|POST [/{index}]/_search
GET|POST /_search/scroll[/{scroll}]
GET|POST [/{index}]/_count
GET|POST [/{index}]/_field_caps
GET /{index}/_explain/{id}
GET [/{index}]/_validate/query
GET [/{index}]/_mget
GET /{index}/_termvectors[/{id}]
GET [/{index}]/_mtermvectors
GET /{index}/_terms_enum
GET /{index}/_knn_search
`;

/** Names a shard, and shows where it is. */
const explanations = `
GET /_cluster/allocation/explain
`;

const searches = `
GET|POST [/{index}]/_msearch
`;

/** Release what a search holds open. */
const closings = `
DELETE /_pit
DELETE /_search/point_in_time
DELETE /_search/scroll[/{scroll}]
`;

/**
 * These read only without a body: with one, POST to _pit indexes a document on old clusters, and POST to _mapping
 * changes the mapping. `{listed}` are indices whose names and settings are read, and not their documents.
 */
const plain = `
GET /
GET /{listed}
GET /{index}/_doc/{id}
GET /{index}/_source/{id}
GET|POST [/{listed}]/_mapping
GET [/{listed}]/_mappings
GET [/{listed}]/_mapping/field/{name}
GET [/{listed}]/_settings[/{name}]
GET [/{listed}]/_alias[/{name}]
GET [/{listed}]/_aliases
POST /{index}/_pit
POST /{index}/_search/point_in_time
GET [/{listed}]/_search_shards
GET [/{listed}]/_stats[/{metric}]
GET [/{listed}]/_segments
GET [/{listed}]/_recovery
GET [/{listed}]/_shard_stores
GET /{listed}/_field_usage_stats
GET /_resolve/index/{listed}
GET /_resolve/cluster/{listed}
GET /_data_stream[/{name}]
GET /_data_stream[/{name}]/_stats
GET /_template[/{name}]
GET /_index_template[/{name}]
GET /_component_template[/{name}]
GET /_ilm/status
GET /_ilm/policy[/{name}]
GET /{listed}/_ilm/explain
GET /_slm/status
GET /_slm/stats
GET /_slm/policy[/{name}]
GET /_ingest/pipeline[/{name}]
GET /_ingest/processor/grok
GET /_scripts/{name}
GET /_script_context
GET /_script_language
GET /_snapshot[/_status]
GET /_snapshot/{name}[/{name}][/_status]
GET /_tasks[/{task}]
GET /_nodes[/{node}]/{nodeMetric}
GET /_nodes[/{node}]/stats[/{metric}]
GET /_nodes[/{node}]/stats/{metric}/{metric}
GET /_nodes[/{node}]/usage
GET /_nodes[/{node}]/hot_threads
GET /_cluster/health[/{listed}]
GET /_cluster/settings
GET /_cluster/state[/{metric}]
GET /_cluster/state/{metric}/{listed}
GET /_cluster/stats[/nodes/{node}]
GET /_cluster/pending_tasks
GET /_health_report[/{metric}]
GET /_remote/info
GET /_license
GET /_xpack[/usage]
GET /_security/_authenticate
GET|POST /_cat
${CAT_ALONE.split(' ')
  .map((list) => `GET|POST /_cat/${list}`)
  .join('\n')}
${CAT_LISTS.split(' ')
  .map((list) => `GET|POST /_cat/${list}[/{name}]`)
  .join('\n')}
`;

const endpoints: readonly Endpoint[] = [
  ...linesOf(queries, 'query'),
  ...linesOf(searches, 'searches'),
  ...linesOf(explanations, 'metadata'),
  ...linesOf(closings, 'handles'),
  ...linesOf(plain, 'none'),
];

/** GET allows HEAD. */
function linesOf(text: string, body: BodyKind): Endpoint[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => {
    const [methods = '', path = ''] = line.split(' ');
    const named = methods.split('|').flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    return variantsOf(path).map((variant) => ({
      methods: new Set(named),
      segments: variant.split('/').filter((part) => part !== ''),
      body,
    }));
  });
}

/** A part in brackets is optional. */
function variantsOf(path: string): string[] {
  const [, before = '', optional, after = ''] = /^(.*?)\[(.*?)\](.*)$/.exec(path) ?? [];
  if (optional === undefined) return [path];
  return [before + after, before + optional + after].flatMap(variantsOf);
}

/** The endpoints of that path, with any method. */
export function endpointsAt(segments: readonly Segment[]): readonly Endpoint[] {
  const sameLength = endpoints.filter((endpoint) => endpoint.segments.length === segments.length);
  return sameLength.filter((endpoint) =>
    segments.every((segment, index) => matches(endpoint.segments[index] ?? '', segment)),
  );
}

function matches(pattern: string, segment: Segment): boolean {
  const placeholder = /^\{(\w+)\}$/.exec(pattern)?.[1];
  return placeholder === undefined ? pattern === segment.raw : isOfKind(placeholder as NameKind, segment);
}

/** The indices that the path names, if any. */
export function indexOf(endpoint: Endpoint, segments: readonly Segment[]): string | undefined {
  return segments[endpoint.segments.indexOf('{index}')]?.decoded;
}
