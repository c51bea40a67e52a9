import { coreErrors, type ErrorOptions, type MolehillError } from '@molehill/core/errors';
import { type SqlCode, sqlErrors } from '../../errors.ts';
import { keysByWord } from '../../word-list.ts';
import { authFailed, classifyClientError, unreachable } from '../shared/connection-errors.ts';
import { describePosition } from '../shared/position.ts';
import { isFromServer } from './exchange.ts';
import { parameterHint } from './params.ts';

/** SQLSTATEs, or prefixes of them; the longest match counts. */
const CODES = keysByWord<SqlCode>({
  E_CONNECT_FAILED: '08 25P03 57P',
  E_UNSUPPORTED: '0A 25001',
  E_DATA: '22 42804 42846 42P18',
  E_CONSTRAINT: '23 44',
  E_READONLY: '25006',
  E_AUTH: '28',
  E_NO_SUCH_COLUMN: '42703',
  E_NO_SUCH_TABLE: '3F000 42704 42883 42P01',
  E_DEADLOCK: '40001 40P01',
  E_PERMISSION: '42501',
  E_SYNTAX: '42601 42602 42622',
  E_LIMIT: '53',
  E_LOCK_TIMEOUT: '55P03',
});

interface ServerError {
  readonly message: string;
  readonly code?: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly position?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
}

/** The statement that failed, and the length of the text that was put before it. */
interface StatementContext {
  readonly sql: string;
  readonly prefix?: number;
}

function codeFor(state: string): SqlCode {
  const prefixes = [state, state.slice(0, 3), state.slice(0, 2)];
  return prefixes.map((prefix) => CODES.get(prefix)).find((code) => code !== undefined) ?? 'E_SQL';
}

function messageOf(error: ServerError, context: StatementContext | undefined): string {
  const position = Number(error.position) - (context?.prefix ?? 0);
  const place = context && position > 0 ? ` (${describePosition(context.sql, position)})` : '';
  const detail = error.detail ? ` ${error.detail}` : '';
  return `PostgreSQL says: ${error.message}${place}.${detail}`;
}

function optionsFor(error: ServerError): ErrorOptions {
  const { code: sqlstate, constraint, table, column, hint } = error;
  const details = Object.entries({ sqlstate, constraint, table, column });
  return {
    details: Object.fromEntries(details.filter(([, value]) => value !== undefined)),
    cause: error,
    ...(hint && { hint }),
  };
}

function classifyServerError(error: ServerError, context: StatementContext | undefined): MolehillError {
  const message = messageOf(error, context);
  const options = optionsFor(error);
  const state = error.code ?? '';
  const withHint = (hint: string): ErrorOptions => ({ ...options, hint });
  // Cancelled by the server or another session.
  if (state === '57014') {
    const code = /statement timeout/.test(error.message) ? 'E_TIMEOUT' : 'E_CANCELLED';
    return coreErrors.fail(code, message, options);
  }
  if (state === '08P01' && /bind message supplies/.test(error.message))
    return coreErrors.fail(
      'E_INVALID_PARAMS',
      message,
      withHint('Pass one value in {param:params} for each $n.'),
    );
  if (state === '28000' && /no encryption/.test(error.message))
    return sqlErrors.fail(
      'E_TLS',
      message,
      withHint('Set tls.mode of the connection to require or stricter.'),
    );
  if (state === '3D000') return sqlErrors.fail('E_CONNECT_FAILED', message, { ...options, retryable: false });
  if (state === '25001')
    return sqlErrors.fail(
      'E_UNSUPPORTED',
      message,
      withHint('Send this statement alone, with {tool:query}.'),
    );
  const code = codeFor(state);
  const missing = missingName(code, error.message);
  const mark = code === 'E_SYNTAX' && context ? parameterHint(context.sql) : undefined;
  return sqlErrors.fail(code, message, {
    ...options,
    ...(mark === undefined ? {} : { hint: mark }),
    ...(missing === undefined ? {} : { details: { ...options.details, missing } }),
  });
}

/** The table or column that does not exist, where the message names one. */
function missingName(code: SqlCode, message: string): string | undefined {
  if (code === 'E_NO_SUCH_COLUMN')
    return /^column "?(.+?)"?(?: of relation .+)? does not exist$/.exec(message)?.[1];
  return code === 'E_NO_SUCH_TABLE' ? /^relation "(.+)" does not exist$/.exec(message)?.[1] : undefined;
}

const CLOSED =
  /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;

/** The driver's own errors have no code. */
function classifyDriverError(error: Error): MolehillError | undefined {
  const { message } = error;
  if (CLOSED.test(message)) return unreachable(error);
  if (/SSL/.test(message)) return sqlErrors.fail('E_TLS', `${message}.`, { cause: error });
  return /^SASL|password/i.test(message) ? authFailed(error) : undefined;
}

export function classifyError(error: unknown, context?: StatementContext): MolehillError | undefined {
  if (isFromServer(error)) return classifyServerError(error as ServerError, context);
  return classifyClientError(error, classifyDriverError);
}
