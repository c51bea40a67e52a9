/** A call that fails: the code that an agent reads, the tool and its input. */
export type ErrorCase = readonly [code: string, tool: string, input: Readonly<Record<string, unknown>>];

/** One valid call of each tool that needs a session. */
const needSession = {
  debug_continue: {},
  debug_step_over: {},
  debug_step_into: {},
  debug_step_out: {},
  debug_step_back: {},
  debug_run_to_line: { path: 'sum.js', line: 1 },
  debug_evaluate: { expression: '1' },
  stack_get: {},
  scope_list: {},
  variable_list: {},
  variable_get: { path: 'total' },
  variable_set: { path: 'total', value: '1' },
  variable_save: { expression: 'total' },
  exception_info: {},
  memory_read: { address: '0x1' },
  code_disassemble: {},
} as const;

/** As above, also while the program runs. */
const needLiveSession = {
  debug_wait_for_hit: {},
  debug_pause: {},
  thread_list: {},
  module_list: {},
  dap_request: { command: 'threads' },
} as const;

const needAnySession = {
  debug_restart: {},
  debug_stop: { session: 'debug_unknown' },
  debug_status: { session: 'debug_unknown' },
  breakpoint_set_exception: { mode: 'all' },
  breakpoint_set_data: { expression: 'total' },
  dap_summary: {},
  dap_logs: {},
  dap_search: { pattern: 'a' },
  dap_exceptions: {},
  dap_timeline: {},
  dap_compare: { a: 'x', b: 'y' },
} as const;

function casesOf(code: string, calls: Readonly<Record<string, object>>): readonly ErrorCase[] {
  return Object.entries(calls).map(([tool, input]) => [code, tool, { ...input }]);
}

/** In a folder with `sum.js`, `loop.js`, `notes.txt` and `saved.jsonl`, while nothing is debugged. */
export const withoutSession: readonly ErrorCase[] = [
  ...casesOf('E_NO_SESSION', { ...needSession, ...needLiveSession, ...needAnySession }),
  ['E_INVALID_PARAMS', 'docs_get', { id: 'nothing' }],
  ['E_INVALID_PARAMS', 'breakpoint_set', { path: 'sum.js' }],
  ['E_INVALID_PARAMS', 'breakpoint_set', { path: 'sum.js', line: 0 }],
  ['E_INVALID_PARAMS', 'debug_start', { config: { program: 'sum.js' } }],
  ['E_INVALID_PARAMS', 'debug_start', { path: 'sum.js', launch: 'Server' }],
  ['E_INVALID_PARAMS', 'test_run', { scope: 'file' }],
  ['E_FILE_NOT_FOUND', 'breakpoint_set', { path: 'missing.js', line: 1 }],
  ['E_FILE_NOT_FOUND', 'breakpoint_list', { path: 'missing.js' }],
  ['E_FILE_NOT_FOUND', 'breakpoint_clear', { path: 'missing.js' }],
  ['E_FILE_NOT_FOUND', 'launch_list', { path: 'missing.js' }],
  ['E_FILE_NOT_FOUND', 'debug_start', { path: 'missing.js' }],
  ['E_FILE_NOT_FOUND', 'test_run', { path: 'missing.js' }],
  ['E_FILE_NOT_FOUND', 'test_discover', { path: 'missing.js' }],
  ['E_FILE_NOT_FOUND', 'test_debug', { path: 'missing.js', line: 1 }],
  ['E_INVALID_PATH', 'breakpoint_set', { path: 'http://example.com/a.js', line: 1 }],
  ['E_OUTSIDE_WORKSPACE', 'breakpoint_set', { path: '/etc/hosts', line: 1 }],
  ['E_INVALID_LINE', 'breakpoint_set', { path: 'sum.js', line: 99 }],
  ['E_CONTENT_MISMATCH', 'breakpoint_set', { path: 'sum.js', line: 3, expect: 'total -= n' }],
  ['E_AMBIGUOUS_SYMBOL', 'breakpoint_set', { path: 'sum.js', text: 'total' }],
  ['E_SYMBOL_NOT_FOUND', 'breakpoint_set', { path: 'sum.js', text: 'subtotal' }],
  ['E_NOT_FOUND', 'breakpoint_remove', { id: 'bp99' }],
  ['E_NOT_FOUND', 'breakpoint_remove', { path: 'sum.js', line: 1 }],
  ['E_CONFIG_NOT_FOUND', 'debug_start', { launch: 'Server' }],
  ['E_CONFIG_NOT_FOUND', 'debug_attach', { launch: 'Server' }],
  ['E_UNTRUSTED_WORKSPACE', 'debug_start', { config: { type: 'node', program: '/usr/lib/other.js' } }],
  ['E_LAUNCH_FAILED', 'debug_start', { path: 'notes.txt' }],
  ['E_UNTRUSTED_WORKSPACE', 'test_discover', { workspace: '/usr/lib' }],
  ['E_UNTRUSTED_WORKSPACE', 'test_run', { name: 'adds', workspace: '/usr/lib' }],
  ['E_UNTRUSTED_WORKSPACE', 'test_debug', { name: 'adds', workspace: '/usr/lib' }],
  ['E_TESTS_NOT_DISCOVERED', 'test_discover', {}],
  ['E_TESTS_NOT_DISCOVERED', 'test_run', { name: 'adds' }],
  ['E_TESTS_NOT_DISCOVERED', 'test_debug', { name: 'adds' }],
];

