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
  readonly message: string;
}

export type StopResult = {
  readonly event: 'stopped' | 'running' | 'exited' | 'terminated';
  readonly reason?: string | undefined;
  readonly session: string;
  readonly thread?: number | undefined;
  readonly frame?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly function?: string | undefined;
  readonly sourceLines?: readonly SourceLine[] | undefined;
  readonly hitBreakpoints?: readonly string[] | undefined;
  readonly exception?: {
    readonly id?: string | undefined;
    readonly message: string;
  } | undefined;
  readonly exitCode?: number | undefined;
  readonly outputTail?: readonly string[] | undefined;
  readonly unboundBreakpoints?: readonly UnboundBreakpoint[] | undefined;
  readonly waitedMs: number;
  readonly hint?: string | undefined;
};

export interface ToolInputs {
  readonly docs_get: {
    /** Guide or tool name */
    readonly id?: string | undefined;
    /** Only guides that mention it */
    readonly topic?: string | undefined;
    /** Size of the answer in tokens */
    readonly maxTokens: number;
  };
}

export type ToolResults = {
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
};

export type ToolName = keyof ToolInputs;

/** Tools that work without an editor host. */
export type HostlessTool = 'docs_get';
