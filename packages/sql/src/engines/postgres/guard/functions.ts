import type { ObjectName } from '../../../guard/guard.ts';
import { keysByWord, words } from '../../../word-list.ts';

/** Refused functions by reason. A READ ONLY transaction stops few of them. */
const REFUSED_BUILT_INS: Readonly<Record<string, string>> = {
  'advances a sequence': 'nextval setval',
  'changes a setting of the session': 'set_config setseed',
  'reads or writes files of the server': `
    pg_read_file pg_read_file_old pg_read_file_all pg_read_binary_file pg_read_binary_file_all
    pg_read_binary_file_off_len pg_read_file_off_len pg_stat_file pg_stat_file_1arg pg_ls_dir pg_ls_dir_1arg
    pg_ls_logdir pg_ls_waldir pg_ls_tmpdir pg_ls_archive_statusdir pg_ls_summariesdir pg_ls_logicalmapdir
    pg_ls_logicalsnapdir pg_ls_replslotdir`,
  'changes or opens a large object': `
    lo_close lo_creat lo_create lo_export lo_from_bytea lo_import lo_lseek lo_lseek64 lo_open lo_put lo_tell lo_tell64
    lo_truncate lo_truncate64 lo_unlink loread lowrite`,
  'stops, signals or waits for other sessions': `
    pg_cancel_backend pg_terminate_backend pg_sleep pg_sleep_for pg_sleep_until pg_log_backend_memory_contexts
    pg_isolation_test_session_is_blocked`,
  'takes or releases a lock': `
    pg_advisory_lock pg_advisory_lock_shared pg_advisory_unlock pg_advisory_unlock_all pg_advisory_unlock_shared
    pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_try_advisory_lock pg_try_advisory_lock_shared
    pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared`,
  'changes the state of the session or notifies others':
    'pg_notify pg_export_snapshot pg_stat_clear_snapshot',
  'administers the server': `
    pg_reload_conf pg_rotate_logfile pg_rotate_logfile_old pg_rotate_logfile_v2 pg_promote pg_switch_wal
    pg_switch_xlog pg_create_restore_point pg_backup_start pg_backup_stop pg_start_backup pg_stop_backup
    pg_wal_replay_pause pg_wal_replay_resume pg_xlog_replay_pause pg_xlog_replay_resume pg_log_standby_snapshot
    pg_import_system_collations pg_extension_config_dump pg_nextoid pg_stop_making_pinned_objects`,
  'resets or rewrites statistics': `
    pg_stat_reset pg_stat_reset_shared pg_stat_reset_slru pg_stat_reset_replication_slot
    pg_stat_reset_subscription_stats pg_stat_reset_backend_stats pg_stat_reset_single_table_counters
    pg_stat_reset_single_function_counters pg_stat_force_next_flush pg_clear_attribute_stats pg_clear_relation_stats
    pg_restore_attribute_stats pg_restore_relation_stats pg_set_attribute_stats pg_set_relation_stats`,
  'changes replication': `
    pg_logical_emit_message pg_logical_slot_get_changes pg_logical_slot_get_binary_changes
    pg_logical_slot_peek_changes pg_logical_slot_peek_binary_changes pg_create_physical_replication_slot
    pg_create_logical_replication_slot pg_copy_physical_replication_slot pg_copy_logical_replication_slot
    pg_drop_replication_slot pg_replication_slot_advance pg_sync_replication_slots pg_replication_origin_advance
    pg_replication_origin_create pg_replication_origin_drop pg_replication_origin_session_reset
    pg_replication_origin_session_setup pg_replication_origin_xact_reset pg_replication_origin_xact_setup`,
  'maintains an index': `
    brin_summarize_new_values brin_summarize_range brin_desummarize_range gin_clean_pending_list`,
};

/** Not volatile, so the planner may run them: also refused under EXPLAIN. */
const REFUSED_WHEN_PLANNED: Readonly<Record<string, string>> = {
  'runs SQL that the statement does not show': `
    query_to_xml query_to_xmlschema query_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema table_to_xml
    table_to_xmlschema table_to_xml_and_xmlschema schema_to_xml schema_to_xmlschema schema_to_xml_and_xmlschema
    database_to_xml database_to_xmlschema database_to_xml_and_xmlschema`,
  'reads a value of any type, which may run functions':
    'domain_in record_in array_in range_in multirange_in domain_recv record_recv array_recv range_recv multirange_recv',
  'takes a transaction id (pg_current_snapshot() does not)': 'txid_current pg_current_xact_id',
};

