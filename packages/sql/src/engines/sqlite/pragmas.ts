import { words } from '../../word-list.ts';

/** Their argument names what to look at. */
const INSPECTING = words(`
  foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check table_info
  table_list table_xinfo`);

/** Without an argument they return a setting; with one they change it. */
const GETTERS = words(`
  analysis_limit application_id auto_vacuum automatic_index busy_timeout cache_size cache_spill
  cell_size_check checkpoint_fullfsync collation_list compile_options count_changes data_store_directory
  data_version database_list default_cache_size defer_foreign_keys empty_result_callbacks encoding
  foreign_keys freelist_count full_column_names fullfsync function_list hard_heap_limit
  ignore_check_constraints journal_mode journal_size_limit legacy_alter_table legacy_file_format
  locking_mode max_page_count mmap_size module_list page_count page_size pragma_list query_only
  read_uncommitted recursive_triggers reverse_unordered_selects schema_version secure_delete
  short_column_names soft_heap_limit stats synchronous temp_store temp_store_directory threads
  trusted_schema user_version wal_autocheckpoint writable_schema`);

/** They act even without an argument, or return nothing. */
const ACTIONS = words(`
  activate_extensions case_sensitive_like hexkey hexrekey incremental_vacuum key optimize parser_trace rekey
  shrink_memory sql_trace textkey textrekey vdbe_addoptrace vdbe_debug vdbe_listing vdbe_trace
  wal_checkpoint lock_proxy_file lock_status`);

/** Whether the pragma, with or without an argument, only reads. */
export function pragmaReads(name: string, hasArgument: boolean): boolean {
  const pragma = name.toLowerCase();
  return INSPECTING.has(pragma) || (!hasArgument && GETTERS.has(pragma));
}

/** The pragma that a table like `pragma_optimize` runs when it is read. Other names may start with `pragma_` too. */
export function pragmaOfTable(name: string): string | undefined {
  const pragma = /^pragma_(.*)/is.exec(name)?.[1]?.toLowerCase();
  const isKnown = pragma !== undefined && [INSPECTING, GETTERS, ACTIONS].some((list) => list.has(pragma));
  return isKnown ? pragma : undefined;
}
