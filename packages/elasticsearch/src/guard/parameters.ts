import type { BodyKind } from './endpoints.ts';
import { isHandle } from './names.ts';
import type { Parameter } from './target.ts';
import { type Refusal, refuse } from './verdict.ts';

/**
 * Parameters that only shape a query or a response. Not among them: `refresh`, which changes an index even with GET,
 * and names that replace segments of the path.
 */
const HARMLESS = new Set(
  `
_source _source_excludes _source_includes _source_exclude _source_include
actions active_only after all_shards allow_no_indices allow_partial_pit_creation allow_partial_search_results
analyze_wildcard analyzer batched_reduce_size bytes cancel_after_time_interval ccs_minimize_roundtrips
cluster_manager_timeout completion_fields default_operator detailed df docvalue_fields error_trace
expand_wildcards explain ext feature field_statistics fielddata_fields fields filter_path filters flat_settings
forbid_closed_indices force_synthetic_source format from from_sort_value full_id group_by groups h health help human
ids ignore_idle_threads ignore_throttled ignore_unavailable in_order include_defaults include_disk_info
include_empty_fields include_named_queries_score include_repository include_segment_file_sizes include_type_name
include_unloaded_segments include_unmapped include_yes_decisions index_names interval keep_alive lenient level
local master_timeout max_concurrent_searches max_concurrent_shard_requests metric min_score
min_compatible_shard_node mode node_id nodes offset offsets only_errors only_managed order parent_task_id payloads
phase_took positions pre_filter_shard_size preference pretty pri q realtime request_cache rest_total_hits_as_int
rewrite routing s scroll search_type seq_no_primary_term size slm_policy_filter snapshots sort stats status
stored_fields suggest_field suggest_mode suggest_size suggest_text term_statistics terminate_after threads time
timeout track_scores track_total_hits ts type typed_keys types v verbose version version_type
wait_for_active_shards wait_for_completion wait_for_events wait_for_metadata_version
wait_for_no_initializing_shards wait_for_no_relocating_shards wait_for_nodes wait_for_status wait_for_timeout
`
    .trim()
    .split(/\s+/),
);

/** A body as a parameter. It is judged like a body. */
const SOURCE = new Set(['source', 'source_content_type']);
const JSON_TYPE = /^application\/(vnd\.elasticsearch\+)?(json|x-ndjson)$/i;

export function checkParameters(parameters: readonly Parameter[], body: BodyKind): Refusal | undefined {
  const types = parameters.filter(({ name }) => name === 'source_content_type');
  const acceptsSource =
    body !== 'none' && types.length > 0 && types.every(({ value }) => JSON_TYPE.test(value));
  for (const { name, value } of parameters) {
    if (acceptsSource && SOURCE.has(name)) continue;
    if (name === 'scroll_id' ? isHandle(value) : HARMLESS.has(name)) continue;
    return refuse(
      'parameter',
      `the parameter ${JSON.stringify(name.slice(0, 40))} is not known to be harmless`,
    );
  }
  return undefined;
}

/** Bodies that are sent as parameters, where a plus sign is a space. */
export function sourcesOf(parameters: readonly Parameter[]): string[] {
  return parameters.filter(({ name }) => name === 'source').map(({ value }) => value);
}
