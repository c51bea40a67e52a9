// Generated from catalogue/ by `npm run gen`. Do not edit.
export interface SourceLine {
  readonly n: number;
  readonly text: string;
  readonly current?: boolean | undefined;
}

export interface UnboundBreakpoint {
  readonly id: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly function?: string | undefined;
  readonly message: string;
}

export type StopResult = {
  readonly event: 'stopped' | 'running' | 'exited' | 'terminated' | 'output';
  /** breakpoint, step, exception, pause, entry … */
  readonly reason?: string | undefined;
  /** The adapter's own reason where it differs */
  readonly rawReason?: string | undefined;
  readonly session: string;
  readonly thread?: number | undefined;
  /** Valid until the program resumes */
  readonly frame?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly function?: string | undefined;
  readonly sourceLines?: readonly SourceLine[] | undefined;
  readonly hitBreakpoints?: readonly string[] | undefined;
  readonly exception?: {
    readonly id: string;
    readonly message: string;
  } | undefined;
  readonly exitCode?: number | undefined;
  /** The last lines printed during the call */
  readonly outputTail?: readonly string[] | undefined;
  /** Breakpoints that the program never reached as code, with the adapter's reason */
  readonly unboundBreakpoints?: readonly UnboundBreakpoint[] | undefined;
  /** Locals of the frame that a step changed */
  readonly changed?: readonly {
    readonly name: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  }[] | undefined;
  readonly returnValue?: string | undefined;
  /** Breakpoints set by text that were found again on another line */
  readonly moved?: readonly {
    readonly id: string;
    readonly file: string;
    readonly from: number;
    readonly to?: number | undefined;
    readonly message?: string | undefined;
  }[] | undefined;
  /** The line of output that matched */
  readonly match?: string | undefined;
  /** All sessions that a compound started */
  readonly sessions?: readonly string[] | undefined;
  readonly test?: string | undefined;
  readonly framework?: string | undefined;
  readonly hint?: string | undefined;
  readonly waitedMs: number;
};

export interface Breakpoint {
  readonly id: string;
  readonly kind: 'line' | 'function' | 'exception' | 'data';
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly requestedLine?: number | undefined;
  readonly column?: number | undefined;
  readonly function?: string | undefined;
  /** The text of the line */
  readonly content?: string | undefined;
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
  readonly logMessage?: string | undefined;
  readonly group?: string | undefined;
  readonly enabled: boolean;
  /** What the adapter said; "pending" before a session asked it */
  readonly verified: boolean | string;
  readonly message?: string | undefined;
  /** Whether it is on another line than asked for */
  readonly moved?: boolean | undefined;
  readonly hits: number;
  readonly owner: 'agent' | 'user';
}

export interface CodeDiagnostic {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly code?: string | undefined;
  /** The tool that reports it */
  readonly source?: string | undefined;
  readonly message: string;
  /** Number of quick fixes */
  readonly fixes?: number | undefined;
}

export interface ChangedLine {
  /** First line before the change */
  readonly line: number;
  readonly old: string;
  readonly new: string;
}

export interface FileChange {
  readonly path: string;
  readonly edits: number;
  /** In a preview */
  readonly changes?: readonly ChangedLine[] | undefined;
}

export interface SymbolPlace {
  readonly name: string;
  readonly kind?: string | undefined;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number | undefined;
  /** The declaration where it has at most 60 lines; else its first line */
  readonly text?: string | undefined;
  /** Of the whole declaration */
  readonly hash?: string | undefined;
}

export interface CallNode {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  /** Lines of the calls */
  readonly at: readonly number[];
  readonly calls?: readonly CallNode[] | undefined;
  /** Its calls are shown elsewhere in the tree */
  readonly repeated?: boolean | undefined;
}

export interface SettingByScope {
  readonly user?: unknown | undefined;
  readonly workspace?: unknown | undefined;
  readonly folder?: unknown | undefined;
}

export interface Setting {
  readonly key: string;
  /** Absent where nothing sets it */
  readonly value?: unknown | undefined;
  /** Absent where the host knows no defaults */
  readonly default?: unknown | undefined;
  readonly user?: unknown | undefined;
  readonly workspace?: unknown | undefined;
  readonly folder?: unknown | undefined;
  readonly effectiveFrom?: 'default' | 'user' | 'workspace' | 'folder' | undefined;
  readonly inLanguage?: SettingByScope | undefined;
}

