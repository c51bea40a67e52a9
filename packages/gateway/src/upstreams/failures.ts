import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import * as z from 'zod';
import { gatewayErrors } from '../errors.ts';
import { isProtocolError, isSdkError, isSdkHttpError, sdkErrorCodes } from '../protocol.ts';
import type { UpstreamStatus } from './status.ts';

const JSONRPC_INTERNAL_ERROR = -32_603;
const TOO_LARGE = 'E_UPSTREAM_TOO_LARGE';
const tooLargeData = z.object({ code: z.literal(TOO_LARGE), bytes: z.number(), limit: z.number() });

export function tooLargeError(server: string, bytes: number, limit: number): MolehillError {
  const message = `${server} sent a message of ${bytes} bytes or more; ${limit} are accepted.`;
  return gatewayErrors.fail(TOO_LARGE, message, { details: { server, bytes, limit } });
}

/** Replaces a response that was not read, so that its request ends. */
export function tooLargeResponse(
  server: string,
  id: string | number,
  bytes: number,
  limit: number,
): JSONRPCMessage {
  const data = { code: TOO_LARGE, bytes, limit };
  return {
    jsonrpc: '2.0',
    id,
    error: { code: JSONRPC_INTERNAL_ERROR, message: `${server} sent a response that is too large.`, data },
  };
}

export function stoppedError(server: string, reason: string): MolehillError {
  return gatewayErrors.fail('E_UPSTREAM_GONE', `${server} was stopped: ${reason}.`);
}

export function backingOffError(
  server: string,
  until: number,
  last: UpstreamStatus['lastError'],
): MolehillError {
  const nextAttemptAt = new Date(until).toISOString();
  const reason = last ? ` Last failure: ${last.code}: ${last.message}` : '';
  const message = `${server} is not restarted before ${nextAttemptAt}.${reason}`;
  return gatewayErrors.fail('E_UPSTREAM_BACKOFF', message, { details: { nextAttemptAt } });
}

/** Gives failures of the connection a code. Errors that the server answered with are returned unchanged. */
export function classifyFailure(
  error: unknown,
  server: string,
  lostBecause: MolehillError | undefined,
): unknown {
  if (isMolehillError(error)) return error;
  if (isProtocolError(error)) return tooLargeOf(error, server) ?? error;
  if (isSdkHttpError(error) || isNetworkError(error)) return unreachable(error, server);
  if (!isSdkError(error)) return error;
  if (error.code === sdkErrorCodes.RequestTimeout) return timedOut(error, server);
  const isClosed = error.code === sdkErrorCodes.ConnectionClosed || error.code === sdkErrorCodes.NotConnected;
  if (isClosed) return lostBecause ?? gatewayErrors.fail('E_UPSTREAM_GONE', `${server} was stopped.`);
  if (error.code === sdkErrorCodes.InvalidResult)
    return gatewayErrors.fail(
      'E_UPSTREAM_PROTOCOL',
      `${server} sent an invalid MCP result: ${error.message}`,
    );
  return error;
}

/** True when the connection is unusable without having been closed: server unreachable, session expired. */
export function isConnectionLost(error: unknown): boolean {
  if (isSdkHttpError(error)) return error.data.status === 404 || error.data.status >= 502;
  return isNetworkError(error);
}

/** `fetch` fails with a TypeError whose cause is the system's error. */
function isNetworkError(error: unknown): error is Error {
  return error instanceof TypeError && error.cause instanceof Error;
}

function tooLargeOf(error: { readonly data?: unknown }, server: string): MolehillError | undefined {
  const { data } = tooLargeData.safeParse(error.data);
  return data && tooLargeError(server, data.bytes, data.limit);
}

function unreachable(error: Error, server: string): MolehillError {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return gatewayErrors.fail('E_UPSTREAM_GONE', `${server} cannot be reached: ${error.message}${cause}`, {
    cause: error,
  });
}

function timedOut(error: Error, server: string): MolehillError {
  return coreErrors.fail('E_TIMEOUT', `${server} did not answer in time.`, { cause: error });
}
