import { STATUS_CODES } from 'node:http';
import type { Failure } from '@molehill/core/result';
import { isConnectionError } from './errors.ts';

const STATUS: Readonly<Record<string, number>> = {
  E_INVALID_PARAMS: 400,
  E_READONLY: 403,
  E_CONFIRMATION_REQUIRED: 403,
  E_PERMISSION: 403,
  E_PROJECT_APPROVAL: 403,
  E_NO_SUCH_TABLE: 404,
  E_NO_SUCH_COLUMN: 404,
  E_MULTI_STATEMENT: 422,
  E_DEADLOCK: 409,
  E_LOCK_TIMEOUT: 409,
  E_SYNTAX: 422,
  E_CONSTRAINT: 422,
  E_DATA: 422,
  E_UNSUPPORTED: 422,
  E_SQL: 422,
  E_LIMIT: 503,
  E_CANCELLED: 503,
  E_UNKNOWN_OUTCOME: 502,
  E_TIMEOUT: 504,
};

/** Replaces hints that name tools of the server `sql`. */
const HINTS: Readonly<Record<string, string>> = {
  E_NO_SUCH_TABLE: 'Call get-tables and get-schema to find the right name.',
  E_CONSTRAINT: 'Change the values so that they satisfy the named constraint; get-schema shows it.',
  E_READONLY: 'Use a statement that only reads. The project’s .molehill.json makes its database read-only.',
  E_AUTH: 'Correct user and password in the file of the project that names the database.',
};

type ErrorBody = Pick<Failure['error'], 'code' | 'message' | 'hint' | 'retryable'>;

export function errorResponse({ code, message, hint, retryable }: ErrorBody): Response {
  const status = isConnectionError(code) ? 503 : (STATUS[code] ?? 500);
  const body = { error: STATUS_CODES[status], message, code, hint: hintFor(code, hint), retryable };
  return Response.json(body, { status });
}

/** Keeps the suggestion of a similar name. */
function hintFor(code: string, hint: string | undefined): string | undefined {
  const own = HINTS[code];
  if (own === undefined) return hint;
  const suggestion = /^Did you mean "[^"]*"\?/.exec(hint ?? '')?.[0];
  return suggestion === undefined ? own : `${suggestion} ${own}`;
}

export function methodNotAllowed(request: { method: string; path: string }, allow: string): Response {
  const body = {
    error: STATUS_CODES[405],
    code: 'E_METHOD_NOT_ALLOWED',
    message: `${request.path} does not accept ${request.method}.`,
    hint: 'Use a method that the Allow header names.',
  };
  return Response.json(body, { status: 405, headers: { Allow: allow } });
}
