import { describe, expect, it } from 'vitest';
import { ApiError, isSignedOut, problemOf, readProblem } from './api-client.ts';

describe('a failed request', () => {
  it('has the message of the server', () => {
    const body = {
      error: 'Unauthorized',
      code: 'E_UNAUTHORIZED',
      message: 'The token is wrong.',
      hint: 'Send it.',
    };
    expect(readProblem(401, body)).toEqual({
      status: 401,
      code: 'E_UNAUTHORIZED',
      message: 'The token is wrong.',
      hint: 'Send it.',
    });
  });

  it.each([undefined, null, 'gone', {}])('has a default message when the body is %j', (body) => {
    expect(readProblem(502, body)).toEqual({
      status: 502,
      code: 'HTTP 502',
      message: 'The request failed.',
      hint: '',
    });
  });

  it('distinguishes a missing session from a missing server', () => {
    expect(isSignedOut(new ApiError(readProblem(401, {})))).toBe(true);
    expect(isSignedOut(new ApiError(readProblem(403, {})))).toBe(false);
    expect(isSignedOut(new TypeError('Failed to fetch'))).toBe(false);
    expect(problemOf(new TypeError('Failed to fetch')).status).toBe(0);
  });
});
