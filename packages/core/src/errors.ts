export type ErrorCode = `E_${string}`;

export interface ErrorKind {
  /** When this code is answered, for the reference in the docs. */
  readonly when: string;
  /** The next action, said with the error unless the thrower knows a better one. */
  readonly hint: string;
  readonly retryable: boolean;
  /** Told even to a caller who cancelled: it says what became of the work. */
  readonly outranksAbort?: boolean;
}

export type ErrorTable<Code extends ErrorCode = ErrorCode> = Readonly<Record<Code, ErrorKind>>;

export interface ErrorOptions {
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly outranksAbort?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
  /** All that a model is told, where a design fixes the words; code and hint are then for programs alone. */
  readonly text?: string;
  readonly cause?: unknown;
}

const BRAND = Symbol.for('molehill.error');

/** The one error class. Recognised by brand, because two bundles may each carry a copy of it. */
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

/** Declares a package's codes and returns the function that makes errors of them, with the table's hint as default. */
export function defineErrors<Code extends ErrorCode>(table: ErrorTable<Code>) {
  const fail = (code: Code, message: string, options: ErrorOptions = {}): MolehillError => {
    const kind = table[code];
    return new MolehillError(code, message, { ...kind, ...options });
  };
  return { table, fail };
}

/** One table out of all packages' tables; a code declared twice is a mistake of ours and stops the start. */
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
    when: 'The arguments do not fit the tool’s parameters.',
    hint: 'Correct the named argument and call again.',
    retryable: false,
  },
  E_UNKNOWN_TOOL: {
    when: 'No tool of that name is served here.',
    hint: 'List the tools to see which are served here.',
    retryable: false,
  },
  E_TIMEOUT: {
    when: 'The call took longer than it may.',
    hint: 'Ask for less, or start Molehill with a larger --timeout.',
    retryable: true,
  },
  E_CANCELLED: {
    when: 'The caller cancelled the call.',
    hint: 'Nothing to do; call again if it was cancelled by mistake.',
    retryable: true,
  },
  E_CONFIRMATION_REQUIRED: {
    when: 'The tool must ask a person first, and this client cannot be asked.',
    hint: 'Call it from a client that supports elicitation, from a terminal, or from the page of `molehill up`.',
    retryable: false,
  },
  E_DECLINED: {
    when: 'A person was asked and said no.',
    hint: 'Do not try again without being told to.',
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
    when: 'A cursor was not made by this tool, or what it points to is gone.',
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
  E_PORT_IN_USE: {
    when: 'The port asked for is taken by another program.',
    hint: 'Choose another with --port, or leave --port out to take the next free one.',
    retryable: false,
  },
  E_INTERNAL: {
    when: 'Something failed that should not have.',
    hint: 'The log has the details under the given id.',
    retryable: false,
  },
});
