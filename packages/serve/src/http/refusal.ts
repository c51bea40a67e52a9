import { STATUS_CODES } from 'node:http';
import { defineErrors, type ErrorCode } from '@molehill/core/errors';

export const httpErrors = defineErrors({
  E_HOST_REFUSED: {
    when: 'A request names a host that is not this machine.',
    hint: 'Use http://127.0.0.1 with the port that `molehill up` printed.',
    retryable: false,
  },
  E_ORIGIN_REFUSED: {
    when: 'A web page of another origin sent the request.',
    hint: 'Open the page that `molehill up` serves itself.',
    retryable: false,
  },
  E_UNAUTHORIZED: {
    when: 'A request carries no token, or a wrong one.',
    hint: 'Send the header "Authorization: Bearer <token>" with the token that `molehill up` printed.',
    retryable: false,
  },
  E_PERSON_REQUIRED: {
    when: 'A request decides for a person (approves, or answers a question) and carries only the token of an agent.',
    hint: 'Let the person decide on the page of `molehill up`, or in a terminal.',
    retryable: false,
  },
  E_PAGE_SESSION_ENDED: {
    when: 'The session of the page is not one of the running process: sessions end with the process that opened them.',
    hint: 'Run `molehill open` in the project and open the address that it prints.',
    retryable: false,
  },
  E_CODE_REFUSED: {
    when: 'The code in the address of the page was used before, has expired or is not known.',
    hint: 'Run `molehill open` in the project and open the address that it prints.',
    retryable: false,
  },
  E_CONTENT_TYPE: {
    when: 'A request body is not declared as JSON.',
    hint: 'Send the header "Content-Type: application/json".',
    retryable: false,
  },
  E_BODY_TOO_LARGE: {
    when: 'A request body is larger than 4 MB.',
    hint: 'Send less in one request.',
    retryable: false,
  },
  E_METHOD_NOT_ALLOWED: {
    when: 'A path was asked with a method it does not answer.',
    hint: 'Use a method that the Allow header names.',
    retryable: false,
  },
  E_NOT_SERVED: {
    when: 'Nothing is served under a path.',
    hint: 'MCP is at /mcp, the page at /.',
    retryable: false,
  },
  E_HEADERS_TOO_LARGE: {
    when: 'The headers of a request are larger than 16 KB.',
    hint: 'Send fewer or shorter headers.',
    retryable: false,
  },
  E_REQUEST_TIMEOUT: {
    when: 'A client connected and did not finish its request in time.',
    hint: 'Send the whole request at once.',
    retryable: true,
  },
  E_BAD_REQUEST: {
    when: 'A request is not HTTP as it should be.',
    hint: 'Check the request that was sent.',
    retryable: false,
  },
  E_TOO_MANY_SESSIONS: {
    when: 'More sessions are open at once than are allowed.',
    hint: 'Close sessions that are no longer used, or wait until idle ones end.',
    retryable: true,
  },
});

type HttpErrorCode = keyof typeof httpErrors.table;

const STATUS: Readonly<Record<HttpErrorCode, number>> = {
  E_HOST_REFUSED: 421,
  E_ORIGIN_REFUSED: 403,
  E_UNAUTHORIZED: 401,
  E_PERSON_REQUIRED: 403,
  E_PAGE_SESSION_ENDED: 401,
  E_CODE_REFUSED: 401,
  E_CONTENT_TYPE: 415,
  E_BODY_TOO_LARGE: 413,
  E_METHOD_NOT_ALLOWED: 405,
  E_NOT_SERVED: 404,
  E_HEADERS_TOO_LARGE: 431,
  E_REQUEST_TIMEOUT: 408,
  E_BAD_REQUEST: 400,
  E_TOO_MANY_SESSIONS: 503,
};

export interface Refusal {
  readonly error: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

export function refuse(code: HttpErrorCode, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(refusalBody(code, message), { status: STATUS[code], headers });
}

/** For connections on which no request could be parsed. */
export function rawRefusal(code: HttpErrorCode, message: string): string {
  const body = JSON.stringify(refusalBody(code, message));
  const status = STATUS[code];
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function refusalBody(code: HttpErrorCode, message: string): Refusal {
  return { error: STATUS_CODES[STATUS[code]] ?? 'Error', code, message, hint: httpErrors.table[code].hint };
}