/** While js-debug holds `sum.js` at line 3. */
export const inStop: readonly ErrorCase[] = [
  ['E_ALREADY_STOPPED', 'debug_pause', {}],
  ['E_INVALID_LINE', 'debug_run_to_line', { path: 'sum.js', line: 99 }],
  ['E_FILE_NOT_FOUND', 'debug_run_to_line', { path: 'missing.js', line: 1 }],
  ['E_UNSUPPORTED_CAPABILITY', 'debug_step_back', {}],
  ['E_UNSUPPORTED_CAPABILITY', 'debug_step_over', { granularity: 'instruction' }],
  ['E_UNSUPPORTED_CAPABILITY', 'debug_step_into', { granularity: 'instruction' }],
  ['E_UNSUPPORTED_CAPABILITY', 'breakpoint_set', { function: 'main' }],
  ['E_UNSUPPORTED_CAPABILITY', 'breakpoint_set_data', { expression: 'total' }],
  ['E_UNSUPPORTED_CAPABILITY', 'breakpoint_set_exception', { filters: ['raised'] }],
  ['E_UNSUPPORTED_CAPABILITY', 'breakpoint_set_exception', { types: ['TypeError'] }],
  ['E_UNSUPPORTED_CAPABILITY', 'module_list', {}],
  ['E_UNSUPPORTED_CAPABILITY', 'variable_list', { scope: 'closure' }],
  ['E_UNSUPPORTED_CAPABILITY', 'dap_request', { command: 'gotoTargets' }],
  ['E_ADAPTER', 'dap_request', { command: 'source', arguments: { sourceReference: 99_999 } }],
  ['E_CONFIRMATION_REQUIRED', 'dap_request', { command: 'continue', arguments: { threadId: 0 } }],
  ['E_SYMBOL_NOT_FOUND', 'debug_step_into', { target: 'nothing' }],
  ['E_NOT_FOUND', 'debug_wait_for_hit', { breakpoint: 'bp99' }],
  ['E_NOT_FOUND', 'exception_info', {}],
  ['E_NOT_FOUND', 'stack_get', { thread: 99_999 }],
  ['E_NOT_FOUND', 'variable_get', { path: 'subtotal' }],
  ['E_NOT_FOUND', 'variable_set', { path: 'subtotal', value: '1' }],
  ['E_EVALUATE_FAILED', 'variable_set', { path: 'total', value: 'subtotal' }],
  ['E_EVALUATE_FAILED', 'debug_evaluate', { expression: 'subtotal' }],
  ['E_EVALUATE_FAILED', 'variable_save', { expression: 'subtotal' }],
  ['E_TIMEOUT', 'debug_evaluate', { expression: '(() => { for (;;); })()' }],
  ['E_OUTSIDE_WORKSPACE', 'variable_save', { expression: '[total]', out: '../out.jsonl' }],
  ['E_FILE_EXISTS', 'variable_save', { expression: '[total]', out: 'saved.jsonl' }],
  ['E_FILE_PROTECTED', 'variable_save', { expression: '[total]', out: 'out.sh' }],
  ['E_INVALID_PARAMS', 'debug_wait_for_hit', { outputMatches: '(' }],
  ['E_INVALID_PARAMS', 'debug_evaluate', { expression: 'total', frame: '17' }],
  ['E_INVALID_PARAMS', 'variable_list', { filter: '(' }],
  ['E_INVALID_PARAMS', 'variable_get', { path: 'f(x)' }],
  ['E_INVALID_PARAMS', 'variable_set', { path: 'f(x)', value: '1' }],
  ['E_INVALID_PARAMS', 'variable_save', { expression: 'total', frame: '17' }],
  ['E_INVALID_PARAMS', 'module_list', { what: 'sources', filter: '(' }],
  ['E_INVALID_PARAMS', 'dap_logs', { match: '(' }],
  ['E_INVALID_PARAMS', 'dap_search', { pattern: '(' }],
];

/** While js-debug runs `loop.js`. */
export const inRun: readonly ErrorCase[] = [
  ...casesOf('E_NOT_STOPPED', { ...needSession, breakpoint_set_data: { expression: 'turns' } }),
];

/** After the end of the session that the call names. */
export function afterEnd(session: string | undefined): readonly ErrorCase[] {
  const cases = casesOf('E_SESSION_ENDED', { ...needSession, ...needLiveSession });
  return cases.map(([code, tool, input]) => [code, tool, { ...input, session }]);
}

/** With references to an earlier stop. */
export function withStale(frame: string | undefined, ref: string | undefined): readonly ErrorCase[] {
  return casesOf('E_STALE_REFERENCE', {
    debug_evaluate: { expression: '1', frame },
    scope_list: { frame },
    variable_list: { frame },
    variable_save: { expression: '1', frame },
    variable_get: { ref },
    variable_set: { ref, name: '0', value: '1' },
    memory_read: { ref },
  });
}
