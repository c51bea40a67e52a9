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

export interface ToolInputs {
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
    /** Id; other stops do not count */
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
  readonly docs_get: {
    /** Guide or tool name */
    readonly id?: string | undefined;
    /** Only guides that mention it */
    readonly topic?: string | undefined;
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
}

export type ToolResults = {
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
  readonly debug_attach: StopResult;
  readonly debug_continue: StopResult;
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
};

export type ToolName = keyof ToolInputs;

/** Tools that work without an editor host. */
export type HostlessTool = 'docs_get';
