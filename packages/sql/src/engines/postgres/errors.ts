import { coreErrors, type ErrorOptions, isMolehillError, type MolehillError } from '@molehill/core/errors';
import { type SqlCode, sqlErrors } from '../../errors.ts';
import { classifyNetworkError } from '../shared/connection-errors.ts';
import { describePosition } from '../shared/position.ts';
import { isFromServer } from './exchange.ts';

/** SQLSTATE to ours; the longest prefix that fits decides. */
const BY_STATE: Readonly<Record<string, SqlCode>> = {
  '08': 'E_CONNECT_FAILED',
  '0A': 'E_UNSUPPORTED',
  '22': 'E_DATA',
  '23': 'E_CONSTRAINT',
  '25001': 'E_UNSUPPORTED',
  '25006': 'E_READONLY',
  '25P03': 'E_CONNECT_FAILED',
  '28': 'E_AUTH',
  '3F000': 'E_NO_SUCH_TABLE',
  '40001': 'E_DEADLOCK',
  '40P01': 'E_DEADLOCK',
  '42501': 'E_PERMISSION',
  '42601': 'E_SYNTAX',
  '42602': 'E_SYNTAX',
  '42622': 'E_SYNTAX',
  '42703': 'E_NO_SUCH_TABLE',
  '42704': 'E_NO_SUCH_TABLE',
  '42804': 'E_DATA',
  '42846': 'E_DATA',
  '42883': 'E_NO_SUCH_TABLE',
  '42P01': 'E_NO_SUCH_TABLE',
  '42P18': 'E_DATA',
  '44': 'E_CONSTRAINT',
  '53': 'E_LIMIT',
  '55P03': 'E_LOCK_TIMEOUT',
  '57P': 'E_CONNECT_FAILED',
};

/** What the server says about a mistake. */
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

/** The statement a mistake was found in, and how many characters of ours stand before it. */
export interface StatementContext {
  readonly sql: string;
  readonly prefix?: number;
}

function codeFor(state: string): SqlCode {
  const prefixes = [state, state.slice(0, 3), state.slice(0, 2)];
  return prefixes.map((prefix) => BY_STATE[prefix]).find((code) => code !== undefined) ?? 'E_SQL';
}

function sentence(error: ServerError, context: StatementContext | undefined): string {
  const position = Number(error.position) - (context?.prefix ?? 0);
  const place = context && position > 0 ? ` (${describePosition(context.sql, position)})` : '';
  const detail = error.detail ? ` ${error.detail}` : '';
  return `PostgreSQL says: ${error.message}${place}.${detail}`;
}

function optionsFor(error: ServerError, cause: unknown): ErrorOptions {
  const { code, constraint, table, column } = error;
  const details = Object.fromEntries(
    Object.entries({ sqlstate: code, constraint, table, column }).filter(([, value]) => value !== undefined),
  );
  return { details, cause, ...(error.hint && { hint: error.hint }) };
}

/** A statement stopped by somebody else than its caller. */
function stopped(message: string, options: ErrorOptions): MolehillError {
  const byTime = /statement timeout/.test(options.cause instanceof Error ? options.cause.message : '');
  return coreErrors.fail(byTime ? 'E_TIMEOUT' : 'E_CANCELLED', message, options);
}

function classifyServerError(error: ServerError, context: StatementContext | undefined): MolehillError {
  const message = sentence(error, context);
  const options = optionsFor(error, error);
  const state = error.code ?? '';
  if (state === '57014') return stopped(message, options);
  if (state === '08P01' && /bind message supplies/.test(error.message))
    return coreErrors.fail('E_INVALID_PARAMS', message, {
      ...options,
      hint: 'Give one value in params for each $n.',
    });
  if (state === '28000' && /no encryption/.test(error.message))
    return sqlErrors.fail('E_TLS', message, {
      ...options,
      hint: 'Set tls.mode of the connection to require or stricter.',
    });
  if (state === '3D000') return sqlErrors.fail('E_CONNECT_FAILED', message, { ...options, retryable: false });
  if (state === '25001')
    return sqlErrors.fail('E_UNSUPPORTED', message, {
      ...options,
      hint: 'Send this statement alone, with query.',
    });
  return sqlErrors.fail(codeFor(state), message, options);
}

const ENDED =
  /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;

/** Failures that the driver itself finds carry no code. */
function classifyDriverError(error: Error): MolehillError | undefined {
  const said = error.message;
  if (ENDED.test(said))
    return sqlErrors.fail('E_CONNECT_FAILED', `The database cannot be reached: ${said}.`, { cause: error });
  if (/SSL/.test(said)) return sqlErrors.fail('E_TLS', `${said}.`, { cause: error });
  if (/^SASL|password/i.test(said))
    return sqlErrors.fail('E_AUTH', `Signing in failed: ${said}.`, { cause: error });
  return undefined;
}

export function classifyError(error: unknown, context?: StatementContext): MolehillError | undefined {
  if (isMolehillError(error)) return error;
  if (isFromServer(error)) return classifyServerError(error as ServerError, context);
  return classifyNetworkError(error) ?? (error instanceof Error ? classifyDriverError(error) : undefined);
}

/** The same for a `catch`: what is not known stays what it is. */
export function explainError(error: unknown, context?: StatementContext): unknown {
  return classifyError(error, context) ?? error;
}
