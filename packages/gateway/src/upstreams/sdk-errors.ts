import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import { UpstreamError } from '@molehill/core/upstream';
import * as z from 'zod';
import { gatewayErrors } from '../errors.ts';
import { TOO_LARGE, tooLargeError } from './failures.ts';

const tooLargeData = z.object({ code: z.literal(TOO_LARGE), bytes: z.number(), limit: z.number() });

/** Gives failures of the connection a code. Errors that the server answered with are returned unchanged. */
export function classifyFailure(
  error: unknown,
  server: string,
  lostBecause: MolehillError | undefined,
): unknown {
  if (isMolehillError(error)) return error;
  if (error instanceof ProtocolError) {
    const { data } = tooLargeData.safeParse(error.data);
    return data ? tooLargeError(server, data.bytes, data.limit) : error;
  }
  if (error instanceof SdkHttpError || isNetworkError(error)) return unreachable(error, server);
  if (!(error instanceof SdkError)) return error;
  if (error.code === SdkErrorCode.RequestTimeout)
    return coreErrors.fail('E_TIMEOUT', `${server} did not answer in time.`, { cause: error });
  const isClosed = error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected;
  if (isClosed) return lostBecause ?? gatewayErrors.fail('E_UPSTREAM_GONE', `${server} was stopped.`);
  if (error.code === SdkErrorCode.InvalidResult)
    return gatewayErrors.fail(
      'E_UPSTREAM_PROTOCOL',
      `${server} sent an invalid MCP result: ${error.message}`,
    );
  return error;
}

/** True when the connection is unusable without having been closed: server unreachable, session expired. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.data.status === 404 || error.data.status >= 502;
  return isNetworkError(error);
}

/** `fetch` fails with a TypeError whose cause is the system's error. */
function isNetworkError(error: unknown): error is Error {
  return error instanceof TypeError && error.cause instanceof Error;
}

function unreachable(error: Error, server: string): MolehillError {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return gatewayErrors.fail('E_UPSTREAM_GONE', `${server} cannot be reached: ${error.message}${cause}`, {
    cause: error,
  });
}

/** An error that the server answered with. */
export function upstreamErrorOf(error: unknown): UpstreamError | undefined {
  if (error instanceof SdkHttpError) return errorInBody(error.data.text);
  if (!(error instanceof ProtocolError) || isMolehillError(error)) return undefined;
  return new UpstreamError(error.code, error.message, error.data);
}

/** An error without an id is about the connection and answers no request. */
const errorBody = z.object({
  id: z.union([z.string(), z.number()]),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});

/** Modern servers send some errors with an HTTP status too, and the SDK then ignores the body. */
function errorInBody(text: unknown): UpstreamError | undefined {
  try {
    const { error } = errorBody.parse(JSON.parse(String(text)));
    return new UpstreamError(error.code, error.message, error.data);
  } catch {
    return undefined;
  }
}
