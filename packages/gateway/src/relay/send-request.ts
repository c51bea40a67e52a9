import type { Client, RequestOptions, Tool } from '@modelcontextprotocol/client';
import type { Handles } from '@molehill/core/handles';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import type { ContinuationParams, Peer, WireResult } from '@molehill/core/upstream';
import * as z from 'zod';
import { metaKeys } from '../protocol.ts';

/** A client's request on its way to an upstream server. */
export interface UpstreamRequest {
  readonly method: string;
  readonly params: WireResult;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly progress?: ProgressListener | undefined;
  /** Absent where the caller is not an MCP client. */
  readonly peer?: Peer | undefined;
  /** The handles of the caller, in which a call is suspended. */
  readonly handles?: Handles | undefined;
  readonly continuation?: ContinuationParams | undefined;
  /** The definition of a tool that wants some arguments repeated in HTTP headers. */
  readonly headerTool?: Tool | undefined;
}

/** Keeps all fields of a result. */
const anyResult = z.looseObject({});

/** Sends the request unchanged and resolves with the unchanged result, which may be `input_required`. */
export async function sendRequest(client: Client, request: UpstreamRequest): Promise<WireResult> {
  const { method, headerTool, signal, timeoutMs: timeout, progress } = request;
  const params = isModern(client) ? withClientMeta(request) : { ...request.params };
  const options: RequestOptions = {
    signal,
    timeout,
    allowInputRequired: true,
    ...(progress && {
      onprogress: ({ progress: done, ...rest }) => progress({ done, ...rest } as Progress),
    }),
  };
  try {
    if (headerTool && isModern(client)) return await callWithHeaders(client, headerTool, params, options);
    return await client.request({ method, params }, anyResult, options);
  } catch (error) {
    const { upstreamErrorOf } = await import('../upstreams/sdk-errors.ts');
    throw upstreamErrorOf(error) ?? error;
  }
}

export function isModern(client: Client): boolean {
  return client.getProtocolEra() === 'modern';
}

/** Every request to a modern server carries the client's info, capabilities and log level. */
function withClientMeta({ params, peer, continuation }: UpstreamRequest): Record<string, unknown> {
  const { _meta, ...rest } = params;
  const clientMeta = {
    [metaKeys.clientCapabilities]: peer?.capabilities ?? {},
    ...(peer?.info && { [metaKeys.clientInfo]: peer.info }),
    ...(peer?.logLevel && { [metaKeys.logLevel]: peer.logLevel }),
  };
  return { ...rest, ...continuation, _meta: { ...(_meta as object | undefined), ...clientMeta } };
}

/** The SDK repeats arguments in HTTP headers only in `callTool`. */
async function callWithHeaders(
  client: Client,
  { outputSchema: _, ...toolDefinition }: Tool,
  params: Record<string, unknown>,
  options: RequestOptions,
): Promise<WireResult> {
  const call = { name: toolDefinition.name, ...params };
  return { ...(await client.callTool(call, { ...options, toolDefinition })) };
}
