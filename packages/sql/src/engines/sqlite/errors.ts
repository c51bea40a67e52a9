import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import { staleCursor } from '../../cursors.ts';
import { type SqlCode, sqlErrors } from '../../errors.ts';
import { EngineFailure, ProcessGone } from './engine-process.ts';
import type { Failure, Mode } from './protocol.ts';

interface Kind {
  readonly code: SqlCode;
  readonly hint?: string;
  readonly retryable?: boolean;
}

const UNREADABLE: Kind = {
  code: 'E_CONNECT_FAILED',
  hint: 'Check that the file is an SQLite database that is neither encrypted nor damaged, and that this user may read it and its folder.',
  retryable: false,
};
const LOCKED: Kind = {
  code: 'E_LOCK_TIMEOUT',
  hint: 'Another program, or a half-read cursor, holds the database. Call again in a moment.',
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

/** Most of what a statement can get wrong has one code, and only the message tells. */
const BY_MESSAGE: readonly (readonly [RegExp, SqlCode])[] = [
  [/syntax error|incomplete input|unrecognized token|unterminated/i, 'E_SYNTAX'],
  [/no such|has no column named|unknown (?:table|column|function|database)/i, 'E_NO_SUCH_TABLE'],
  [/overflow|malformed|datatype mismatch|out of range/i, 'E_DATA'],
];

const PRIMARY = 0xff;
const ERROR = 1;
const READONLY = 8;
/** A rollback or recovery that only a writer can do, or files beside the database that cannot be made. */
const NEEDS_WRITER = new Set([264, 776, 1288, 1544]);

/** One of our errors for whatever went wrong with a child process; nothing for what is not of its kind. */
export function classifyError(error: unknown): MolehillError | undefined {
  if (isMolehillError(error)) return error;
  if (error instanceof EngineFailure) return fromFailure(error.failure, error.mode, error);
  if (!(error instanceof ProcessGone)) return undefined;
  return sqlErrors.fail(
    'E_CONNECT_FAILED',
    'The process that read the database ended; nothing was changed.',
    {
      hint: 'Call again: a new one is started.',
      cause: error,
    },
  );
}

/** For the place where everything that is thrown must be one of ours if it can be. */
export function classified(error: unknown): unknown {
  return classifyError(error) ?? error;
}

export function unknownOutcome(cause: unknown): MolehillError {
  return sqlErrors.fail(
    'E_UNKNOWN_OUTCOME',
    'The statement was interrupted while its change was being committed.',
    {
      cause,
    },
  );
}

/** What the signal says, or that it was cancelled. */
export function stopped(signal: AbortSignal): MolehillError {
  return isMolehillError(signal.reason)
    ? signal.reason
    : coreErrors.fail('E_CANCELLED', 'The statement was cancelled.', { cause: signal.reason });
}

function fromFailure(failure: Failure, mode: Mode, cause: Error): MolehillError | undefined {
  if (failure.limit === 'gave-way')
    return staleCursor('The cursor was closed because the database was written.');
  const known = fromRefusal(failure, mode) ?? fromCode(failure, mode);
  if (!known) return undefined;
  const { code, hint, retryable, message = failure.message } = known;
  const where = failure.statement === undefined ? '' : `Statement ${failure.statement}: `;
  return sqlErrors.fail(code, where + message, {
    ...(hint === undefined ? {} : { hint }),
    ...(retryable === undefined ? {} : { retryable }),
    ...(failure.statement === undefined ? {} : { details: { statement: failure.statement } }),
    cause,
  });
}

type Named = Kind & { readonly message?: string };

function fromRefusal({ denied, limit }: Failure, mode: Mode): Named | undefined {
  if (limit === 'changed-while-read')
    return {
      ...LOCKED,
      message: 'The database changed while it was read.',
      hint: 'Run the statement again.',
    };
  if (limit === 'script-rows')
    return { code: 'E_LIMIT', hint: 'Read so many rows with query or export_query.', retryable: false };
  if (limit === 'cell-size')
    return { code: 'E_LIMIT', hint: 'Read the text in parts with substr().', retryable: false };
  return denied && fromDenial(denied, mode);
}

function fromDenial({ action, subject }: NonNullable<Failure['denied']>, mode: Mode): Named {
  const what = `${action} ${subject}`.trim();
  if (mode === 'read')
    return { code: 'E_READONLY', message: `SQLite was told to refuse ${what} on a read-only connection.` };
  if (action === 'TRANSACTION' || action === 'SAVEPOINT')
    return {
      code: 'E_UNSUPPORTED',
      message: `${subject} does not work here: no transaction stays open between calls.`,
      hint: 'Send the statements to execute_script without BEGIN and COMMIT; it runs them in one transaction.',
    };
  if (action === 'ATTACH' || action === 'DETACH')
    return {
      code: 'E_UNSUPPORTED',
      message: 'A connection stays with its own file; no other one is opened or written from it.',
      hint: 'Add a connection for the other file.',
    };
  return { code: 'E_PERMISSION', message: `${what} is refused: it reaches outside the database.` };
}

function fromCode({ errcode, message }: Failure, mode: Mode): Named | undefined {
  if (errcode === undefined) return undefined;
  const primary = errcode & PRIMARY;
  if (primary === READONLY) return fromReadonly(errcode, mode);
  const known = KINDS[primary];
  if (known || primary !== ERROR) return known ?? { code: 'E_SQL' };
  return { code: BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? 'E_SQL' };
}

function fromReadonly(errcode: number, mode: Mode): Named {
  if (mode === 'read' && !NEEDS_WRITER.has(errcode)) return { code: 'E_READONLY' };
  if (mode === 'read')
    return {
      code: 'E_CONNECT_FAILED',
      message: 'The database was left in the middle of a change, and a reader cannot clean up after it.',
      hint: 'Open it once with a program, or a connection, that may write.',
      retryable: false,
    };
  return {
    code: 'E_PERMISSION',
    message: 'The database file, or its folder, is not writable.',
    hint: 'Make both writable for this user, or read only.',
  };
}
