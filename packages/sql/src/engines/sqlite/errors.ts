import { coreErrors, type ErrorOptions, isMolehillError, type MolehillError } from '@molehill/core/errors';
import { staleCursor } from '../../cursors.ts';
import { type SqlCode, sqlErrors } from '../../errors.ts';
import { ChildError, ProcessExited } from './process.ts';
import type { Failure, Mode } from './protocol.ts';

interface Kind extends ErrorOptions {
  readonly code: SqlCode;
  /** Default: SQLite's own message. */
  readonly message?: string;
}

const UNREADABLE: Kind = {
  code: 'E_CONNECT_FAILED',
  hint: 'Check that the file is an SQLite database that is neither encrypted nor damaged, and that this user may read it and its folder.',
  retryable: false,
};
const LOCKED: Kind = {
  code: 'E_LOCK_TIMEOUT',
  hint: 'Another program or a half-read cursor has locked the database. Call again in a moment.',
};

/** By SQLite's primary result code. */
const KINDS: Readonly<Record<number, Kind>> = {
  3: { code: 'E_PERMISSION' },
  5: LOCKED,
  6: LOCKED,
  7: { code: 'E_LIMIT' },
  10: UNREADABLE,
  11: UNREADABLE,
  13: { code: 'E_LIMIT' },
  14: UNREADABLE,
  15: LOCKED,
  18: { code: 'E_LIMIT' },
  19: { code: 'E_CONSTRAINT' },
  20: { code: 'E_DATA' },
  25: { code: 'E_DATA' },
  26: UNREADABLE,
};
const ERROR = 1;
const READONLY = 8;

/** Most errors of a statement share one result code; only the message distinguishes them. */
const BY_MESSAGE: readonly (readonly [RegExp, SqlCode])[] = [
  [/syntax error|incomplete input|unrecognized token|unterminated/i, 'E_SYNTAX'],
  [/^no such column|has no column named|unknown column/i, 'E_NO_SUCH_COLUMN'],
  [/no such|unknown (?:table|function|database)/i, 'E_NO_SUCH_TABLE'],
  [/overflow|malformed|datatype mismatch|out of range/i, 'E_DATA'],
];

/** Extended codes for a rollback or recovery that only a writer can do, and for journals that cannot be created. */
const NEEDS_WRITER = new Set([264, 776, 1288, 1544]);
const NEEDS_RECOVERY: Kind = {
  code: 'E_CONNECT_FAILED',
  message: 'A program exited in the middle of a change, and a reader cannot roll it back.',
  hint: 'Open the database once with a program or connection that may write.',
  retryable: false,
};
const NOT_WRITABLE: Kind = {
  code: 'E_PERMISSION',
  message: 'The database file, or its folder, is not writable.',
  hint: 'Make both writable for this user.',
};

const LIMITS: Readonly<Record<Exclude<NonNullable<Failure['limit']>, 'yielded'>, Kind>> = {
  'changed-while-read': { code: 'E_LOCK_TIMEOUT', hint: 'Run the statement again.' },
  'script-rows': {
    code: 'E_LIMIT',
    hint: 'Read so many rows with {tool:query} or {tool:export_query}.',
    retryable: false,
  },
  'cell-size': { code: 'E_LIMIT', hint: 'Read the text in parts with substr().', retryable: false },
};

/** Undefined for an error that is not one of a child process. */
export function classifyError(error: unknown): MolehillError | undefined {
  if (isMolehillError(error)) return error;
  if (error instanceof ChildError) return fromFailure(error);
  if (!(error instanceof ProcessExited)) return undefined;
  const message = 'The process that read the database exited; nothing was changed.';
  return sqlErrors.fail('E_CONNECT_FAILED', message, { hint: 'Call again.', cause: error });
}

/** The error to throw for a call with this signal. */
export function toError(error: unknown, signal: AbortSignal): unknown {
  if (isMolehillError(error) || !signal.aborted) return classifyError(error) ?? error;
  if (isMolehillError(signal.reason)) return signal.reason;
  return coreErrors.fail('E_CANCELLED', 'The statement was cancelled.', { cause: signal.reason });
}

export function unknownOutcome(cause: unknown): MolehillError {
  const message = 'The statement was interrupted while its change was being committed.';
  return sqlErrors.fail('E_UNKNOWN_OUTCOME', message, { cause });
}

function fromFailure(error: ChildError): MolehillError | undefined {
  const { failure, mode } = error;
  const { statement, limit } = failure;
  if (limit === 'yielded')
    return staleCursor('The cursor was closed because another program wrote the database.');
  const kind = limit ? LIMITS[limit] : kindOf(failure, mode);
  if (!kind) return undefined;
  const { code, message = failure.message, ...options } = kind;
  if (statement === undefined) return sqlErrors.fail(code, message, { ...options, cause: error });
  const details = { ...options.details, statement };
  return sqlErrors.fail(code, `Statement ${statement}: ${message}`, { ...options, details, cause: error });
}

function kindOf({ denied, errcode, message }: Failure, mode: Mode): Kind | undefined {
  if (denied) return fromDenial(denied, mode);
  if (errcode === undefined) return undefined;
  const primary = errcode & 0xff;
  if (primary === READONLY) {
    if (mode === 'write') return NOT_WRITABLE;
    return NEEDS_WRITER.has(errcode) ? NEEDS_RECOVERY : { code: 'E_READONLY' };
  }
  if (primary !== ERROR) return KINDS[primary] ?? { code: 'E_SQL' };
  const code = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? 'E_SQL';
  const missing = MISSING.exec(message)?.[1];
  return missing === undefined ? { code } : { code, details: { missing } };
}

const MISSING = /(?:^no such (?:table|column): |has no column named )(\S+)/;

function fromDenial({ action, subject }: NonNullable<Failure['denied']>, mode: Mode): Kind {
  const denied = `${action} ${subject}`.trim();
  if (mode === 'read')
    return { code: 'E_READONLY', message: `SQLite denied ${denied} on a read-only connection.` };
  if (action === 'TRANSACTION' || action === 'SAVEPOINT')
    return {
      code: 'E_UNSUPPORTED',
      message: `${subject} is not supported: no transaction stays open between calls.`,
      hint: 'Send the statements to {tool:execute_script} without BEGIN and COMMIT; it runs them in one transaction.',
    };
  if (action === 'ATTACH' || action === 'DETACH')
    return {
      code: 'E_UNSUPPORTED',
      message: 'A connection uses its own file only; it cannot attach or write another one.',
      hint: 'Add a connection for the other file.',
    };
  return { code: 'E_PERMISSION', message: `${denied} is denied: it reaches outside the database.` };
}