/** Functions of well-known extensions, in any schema. */
const REFUSED_OF_EXTENSIONS: Readonly<Record<string, string>> = {
  'runs statements over another connection': `
    dblink dblink_exec dblink_connect dblink_connect_u dblink_disconnect dblink_open dblink_fetch dblink_close
    dblink_send_query dblink_get_result dblink_cancel_query dblink_get_notify postgres_fdw_disconnect
    postgres_fdw_disconnect_all`,
  'reads or writes files of the server': `
    pg_file_write pg_file_read pg_file_sync pg_file_rename pg_file_unlink pg_file_length pg_logdir_ls`,
  'runs SQL that the statement does not show': 'connectby xpath_table',
  'administers the server': `
    pg_stat_statements_reset pg_prewarm autoprewarm_start_worker autoprewarm_dump_now pg_buffercache_evict
    pg_buffercache_evict_all pg_buffercache_evict_relation pg_truncate_visibility_map heap_force_kill
    heap_force_freeze pg_background_launch`,
  'changes a setting of the session': 'set_limit',
};

/** Volatile but without side effects. */
export const HARMLESS_BUILT_INS = words(`
  array_sample array_shuffle clock_timestamp current_query currtid2 currval gen_random_uuid lastval lo_get
  pg_available_wal_summaries pg_blocking_pids pg_collation_actual_version pg_control_checkpoint pg_control_init
  pg_control_recovery pg_control_system pg_current_logfile pg_current_wal_flush_lsn pg_current_wal_insert_lsn
  pg_current_wal_lsn pg_database_collation_actual_version pg_database_size pg_get_aios pg_get_backend_memory_contexts
  pg_get_loaded_modules pg_get_multixact_members pg_get_sequence_data pg_get_shmem_allocations
  pg_get_shmem_allocations_numa pg_get_wait_events pg_get_wal_replay_pause_state pg_get_wal_resource_managers
  pg_get_wal_summarizer_state pg_hba_file_rules pg_ident_file_mappings pg_indexes_size pg_is_in_backup
  pg_backup_start_time pg_is_in_recovery pg_is_wal_replay_paused pg_jit_available pg_last_committed_xact
  pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_lock_status
  pg_notification_queue_usage pg_partition_ancestors pg_partition_tree pg_prepared_xact pg_relation_size
  pg_replication_origin_progress pg_replication_origin_session_is_setup pg_replication_origin_session_progress
  pg_safe_snapshot_blocking_pids pg_sequence_last_value pg_show_all_file_settings pg_show_replication_origin_status
  pg_stat_get_backend_io pg_stat_get_backend_wal pg_stat_get_io pg_stat_get_recovery_prefetch
  pg_stat_get_xact_blocks_fetched pg_stat_get_xact_blocks_hit pg_stat_get_xact_function_calls
  pg_stat_get_xact_function_self_time pg_stat_get_xact_function_total_time pg_stat_get_xact_numscans
  pg_stat_get_xact_tuples_deleted pg_stat_get_xact_tuples_fetched pg_stat_get_xact_tuples_hot_updated
  pg_stat_get_xact_tuples_inserted pg_stat_get_xact_tuples_newpage_updated pg_stat_get_xact_tuples_returned
  pg_stat_get_xact_tuples_updated pg_stat_have_stats pg_table_size pg_tablespace_size pg_total_relation_size
  pg_wal_summary_contents pg_xact_commit_timestamp pg_xact_commit_timestamp_origin pg_xact_status random random_normal
  timeofday ts_rewrite ts_stat txid_status uuidv4 uuidv7`);

