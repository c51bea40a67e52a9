import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import { gatewayErrors } from '../errors.ts';
import { isProtocolError, isSdkError, isSdkHttpError, sdkErrorCodes } from '../protocol.ts';
import type { UpstreamStatus } from './upstream.ts';

const JSONRPC_INTERNAL_ERROR = -32_603;
const TOO_LARGE = 'E_UPSTREAM_TOO_LARGE';

export function tooLargeError(server: string, bytes: number, limit: number): MolehillError {
  const message = `${server} sent a message of ${bytes} bytes or more; ${limit} are accepted.`;
  return gatewayErrors.fail(TOO_LARGE, message, { details: { server, bytes, limit } });
}

/** Stands in for the answer that was not read, so that the call it belongs to ends. */
export function tooLargeAnswer(
  server: string,
  id: string | number,
  bytes: number,
  limit: number,
): JSONRPCMessage {
  const data = { code: TOO_LARGE, bytes, limit };
  return {
    jsonrpc: '2.0',
    id,
    error: { code: JSONRPC_INTERNAL_ERROR, message: `${server} sent too large an answer.`, data },
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
  const reason = last ? ` Last it failed with ${last.code}: ${last.message}` : '';
  const message = `${server} is not tried again before ${nextAttemptAt}.${reason}`;
  return gatewayErrors.fail('E_UPSTREAM_BACKOFF', message, { details: { nextAttemptAt } });
}

export interface Circumstances {
  readonly server: string;
  /** Why the connection is gone, if it is. */
  readonly gone: MolehillError | undefined;
}

/**
 * What went wrong with a call, with a code if it is the connection that failed. What the server itself answered, an
 * error of the protocol included, is passed on as it was.
 */
export function explainFailure(error: unknown, { server, gone }: Circumstances): unknown {
  if (isMolehillError(error)) return error;
  if (isProtocolError(error)) return tooLargeOf(error, server) ?? error;
  if (isSdkHttpError(error) || isNetworkError(error)) return unreachable(error, server);
  if (!isSdkError(error)) return error;
  if (error.code === sdkErrorCodes.RequestTimeout) return timedOut(error, server);
  const isClosed = error.code === sdkErrorCodes.ConnectionClosed || error.code === sdkErrorCodes.NotConnected;
  if (isClosed) return gone ?? gatewayErrors.fail('E_UPSTREAM_GONE', `${server} was stopped.`);
  if (error.code === sdkErrorCodes.InvalidResult)
    return gatewayErrors.fail(
      'E_UPSTREAM_PROTOCOL',
      `${server} answered with what MCP does not allow: ${error.message}`,
    );
  return error;
}

/** True when the connection is of no more use although nobody closed it: a server that is away, a session it forgot. */
export function isConnectionLost(error: unknown): boolean {
  if (isSdkHttpError(error)) return error.data.status === 404 || error.data.status >= 502;
  return isNetworkError(error);
}

/** Failed requests of `fetch` are a TypeError that carries the system's error as its cause. */
function isNetworkError(error: unknown): error is Error {
  return error instanceof TypeError && error.cause instanceof Error;
}

function tooLargeOf(error: { readonly data?: unknown }, server: string): MolehillError | undefined {
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('code' in data) || data.code !== TOO_LARGE)
    return undefined;
  const { bytes, limit } = data as unknown as { bytes: number; limit: number };
  return tooLargeError(server, bytes, limit);
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
