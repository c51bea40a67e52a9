import type { Client, RequestOptions, Tool } from '@modelcontextprotocol/client';
import { isMolehillError } from '@molehill/core/errors';
import type { ProgressListener } from '@molehill/core/progress';
import { type ContinuationParams, type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import * as z from 'zod';
import { isProtocolError, isSdkHttpError, metaKeys } from '../protocol.ts';

/** A request on its way to the server behind, with everything that belongs to it. */
export interface RelayParams {
  readonly method: string;
  readonly params: WireResult;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly progress?: ProgressListener | undefined;
  readonly peer?: Peer | undefined;
  readonly continuation?: ContinuationParams | undefined;
  /** Of a tool that wants some of its arguments repeated in headers. */
  readonly mirrored?: Tool | undefined;
}

/** Whatever fields there are, they are kept. */
const anyResult = z.looseObject({});

/** Sends a request as it came and resolves with the result as it was, questions included. */
export async function requestRaw(client: Client, passing: RelayParams): Promise<WireResult> {
  const { method, mirrored } = passing;
  const params = paramsFor(client, passing);
  try {
    if (mirrored && isModern(client)) return await callMirrored(client, passing, mirrored, params);
    return await client.request({ method, params }, anyResult, optionsOf(passing));
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

export function isModern(client: Client): boolean {
  return client.getProtocolEra() === 'modern';
}

/** An error that the other side answered with, in the form in which it is passed on. */
function refusalOf(error: unknown): UpstreamError | undefined {
  if (isSdkHttpError(error)) return refusalBehindStatus(error.data.text);
  if (!isProtocolError(error) || isMolehillError(error)) return undefined;
  return new UpstreamError(error.code, error.message, error.data);
}

const refusedBody = z.object({
  id: z.union([z.string(), z.number()]),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});

/**
 * Servers of 2026 say some errors by the status as well, and the SDK then looks no further than that. An error without
 * an id is about the connection, and not an answer.
 */
function refusalBehindStatus(text: unknown): UpstreamError | undefined {
  const body = refusedBody.safeParse(parsed(text)).data;
  return body && new UpstreamError(body.error.code, body.error.message, body.error.data);
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function optionsOf({ signal, timeoutMs, progress }: RelayParams): RequestOptions {
  return {
    signal,
    timeout: timeoutMs,
    allowInputRequired: true,
    ...(progress
      ? { onprogress: ({ progress: done, ...rest }) => progress({ done, ...withoutUndefined(rest) }) }
      : {}),
  };
}

/** To a server of 2026 every request says who asks and what that client can do. */
function paramsFor(client: Client, { params, peer, continuation }: RelayParams): Record<string, unknown> {
  if (!isModern(client)) return { ...params };
  const { _meta, ...rest } = params;
  const introduction = {
    [metaKeys.clientCapabilities]: peer?.capabilities ?? {},
    ...(peer?.info ? { [metaKeys.clientInfo]: peer.info } : {}),
    ...(peer?.logLevel ? { [metaKeys.logLevel]: peer.logLevel } : {}),
  };
  return { ...rest, ...continuation, _meta: { ...(_meta as object | undefined), ...introduction } };
}

/** Servers of 2026 may want arguments repeated in HTTP headers, which the SDK does in a call of its own making alone. */
async function callMirrored(
  client: Client,
  passing: RelayParams,
  mirrored: Tool,
  params: Record<string, unknown>,
): Promise<WireResult> {
  const { outputSchema: _, ...toolDefinition } = mirrored;
  const call = { name: mirrored.name, ...params };
  return { ...(await client.callTool(call, { ...optionsOf(passing), toolDefinition })) };
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
