export type ErrorCode = `E_${string}`;

export interface ErrorKind {
  /** When this code is returned; for the reference. */
  readonly when: string;
  /** The next action; a thrower may replace it. */
  readonly hint: string;
  readonly retryable: boolean;
  /** Returned even after a cancellation, because it tells the outcome of the work. */
  readonly outranksAbort?: boolean;
}

export type ErrorTable<Code extends ErrorCode = ErrorCode> = Readonly<Record<Code, ErrorKind>>;

export interface ErrorOptions {
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly outranksAbort?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Replaces the whole text for a model, where a design fixes it. */
  readonly text?: string;
  readonly cause?: unknown;
}

const BRAND = Symbol.for('molehill.error');

/** The one error class. Recognised by brand, because two bundles may contain a copy each. */
export class MolehillError extends Error {
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly hint: string;
  readonly retryable: boolean;
  readonly outranksAbort: boolean;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly text: string | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'MolehillError';
    this.code = code;
    this.hint = options.hint ?? '';
    this.retryable = options.retryable ?? false;
    this.outranksAbort = options.outranksAbort ?? false;
    this.details = options.details;
    this.text = options.text;
  }
}

export function isMolehillError(value: unknown): value is MolehillError {
  return typeof value === 'object' && value !== null && BRAND in value;
}

/** The one line that a model or a terminal reads. */
export function errorText({ code, message, hint }: Pick<MolehillError, 'code' | 'message' | 'hint'>): string {
  return `[${code}] ${message}${hint ? ` — ${hint}` : ''}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Declares the error codes of a package; `fail` creates an error with the table's defaults. */
export function defineErrors<Code extends ErrorCode>(table: ErrorTable<Code>) {
  const fail = (code: Code, message: string, options: ErrorOptions = {}): MolehillError => {
    const kind = table[code];
    return new MolehillError(code, message, { ...kind, ...options });
  };
  return { table, fail };
}

/** Merges the tables of all packages, and throws for a code that is declared twice. */
export function mergeErrorTables(...tables: readonly ErrorTable[]): ErrorTable {
  const merged: Record<ErrorCode, ErrorKind> = {};
  for (const [code, kind] of tables.flatMap((table) => Object.entries(table))) {
    if (code in merged) throw new Error(`error code ${code} is declared twice`);
    merged[code as ErrorCode] = kind;
  }
  return merged;
}

export const coreErrors = defineErrors({
  E_INVALID_PARAMS: {
    when: 'The arguments do not match the tool’s parameters.',
    hint: 'Correct the named argument and call again.',
    retryable: false,
  },
  E_UNKNOWN_TOOL: {
    when: 'No tool has that name.',
    hint: 'List the tools to see which are served here.',
    retryable: false,
  },
  E_TIMEOUT: {
    when: 'The call exceeded its timeout.',
    hint: 'Ask for less, or start Molehill with a larger --timeout.',
    retryable: true,
  },
  E_CANCELLED: {
    when: 'The caller cancelled the call.',
    hint: 'Nothing to do; call again if it was cancelled by mistake.',
    retryable: true,
  },
  E_CONFIRMATION_REQUIRED: {
    when: 'A person must confirm the call, and this client cannot ask one.',
    hint: 'Call it from a client that supports elicitation, from a terminal, or from the page of `molehill up`.',
    retryable: false,
  },
  E_DECLINED: {
    when: 'A person was asked and declined.',
    hint: 'Do not call again unless the person asks for it.',
    retryable: false,
  },
  E_READONLY: {
    when: 'The call would change something that is read-only, or is not known to read only.',
    hint: 'Ask for data without changing it. Only a person can make it writable.',
    retryable: false,
  },
  E_STALE_REFERENCE: {
    when: 'A handle is unknown, expired, closed, or belongs to another caller.',
    hint: 'Open it again.',
    retryable: false,
  },
  E_TOO_MANY_HANDLES: {
    when: 'As many handles of one kind are in use as may be open.',
    hint: 'Wait for a call that uses one, or close one.',
    retryable: true,
  },
  E_CURSOR_INVALID: {
    when: 'A cursor is not one of this tool.',
    hint: 'Call again without a cursor to start from the newest entry.',
    retryable: false,
  },
  E_CONFIG: {
    when: 'A setting in the file, the environment or the flags is not valid.',
    hint: 'Correct the named setting.',
    retryable: false,
  },
  E_STATE_DIR: {
    when: 'The state directory cannot be used.',
    hint: 'Make it writable, or choose another with MOLEHILL_HOME.',
    retryable: false,
  },
  E_STORE_LOCKED: {
    when: 'Another process holds a file of the state directory for too long.',
    hint: 'Call again in a moment. If that process is stuck, end it.',
    retryable: true,
  },
  E_STORE_DAMAGED: {
    when: 'A state file is damaged and could not be set aside.',
    hint: 'Move the damaged file to another folder, then call again.',
    retryable: false,
  },
  E_STORE_ACCESS: {
    when: 'The file system refuses to read or write a state file.',
    hint: 'Make the named file and its folder readable and writable for this user.',
    retryable: false,
  },
  E_AUDIT: {
    when: 'The audit is required and cannot be written.',
    hint: 'Ask a person to make room for the state directory or to set `audit` to optional.',
    retryable: false,
  },
  E_PORT_IN_USE: {
    when: 'The port asked for is taken by another program.',
    hint: 'Choose another with --port, or leave --port out to take the next free one.',
    retryable: false,
  },
  E_INTERNAL: {
    when: 'The tool failed unexpectedly.',
    hint: 'The log has the details under the given id.',
    retryable: false,
  },
});