export type ToolInputs = {
  readonly action_apply: {
    /** From action_list */
    readonly handle?: string | undefined;
    readonly path?: string | undefined;
    readonly kind?: string | undefined;
    /** Show the edits only */
    readonly preview: boolean;
    readonly save: boolean;
    readonly dirty: 'refuse' | 'save';
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly action_list: {
    readonly path: string;
    readonly line: number;
    readonly endLine?: number | undefined;
    /** quickfix, refactor, source … */
    readonly kinds?: readonly string[] | undefined;
    readonly limit: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly breakpoint_clear: {
    readonly path?: string | undefined;
    readonly group?: string | undefined;
    readonly owner: 'agent' | 'all';
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly breakpoint_list: {
    readonly path?: string | undefined;
    readonly kind: 'line' | 'function' | 'exception' | 'data' | 'all';
    /** Only those that no adapter has bound */
    readonly unboundOnly: boolean;
    readonly group?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly breakpoint_remove: {
    /** From breakpoint_set or breakpoint_list */
    readonly id?: string | undefined;
    readonly path?: string | undefined;
    readonly line?: number | undefined;
    readonly function?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly breakpoint_set_data: {
    /** Reference of the container */
    readonly variablesReference?: string | undefined;
    /** Its variable */
    readonly name?: string | undefined;
    /** Instead of a reference */
    readonly expression?: string | undefined;
    readonly access: 'read' | 'write' | 'readWrite';
    readonly hitCondition?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly breakpoint_set_exception: {
    readonly mode?: 'none' | 'uncaught' | 'all' | undefined;
    /** Filter ids of the adapter instead of a mode */
    readonly filters?: readonly string[] | undefined;
    readonly condition?: string | undefined;
    /** Names of exception classes */
    readonly types?: readonly string[] | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly breakpoint_set: {
    readonly path?: string | undefined;
    readonly line?: number | undefined;
    /** Content of the line instead of its number */
    readonly text?: string | undefined;
    /** Line closest to the wanted match of text */
    readonly near?: number | undefined;
    readonly function?: string | undefined;
    readonly column?: number | undefined;
    readonly condition?: string | undefined;
    /** 5, >5 or %3 */
    readonly hitCondition?: string | undefined;
    /** Prints instead of stopping; {expr} is evaluated */
    readonly logMessage?: string | undefined;
    /** Text that the line must contain */
    readonly expect?: string | undefined;
    readonly enabled: boolean;
    /** Tag for clearing */
    readonly group?: string | undefined;
    readonly verifyMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly bridge_status: {
    /** Windows of other folders too */
    readonly all: boolean;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly code_disassemble: {
    /** Default the top frame */
    readonly address?: string | undefined;
    readonly count: number;
    /** In instructions */
    readonly offset: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly code_format: {
    readonly paths: readonly string[];
    /** Lines of the only path */
    readonly range?: {
      readonly start: number;
      readonly end: number;
    } | undefined;
    readonly organizeImports: boolean;
    /** Name of the language server */
    readonly formatter?: string | undefined;
    /** Change nothing */
    readonly check: boolean;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly dap_compare: {
    /** Session id */
    readonly a: string;
    readonly b: string;
    readonly by: 'counts' | 'exceptions' | 'outputs' | 'timeline';
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly dap_exceptions: {
    readonly count: number;
    /** Output lines before each */
    readonly context: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly dap_logs: {
    /** `next` of the last call, or negative ms */
    readonly since: number;
    readonly limit: number;
    readonly category: 'stdout' | 'stderr' | 'console' | 'all';
    /** Regex */
    readonly match?: string | undefined;
    /** Regex */
    readonly exclude?: string | undefined;
    /** Printed by this file */
    readonly source?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly dap_request: {
    readonly command: string;
    readonly arguments?: Readonly<Record<string, unknown>> | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly dap_search: {
    /** Regex */
    readonly pattern: string;
    readonly context: number;
    readonly limit: number;
    /** Every session */
    readonly all: boolean;
    readonly caseSensitive: boolean;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly dap_summary: {
    readonly groupBy?: 'category' | 'source' | 'minute' | undefined;
    /** Every session */
    readonly all: boolean;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly dap_timeline: {
    readonly types?: readonly ('started' | 'stopped' | 'exception' | 'continued' | 'breakpoint' | 'thread' | 'module' | 'output' | 'exited' | 'terminated' | 'note')[] | undefined;
    /** Only the last so many milliseconds */
    readonly windowMs?: number | undefined;
    readonly granularity: 'all' | 'summary' | 'milestones';
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_attach: {
    /** Name of an attach configuration */
    readonly launch?: string | undefined;
    /** node, python, go, lldb … */
    readonly type?: string | undefined;
    readonly processId?: number | undefined;
    readonly host: string;
    readonly port?: number | undefined;
    readonly pathMappings?: readonly {
      readonly localRoot: string;
      readonly remoteRoot: string;
    }[] | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_continue: {
    readonly thread?: number | undefined;
    readonly singleThread: boolean;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_evaluate: {
    readonly expression?: string | undefined;
    readonly expressions?: readonly string[] | undefined;
    /** From stack_get; default the top frame */
    readonly frame?: string | undefined;
    readonly context: 'watch' | 'repl' | 'hover';
    readonly depth: number;
    /** For all expressions together */
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_pause: {
    readonly thread?: number | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_restart: {
    readonly wait: 'stop' | 'started';
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_run_to_line: {
    readonly path: string;
    readonly line: number;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_start: {
    /** Name from launch_list */
    readonly launch?: string | undefined;
    /** Program; its type decides how it runs */
    readonly path?: string | undefined;
    /** A configuration as in launch.json */
    readonly config?: Readonly<Record<string, unknown>> | undefined;
    readonly args?: readonly string[] | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly cwd?: string | undefined;
    readonly stopOnEntry: boolean;
    readonly noDebug: boolean;
    readonly exceptions: 'none' | 'uncaught' | 'all';
    readonly wait: 'stop' | 'started' | 'none';
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_status: {
    readonly all: boolean;
    /** What each adapter supports */
    readonly capabilities: boolean;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_step_back: {
    readonly continue: boolean;
    readonly thread?: number | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_step_into: {
    /** Name of the function to step into */
    readonly target?: string | undefined;
    readonly count: number;
    readonly granularity: 'line' | 'statement' | 'instruction';
    readonly thread?: number | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_step_out: {
    readonly thread?: number | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_step_over: {
    readonly count: number;
    readonly granularity: 'line' | 'statement' | 'instruction';
    readonly thread?: number | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_stop: {
    readonly all: boolean;
    readonly detach: boolean;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly debug_wait_for_hit: {
    /** Id; a hint tells when the stop is another */
    readonly breakpoint?: string | undefined;
    readonly events?: readonly ('stopped' | 'exited' | 'output')[] | undefined;
    /** Regular expression */
    readonly outputMatches?: string | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly diagnostic_collect: {
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly diagnostic_list: {
    /** Files or folders; default changed files */
    readonly paths?: readonly string[] | undefined;
    /** This and worse */
    readonly severity: 'error' | 'warning' | 'info' | 'hint';
    /** Only of these tools */
    readonly sources?: readonly string[] | undefined;
    readonly excludeSources: readonly string[];
    /** For servers that are still checking */
    readonly waitMs: number;
    readonly limit: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly docs_get: {
    /** Guide or tool name */
    readonly id?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
    /** Only guides that mention it */
    readonly topic?: string | undefined;
  };
  readonly editor_context: {
    /** Open tabs too */
    readonly tabs: boolean;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly editor_goto: {
    readonly path: string;
    readonly line: number;
    readonly column: number;
    /** Move the cursor there */
    readonly focus: boolean;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly exception_info: {
    /** Default is the thread that stopped */
    readonly thread?: number | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly rename_file: {
    readonly moves?: readonly {
      readonly from: string;
      readonly to: string;
    }[] | undefined;
    /** Instead of moves, one path or file URI */
    readonly oldUri?: string | undefined;
    readonly newUri?: string | undefined;
    readonly updateImports: boolean;
    /** Replace an existing file; asks a person */
    readonly overwrite: boolean;
    /** Show the edits only */
    readonly preview: boolean;
    readonly save: boolean;
    /** Where a touched file has unsaved changes */
    readonly dirty: 'refuse' | 'save';
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly launch_list: {
    /** Those for this file come first */
    readonly path?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly memory_read: {
    readonly address?: string | undefined;
    /** Of a variable */
    readonly ref?: string | undefined;
    readonly offset: number;
    readonly count: number;
    readonly as: 'hex' | 'base64' | 'utf8';
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly module_list: {
    readonly what: 'modules' | 'sources';
    /** Regex of name or path */
    readonly filter?: string | undefined;
    readonly limit: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly scope_list: {
    /** From stack_get; default the top frame */
    readonly frame?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly get_setting: {
    readonly key?: string | undefined;
    readonly keys?: readonly string[] | undefined;
    readonly prefix?: string | undefined;
    /** A file whose folder's settings apply */
    readonly path?: string | undefined;
    /** Language id, for its [language] section */
    readonly language?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly set_setting: {
    readonly key: string;
    /** Any JSON; null removes */
    readonly value: unknown;
    readonly target: 'workspace' | 'folder' | 'user';
    /** A file of the folder to write to */
    readonly path?: string | undefined;
    /** Language id, for its [language] section */
    readonly language?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly stack_get: {
    /** Default is the thread that stopped */
    readonly thread?: number | undefined;
    readonly start: number;
    readonly levels: number;
    readonly includeInternals: boolean;
    /** Lines around each */
    readonly sourceLines: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly symbol_calls: {
    readonly path: string;
    readonly direction: 'incoming' | 'outgoing';
    readonly depth: number;
    readonly limit: number;
    /** Name, or Class.method */
    readonly symbol?: string | undefined;
    /** Line that chooses among several */
    readonly near?: number | undefined;
    /** Text around the name, to choose among several */
    readonly snippet?: string | undefined;
    readonly line?: number | undefined;
    /** With line, instead of symbol */
    readonly column?: number | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly symbol_info: {
    readonly path: string;
    readonly what: readonly ('hover' | 'definition' | 'typeDefinition' | 'implementation' | 'signature' | 'supertypes' | 'subtypes')[];
    /** Name, or Class.method */
    readonly symbol?: string | undefined;
    /** Line that chooses among several */
    readonly near?: number | undefined;
    /** Text around the name, to choose among several */
    readonly snippet?: string | undefined;
    readonly line?: number | undefined;
    /** With line, instead of symbol */
    readonly column?: number | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly symbol_references: {
    readonly path: string;
    readonly kind: 'references' | 'implementations';
    readonly includeDeclaration: boolean;
    /** Lines around each */
    readonly context: number;
    readonly limit: number;
    readonly cursor?: string | undefined;
    /** Name, or Class.method */
    readonly symbol?: string | undefined;
    /** Line that chooses among several */
    readonly near?: number | undefined;
    /** Text around the name, to choose among several */
    readonly snippet?: string | undefined;
    readonly line?: number | undefined;
    /** With line, instead of symbol */
    readonly column?: number | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly rename_symbol: {
    readonly path: string;
    readonly newName: string;
    readonly preview: boolean;
    readonly save: boolean;
    readonly dirty: 'refuse' | 'save';
    /** Name, or Class.method */
    readonly symbol?: string | undefined;
    /** Line that chooses among several */
    readonly near?: number | undefined;
    /** Text around the name, to choose among several */
    readonly snippet?: string | undefined;
    readonly line?: number | undefined;
    /** With line, instead of symbol */
    readonly column?: number | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly symbol_replace: {
    readonly path: string;
    /** "" deletes */
    readonly text: string;
    /** Hash of the present text */
    readonly expect?: string | undefined;
    readonly preview: boolean;
    readonly save: boolean;
    readonly dirty: 'refuse' | 'save';
    /** Name, or Class.method */
    readonly symbol?: string | undefined;
    /** Line that chooses among several */
    readonly near?: number | undefined;
    /** Text around the name, to choose among several */
    readonly snippet?: string | undefined;
    readonly line?: number | undefined;
    /** With line, instead of symbol */
    readonly column?: number | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly symbol_search: {
    /** Name or part of it */
    readonly query?: string | undefined;
    /** File to outline; with query also a folder */
    readonly path?: string | undefined;
    readonly kinds?: readonly string[] | undefined;
    /** Of an outline */
    readonly depth: number;
    readonly limit: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly test_debug: {
    /** Test file */
    readonly path?: string | undefined;
    /** In the test */
    readonly line?: number | undefined;
    readonly name?: string | undefined;
    readonly exceptions: 'none' | 'uncaught' | 'all';
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly test_discover: {
    /** File or folder; default the workspace */
    readonly path?: string | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly test_run: {
    /** Test file */
    readonly path?: string | undefined;
    /** In the test */
    readonly line?: number | undefined;
    readonly name?: string | undefined;
    /** file: all of path; failed: again what failed last */
    readonly scope?: 'file' | 'failed' | undefined;
    readonly timeoutMs: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly thread_list: {
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly variable_get: {
    /** From variable_list */
    readonly ref?: string | undefined;
    readonly path?: string | undefined;
    /** The frame of path; default the top frame */
    readonly frame?: string | undefined;
    readonly start: number;
    readonly count: number;
    readonly kind: 'indexed' | 'named' | 'all';
    readonly depth: number;
    readonly valueChars: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly variable_list: {
    /** Default the top frame */
    readonly frame?: string | undefined;
    readonly scope: 'local' | 'closure' | 'global' | 'all';
    readonly names?: readonly string[] | undefined;
    /** Regex of names */
    readonly filter?: string | undefined;
    readonly namesOnly: boolean;
    readonly depth: number;
    readonly limit: number;
    readonly valueChars: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly variable_save: {
    readonly expression: string;
    /** A new .jsonl file in the workspace */
    readonly out?: string | undefined;
    readonly frame?: string | undefined;
    /** Levels below each element */
    readonly depth: number;
    readonly pageSize: number;
    readonly maxItems: number;
    readonly maxBytes: number;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
  readonly variable_set: {
    readonly path?: string | undefined;
    /** Of the container */
    readonly ref?: string | undefined;
    /** With ref */
    readonly name?: string | undefined;
    readonly value: string;
    /** The frame of path; default the top frame */
    readonly frame?: string | undefined;
    /** Folder path, folder name or window id */
    readonly workspace?: string | undefined;
    /** Session id; default the latest */
    readonly session?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
};

export type ToolResults = {
  readonly action_apply: {
    /** Absent where there was nothing to do */
    readonly title?: string | undefined;
    readonly applied: boolean;
    readonly saved: boolean;
    /** Commands that the server ran */
    readonly commands: readonly string[];
    readonly totalEdits: number;
    /** Whether the servers had finished checking */
    readonly settled: boolean;
    /** Touched files that no server checked */
    readonly unchecked: number;
    readonly newDiagnostics: readonly CodeDiagnostic[];
    readonly files: readonly FileChange[];
  };
  readonly action_list: {
    readonly total: number;
    readonly actions: readonly {
      /** Valid until the file changes */
      readonly handle: string;
      readonly title: string;
      readonly kind?: string | undefined;
      readonly preferred?: boolean | undefined;
      /** Why it cannot be applied */
      readonly disabled?: string | undefined;
      readonly edits?: number | undefined;
    }[];
  };
  readonly breakpoint_clear: {
    readonly cleared: number;
    readonly kept: number;
  };
  readonly breakpoint_list: {
    readonly breakpoints: readonly Breakpoint[];
    readonly total: number;
  };
  readonly breakpoint_remove: {
    readonly removed: readonly {
      readonly id: string;
      readonly path?: string | undefined;
      readonly line?: number | undefined;
      readonly function?: string | undefined;
    }[];
  };
  readonly breakpoint_set_data: {
    readonly id: string;
    readonly dataId: string;
    readonly description: string;
    readonly canPersist: boolean;
  };
  readonly breakpoint_set_exception: {
    readonly filters: readonly string[];
    readonly offered: readonly {
      readonly id: string;
      readonly label: string;
      readonly default?: boolean | undefined;
    }[];
  };
  readonly breakpoint_set: Breakpoint;
  readonly bridge_status: {
    readonly version: string;
    /** Version of the job folder's protocol */
    readonly protocol: number;
    readonly workspace: string;
    /** Where the other tools run */
    readonly used: {
      readonly kind: 'vscode' | 'headless' | 'none';
      readonly window?: string | undefined;
      readonly reason: string;
    };
    /** Programs being debugged in this process */
    readonly sessions: number;
    readonly windows: readonly {
      readonly id: string;
      readonly kind: 'vscode' | 'headless' | 'up';
      readonly pid: number;
      readonly folders: readonly string[];
      readonly version: string;
      readonly heartbeatAgeMs: number;
    }[];
  };
  readonly code_disassemble: {
    readonly instructions: readonly {
      readonly address: string;
      readonly instruction: string;
      readonly file?: string | undefined;
      readonly line?: number | undefined;
    }[];
    readonly total: number;
  };
  readonly code_format: {
    /** Files that were changed; with check, that would be */
    readonly changed: number;
    readonly applied: boolean;
    readonly files: readonly {
      readonly path: string;
      readonly changed: boolean;
      readonly edits: number;
      /** Why it was not formatted */
      readonly error?: string | undefined;
    }[];
  };
  readonly dap_compare: {
    readonly same: boolean;
    readonly deltas: readonly {
      readonly key: string;
      readonly a: unknown;
      readonly b: unknown;
    }[];
    readonly firstDivergence?: {
      /** Counted from 0 in its stream */
      readonly index: number;
      readonly a?: string | undefined;
      readonly b?: string | undefined;
    } | undefined;
  };
  readonly dap_exceptions: {
    readonly exceptions: readonly {
      readonly from: 'stop' | 'output';
      /** python, node, go, pytest, jest … */
      readonly kind: string;
      readonly type?: string | undefined;
      readonly message: string;
      readonly file?: string | undefined;
      readonly line?: number | undefined;
      readonly frames?: readonly string[] | undefined;
      readonly t: number;
      /** Of its first line in dap_logs */
      readonly seq?: number | undefined;
      readonly context?: readonly string[] | undefined;
    }[];
    readonly total: number;
  };
  readonly dap_logs: {
    readonly entries: readonly {
      readonly seq: number;
      /** Milliseconds since the session started */
      readonly t: number;
      readonly category: string;
      readonly text: string;
      readonly source?: string | undefined;
      readonly line?: number | undefined;
    }[];
    readonly next: number;
    /** Oldest entries no longer kept */
    readonly dropped: number;
    /** There are more after `next` */
    readonly truncated: boolean;
  };
  readonly dap_request: {
    readonly command: string;
    readonly body: unknown;
  };
  readonly dap_search: {
    readonly matches: readonly {
      readonly session?: string | undefined;
      readonly seq: number;
      readonly t: number;
      readonly category: string;
      readonly text: string;
      readonly before?: readonly string[] | undefined;
      readonly after?: readonly string[] | undefined;
    }[];
    readonly total: number;
    /** Oldest entries no longer kept and not searched */
    readonly dropped: number;
  };
  readonly dap_summary: {
    readonly sessions: readonly {
      readonly session: string;
      readonly name: string;
      readonly state: string;
      readonly durationMs: number;
      readonly exitCode?: number | undefined;
      readonly events: Readonly<Record<string, number>>;
      readonly output: {
        readonly lines: Readonly<Record<string, number>>;
        readonly bytes: number;
        readonly linesPerSecond: number;
        readonly dropped: number;
      };
      readonly exceptions: number;
      readonly first: readonly string[];
      readonly last: readonly string[];
      readonly groups?: readonly {
        readonly key: string;
        readonly lines: number;
      }[] | undefined;
    }[];
    readonly total: number;
  };
  readonly dap_timeline: {
    readonly events: readonly {
      readonly t: number;
      readonly type: string;
      readonly detail?: string | undefined;
      readonly thread?: number | undefined;
      readonly count?: number | undefined;
    }[];
    readonly total: number;
    readonly dropped: number;
  };
  readonly debug_attach: StopResult;
  readonly debug_continue: StopResult;
  readonly debug_evaluate: {
    readonly results: readonly {
      readonly expression: string;
      readonly value?: string | undefined;
      readonly type?: string | undefined;
      /** For variable_get */
      readonly variablesReference?: string | undefined;
      readonly children?: readonly unknown[] | undefined;
      readonly truncated?: boolean | undefined;
      readonly redacted?: boolean | undefined;
      readonly error?: string | undefined;
    }[];
    readonly truncation?: {
      /** What was dropped */
      readonly dropped: readonly string[];
      /** How to get it */
      readonly next: string;
    } | undefined;
  };
  readonly debug_pause: StopResult;
  readonly debug_restart: StopResult;
  readonly debug_run_to_line: StopResult;
  readonly debug_start: StopResult;
  readonly debug_status: {
    readonly sessions: readonly ({
      readonly id: string;
      readonly name: string;
      readonly type: string;
      readonly parent?: string | undefined;
      readonly owner: 'agent' | 'user';
      readonly state: 'starting' | 'running' | 'stopped' | 'ended';
      readonly threads: number;
      readonly location?: {
        readonly file?: string | undefined;
        readonly line?: number | undefined;
        readonly function?: string | undefined;
      } | undefined;
      readonly lastStop?: {
        readonly reason: string;
        readonly seq: number;
        readonly hitBreakpoints: readonly string[];
      } | undefined;
      readonly startedAt: string;
      readonly exitCode?: number | undefined;
      readonly end?: string | undefined;
      readonly capabilities?: readonly string[] | undefined;
    })[];
    /** The session used where a call names none */
    readonly default?: string | undefined;
  };
  readonly debug_step_back: StopResult;
  readonly debug_step_into: StopResult;
  readonly debug_step_out: StopResult;
  readonly debug_step_over: StopResult;
  readonly debug_stop: {
    readonly stopped: readonly {
      readonly session: string;
      readonly exitCode?: number | undefined;
    }[];
  };
  readonly debug_wait_for_hit: StopResult;
  readonly diagnostic_collect: {
    readonly version: string;
    readonly node: string;
    readonly os: string;
    readonly host: 'headless' | 'vscode';
    /** Programs being debugged */
    readonly sessions: number;
    readonly folders: readonly {
      readonly path: string;
      readonly trusted: boolean;
    }[];
    readonly languageServers: readonly {
      readonly name: string;
      readonly languages: readonly string[];
      readonly folder: string;
      readonly state: 'starting' | 'loading' | 'ready' | 'stopped';
      readonly version?: string | undefined;
      readonly rssMb?: number | undefined;
    }[];
    readonly adapters: readonly {
      readonly name: string;
      readonly installed: boolean;
      readonly version?: string | undefined;
      readonly source?: string | undefined;
    }[];
    /** The last failed calls, newest first */
    readonly errors: readonly {
      readonly at: string;
      readonly tool: string;
      readonly code: string;
      readonly message: string;
    }[];
  };
  readonly diagnostic_list: {
    /** Checked files */
    readonly files: number;
    /** Whether the servers had finished checking */
    readonly settled: boolean;
    /** Of all severities, listed or not */
    readonly counts: {
      readonly error: number;
      readonly warning: number;
      readonly info: number;
      readonly hint: number;
    };
    readonly diagnostics: readonly CodeDiagnostic[];
    readonly unchecked?: readonly {
      readonly files: number;
      readonly example: string;
      readonly reason: string;
    }[] | undefined;
    readonly hint?: string | undefined;
  };
  readonly docs_get: {
    readonly guides?: readonly {
      readonly id: string;
      readonly title: string;
    }[] | undefined;
    /** Names of tools by category */
    readonly tools?: Readonly<Record<string, readonly string[]>> | undefined;
    readonly guide?: {
      readonly id: string;
      readonly text: string;
    } | undefined;
    /** The whole metadata of a tool */
    readonly tool?: unknown | undefined;
  };
  readonly editor_context: {
    /** Whether a person has a window open here */
    readonly window: boolean;
    readonly folders: readonly string[];
    readonly activeFile?: string | undefined;
    readonly language?: string | undefined;
    readonly selection?: {
      readonly line: number;
      readonly column: number;
      readonly endLine: number;
      readonly endColumn: number;
      readonly text: string;
    } | undefined;
    readonly visible?: {
      readonly from: number;
      readonly to: number;
    } | undefined;
    readonly tabs?: readonly {
      readonly path: string;
      readonly isActive: boolean;
      readonly isDirty: boolean;
    }[] | undefined;
    readonly dirtyFiles: readonly string[];
    readonly hint?: string | undefined;
  };
  readonly editor_goto: {
    readonly opened: string;
    readonly line: number;
    readonly column: number;
  };
  readonly exception_info: {
    readonly id: string;
    readonly description?: string | undefined;
    readonly breakMode: string;
    readonly type?: string | undefined;
    readonly message?: string | undefined;
    readonly stack?: readonly string[] | undefined;
    readonly inner?: readonly unknown[] | undefined;
  };
  readonly rename_file: {
    /** Whether a language server updated the imports; "no-provider" where none can */
    readonly importsUpdated: boolean | string;
    readonly applied: boolean;
    readonly saved: boolean;
    readonly moved: readonly {
      readonly from: string;
      readonly to: string;
    }[];
    readonly totalEdits: number;
    /** Whether the servers had finished checking */
    readonly settled: boolean;
    /** Touched files that no server checked */
    readonly unchecked: number;
    readonly hint?: string | undefined;
    readonly newDiagnostics: readonly CodeDiagnostic[];
    readonly importEdits: readonly FileChange[];
  };
  readonly launch_list: {
    readonly launches: readonly {
      readonly name: string;
      readonly type: string;
      readonly request: string;
      readonly folder: string;
      readonly adapterInstalled: boolean;
      readonly preLaunchTask?: string | undefined;
      readonly inputs?: readonly string[] | undefined;
      readonly program?: string | undefined;
    }[];
    readonly total: number;
    readonly hint?: string | undefined;
  };
  readonly memory_read: {
    readonly address: string;
    readonly bytes: string;
    readonly count: number;
    readonly unreadable?: number | undefined;
  };
  readonly module_list: {
    readonly modules: readonly {
      readonly name: string;
      readonly path?: string | undefined;
      readonly version?: string | undefined;
      readonly symbolStatus?: string | undefined;
    }[];
    readonly total: number;
  };
  readonly scope_list: {
    readonly scopes: readonly {
      readonly name: string;
      /** The `scope` of variable_list that shows it */
      readonly kind: 'local' | 'closure' | 'global' | 'registers';
      /** For variable_get */
      readonly variablesReference: string;
      readonly expensive: boolean;
      readonly named?: number | undefined;
      readonly indexed?: number | undefined;
    }[];
  };
  readonly get_setting: {
    readonly key?: string | undefined;
    /** Absent where nothing sets it */
    readonly value?: unknown | undefined;
    /** Absent where the host knows no defaults */
    readonly default?: unknown | undefined;
    readonly user?: unknown | undefined;
    readonly workspace?: unknown | undefined;
    readonly folder?: unknown | undefined;
    readonly effectiveFrom?: 'default' | 'user' | 'workspace' | 'folder' | undefined;
    readonly inLanguage?: SettingByScope | undefined;
    /** For keys and prefix */
    readonly settings?: readonly Setting[] | undefined;
    readonly total?: number | undefined;
    readonly hint?: string | undefined;
  };
  readonly set_setting: {
    readonly key: string;
    /** Absent where it had no value there */
    readonly old?: unknown | undefined;
    /** Absent where it has none now */
    readonly new?: unknown | undefined;
    /** The scope that was written */
    readonly target: 'workspace' | 'folder' | 'user';
    readonly language?: string | undefined;
    readonly file: string;
  };
  readonly stack_get: {
    readonly frames: readonly {
      readonly frame: string;
      readonly function: string;
      readonly file?: string | undefined;
      readonly line?: number | undefined;
      readonly column?: number | undefined;
      readonly internal?: boolean | undefined;
      readonly source?: readonly string[] | undefined;
    }[];
    /** Frames of the thread where the adapter tells */
    readonly total?: number | undefined;
    /** Frames of the runtime and of libraries that are not shown */
    readonly hiddenCount: number;
    /** `start` of the next call */
    readonly next?: number | undefined;
  };
  readonly symbol_calls: {
    readonly symbol: string;
    readonly direction: 'incoming' | 'outgoing';
    readonly calls: readonly CallNode[];
    /** Functions in the tree */
    readonly total: number;
  };
  readonly symbol_info: {
    readonly symbol: SymbolPlace;
    /** Markdown */
    readonly hover?: string | undefined;
    readonly signature?: readonly string[] | undefined;
    readonly definition?: readonly SymbolPlace[] | undefined;
    readonly typeDefinition?: readonly SymbolPlace[] | undefined;
    readonly implementation?: readonly SymbolPlace[] | undefined;
    readonly supertypes?: readonly SymbolPlace[] | undefined;
    readonly subtypes?: readonly SymbolPlace[] | undefined;
    /** What the language server cannot tell */
    readonly unsupported?: readonly {
      readonly what: string;
      readonly reason: string;
    }[] | undefined;
  };
  readonly symbol_references: {
    readonly symbol: string;
    readonly files: readonly {
      readonly path: string;
      readonly hits: readonly {
        readonly line: number;
        readonly column: number;
        /** The line */
        readonly text?: string | undefined;
        readonly before?: readonly string[] | undefined;
        readonly after?: readonly string[] | undefined;
      }[];
    }[];
    /** Hits of all pages */
    readonly total: number;
    readonly totalFiles: number;
    /** Of the next page */
    readonly cursor?: string | undefined;
  };
  readonly rename_symbol: {
    readonly from: string;
    readonly to: string;
    readonly files: readonly FileChange[];
    readonly totalEdits: number;
    /** False for a preview */
    readonly applied: boolean;
    readonly saved: boolean;
    /** Errors and warnings that the change brought */
    readonly newDiagnostics: readonly CodeDiagnostic[];
    /** Whether the servers had finished checking */
    readonly settled: boolean;
    /** Changed files whose diagnostics were not read */
    readonly unchecked: number;
  };
  readonly symbol_replace: {
    readonly path: string;
    /** The declaration before the change */
    readonly range: {
      readonly line: number;
      readonly column: number;
      readonly endLine: number;
      readonly endColumn: number;
    };
    readonly oldHash: string;
    readonly newHash: string;
    readonly files: readonly FileChange[];
    readonly totalEdits: number;
    /** False for a preview */
    readonly applied: boolean;
    readonly saved: boolean;
    /** Errors and warnings that the change brought */
    readonly newDiagnostics: readonly CodeDiagnostic[];
    /** Whether the servers had finished checking */
    readonly settled: boolean;
    /** Changed files whose diagnostics were not read */
    readonly unchecked: number;
  };
  readonly symbol_search: {
    readonly symbols: readonly {
      readonly name: string;
      readonly kind: string;
      readonly container?: string | undefined;
      readonly path: string;
      readonly line: number;
      /** Where it is known and not the same line */
      readonly endLine?: number | undefined;
    }[];
    /** Symbols that match */
    readonly total: number;
    /** Symbols of the file below the depth */
    readonly hidden?: number | undefined;
    /** Language servers that could not answer */
    readonly unsearched?: readonly {
      readonly server: string;
      readonly reason: string;
    }[] | undefined;
  };
  readonly test_debug: {
    readonly event: 'stopped' | 'running' | 'exited' | 'terminated' | 'output';
    /** breakpoint, step, exception, pause, entry … */
    readonly reason?: string | undefined;
    /** The adapter's own reason where it differs */
    readonly rawReason?: string | undefined;
    readonly session: string;
    readonly thread?: number | undefined;
    /** Valid until the program resumes */
    readonly frame?: string | undefined;
    readonly file?: string | undefined;
    readonly line?: number | undefined;
    readonly column?: number | undefined;
    readonly function?: string | undefined;
    readonly sourceLines?: readonly SourceLine[] | undefined;
    readonly hitBreakpoints?: readonly string[] | undefined;
    readonly exception?: {
      readonly id: string;
      readonly message: string;
    } | undefined;
    readonly exitCode?: number | undefined;
    /** The last lines printed during the call */
    readonly outputTail?: readonly string[] | undefined;
    /** Breakpoints that the program never reached as code, with the adapter's reason */
    readonly unboundBreakpoints?: readonly UnboundBreakpoint[] | undefined;
    /** Locals of the frame that a step changed */
    readonly changed?: readonly {
      readonly name: string;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
    }[] | undefined;
    readonly returnValue?: string | undefined;
    /** Breakpoints set by text that were found again on another line */
    readonly moved?: readonly {
      readonly id: string;
      readonly file: string;
      readonly from: number;
      readonly to?: number | undefined;
      readonly message?: string | undefined;
    }[] | undefined;
    /** The line of output that matched */
    readonly match?: string | undefined;
    /** All sessions that a compound started */
    readonly sessions?: readonly string[] | undefined;
    readonly test: string;
    readonly framework: string;
    readonly hint?: string | undefined;
    readonly waitedMs: number;
  };
  readonly test_discover: {
    readonly frameworks: readonly string[];
    /** Whether all tests could be listed */
    readonly complete: boolean;
    readonly total: number;
    readonly tests: readonly {
      readonly name: string;
      readonly path: string;
      readonly line: number;
      readonly framework: string;
    }[];
    /** What could not be listed and why */
    readonly problems?: readonly string[] | undefined;
  };
  readonly test_run: {
    readonly framework: string;
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
    readonly failures: readonly {
      readonly name: string;
      readonly file?: string | undefined;
      readonly line?: number | undefined;
      readonly message: string;
    }[];
    /** What the framework printed last */
    readonly outputTail?: readonly string[] | undefined;
  };
  readonly thread_list: {
    readonly threads: readonly {
      readonly id: number;
      readonly name: string;
      readonly state: 'running' | 'stopped';
      /** Why it stopped */
      readonly stopped?: string | undefined;
      /** function at file:line */
      readonly topFrame?: string | undefined;
    }[];
    readonly total: number;
  };
  readonly variable_get: {
    readonly name?: string | undefined;
    readonly value?: string | undefined;
    readonly type?: string | undefined;
    readonly ref?: string | undefined;
    readonly redacted?: boolean | undefined;
    /** `evaluate`: the path could only be read by evaluating it */
    readonly by?: 'variables' | 'evaluate' | undefined;
    readonly children: readonly {
      readonly name: string;
      readonly value?: string | undefined;
      readonly type?: string | undefined;
      /** For variable_get; valid until the program resumes */
      readonly ref?: string | undefined;
      /** Number of children */
      readonly total?: number | undefined;
      /** Of the same shape */
      readonly children?: readonly unknown[] | undefined;
      /** The value or the children are cut */
      readonly truncated?: boolean | undefined;
      /** A secret was masked */
      readonly redacted?: boolean | undefined;
      /** A getter; variable_get with its ref runs it */
      readonly lazy?: boolean | undefined;
    }[];
    readonly start: number;
    readonly shown: number;
    readonly total?: number | undefined;
    /** `start` of the next page */
    readonly next?: number | undefined;
    readonly truncation?: {
      /** What was dropped */
      readonly dropped: readonly string[];
      /** How to get it */
      readonly next: string;
    } | undefined;
  };
  readonly variable_list: {
    readonly scopes: readonly {
      readonly name: string;
      readonly variables: readonly {
        readonly name: string;
        readonly value?: string | undefined;
        readonly type?: string | undefined;
        /** For variable_get; valid until the program resumes */
        readonly ref?: string | undefined;
        /** Number of children */
        readonly total?: number | undefined;
        /** Of the same shape */
        readonly children?: readonly unknown[] | undefined;
        /** The value or the children are cut */
        readonly truncated?: boolean | undefined;
        /** A secret was masked */
        readonly redacted?: boolean | undefined;
        /** A getter; variable_get with its ref runs it */
        readonly lazy?: boolean | undefined;
      }[];
      /** Variables of the scope where not all are shown */
      readonly total?: number | undefined;
      /** Entries of the runtime that are not shown */
      readonly hidden?: number | undefined;
    }[];
    readonly notFound?: readonly string[] | undefined;
    readonly truncation?: {
      /** What was dropped */
      readonly dropped: readonly string[];
      /** How to get it */
      readonly next: string;
    } | undefined;
  };
  readonly variable_save: {
    readonly path: string;
    readonly bytes: number;
    readonly items: number;
    /** `maxItems`, `maxBytes` or the adapter cut it */
    readonly truncated: boolean;
    readonly reason?: string | undefined;
    /** Secrets that were masked */
    readonly masked?: number | undefined;
  };
  readonly variable_set: {
    readonly old: string;
    readonly new: string;
    readonly type?: string | undefined;
    /** The request that changed it */
    readonly by: 'setVariable' | 'setExpression' | 'evaluate';
    readonly redacted?: boolean | undefined;
    readonly hint?: string | undefined;
  };
};

export type ToolName = keyof ToolInputs;

/** Tools that work without an editor host. */
export type HostlessTool = 'bridge_status' | 'docs_get';