/** The same for functions that belong to an extension according to the catalogue. */
export const HARMLESS_OF_EXTENSIONS = words(`
  bt_index_check gin_index_check verify_heapam brin_metapage_info brin_page_items brin_page_type brin_revmap_data
  bt_metap bt_multi_page_stats bt_page_items bt_page_stats fsm_page_contents get_raw_page gin_leafpage_items
  gin_metapage_info gin_page_opaque_info gist_page_items gist_page_items_bytea gist_page_opaque_info hash_bitmap_info
  hash_metapage_info hash_page_items hash_page_stats hash_page_type heap_page_item_attrs heap_page_items
  heap_tuple_infomask_flags page_checksum page_header tuple_data_split pg_buffercache_pages pg_buffercache_numa_pages
  pg_buffercache_summary pg_buffercache_usage_counts pg_freespace pg_old_snapshot_time_mapping pg_stat_statements
  pg_stat_statements_info pg_check_frozen pg_check_visible pg_visibility pg_visibility_map pg_visibility_map_summary
  pg_get_wal_block_info pg_get_wal_record_info pg_get_wal_records_info pg_get_wal_records_info_till_end_of_wal
  pg_get_wal_stats pg_get_wal_stats_till_end_of_wal fips_mode gen_random_bytes gen_random_uuid gen_salt
  pgp_pub_encrypt pgp_pub_encrypt_bytea pgp_sym_encrypt pgp_sym_encrypt_bytea pgrowlocks pg_relpages pgstatginindex
  pgstathashindex pgstatindex pgstattuple pgstattuple_approx postgres_fdw_get_connections dblink_current_query
  dblink_get_connections dblink_error_message dblink_get_pkey ssl_cipher ssl_client_cert_present ssl_client_dn
  ssl_client_dn_field ssl_client_serial ssl_extension_info ssl_is_used ssl_issuer_dn ssl_issuer_field ssl_version
  normal_rand uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4 int_agg_state int_agg_final_array xslt_process
  hypertable_size hypertable_detailed_size hypertable_approximate_size hypertable_index_size chunks_detailed_size
  approximate_row_count citus_table_size citus_relation_size citus_total_relation_size`);

/** Functions that read their first argument as a value of the type that the second names. */
export const READS_TYPED_TEXT = words('pg_input_is_valid pg_input_error_info');

/** Functions that run arguments as SQL, by the positions of those arguments. A literal can be classified. */
const SQL_TEXT_ARGUMENTS: ReadonlyMap<string, readonly number[]> = new Map([
  ['ts_stat', [0]],
  ['ts_rewrite', [1]],
  ['crosstab', [0, 1]],
  ['crosstab2', [0]],
  ['crosstab3', [0]],
  ['crosstab4', [0]],
  ['crosstabn', [0]],
]);

const builtInReasons = keysByWord(REFUSED_BUILT_INS);
const plannedReasons = keysByWord(REFUSED_WHEN_PLANNED);
const extensionReasons = keysByWord(REFUSED_OF_EXTENSIONS);

/** Names that are refused although the catalogue declares them stable. */
export const REFUSED_THOUGH_STABLE: readonly string[] = [...plannedReasons.keys()];

/** Undefined for a function that is not known to have side effects. A plain EXPLAIN runs no volatile function. */
export function reasonToRefuse({ schema, name }: ObjectName, planOnly: boolean): string | undefined {
  const builtIn = schema === undefined || schema === 'pg_catalog';
  const planned = builtIn ? plannedReasons.get(name) : undefined;
  if (planned !== undefined || planOnly) return planned;
  if (builtIn && name.startsWith('binary_upgrade_')) return 'administers the server';
  return (builtIn ? builtInReasons.get(name) : undefined) ?? extensionReasons.get(name);
}

/** A READ ONLY transaction that is rolled back undoes or refuses what these do. */
const INSIDE_TRANSACTION = words(`
  nextval setval set_config setseed pg_notify pg_stat_clear_snapshot lo_close lo_creat lo_create lo_from_bytea lo_lseek
  lo_lseek64 lo_open lo_put lo_tell lo_tell64 lo_truncate lo_truncate64 lo_unlink loread lowrite query_to_xml
  query_to_xmlschema query_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema table_to_xml table_to_xmlschema
  table_to_xml_and_xmlschema schema_to_xml schema_to_xmlschema schema_to_xml_and_xmlschema database_to_xml
  database_to_xmlschema database_to_xml_and_xmlschema`);

/** Whether the built-in volatile function has effects that outlive a transaction. */
export function actsOutside(name: string): boolean {
  return !INSIDE_TRANSACTION.has(name);
}

/** Built-in functions whose result or permission depends on the role. */
export function dependsOnRole(name: string): boolean {
  return /^(?:pg_|lo_|has_|current_(?:user|role|schemas?|setting)$|session_user$|user$|row_security_active$)/.test(
    name,
  );
}

/** Which arguments of the call are run as SQL. `ts_rewrite` does so only when called with two. */
export function sqlTextArguments({ name }: ObjectName, argumentCount: number): readonly number[] {
  if (name === 'ts_rewrite' && argumentCount !== 2) return [];
  return (SQL_TEXT_ARGUMENTS.get(name) ?? []).filter((position) => position < argumentCount);
}
