import {
  type JSONRPCMessage,
  type RequestId,
  type Result,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { isUpstreamError, type WireResult } from '@molehill/core/upstream';
import { WrappedTransport } from './wrapped-transport.ts';

/** Of the revisions before 2026, whose clients know no other; the SDK answers with the code that replaced it. */
const RESOURCE_NOT_FOUND = -32_002;

type Override = (message: JSONRPCMessage) => JSONRPCMessage;

/** The SDK's server, except that results and errors of upstream servers are sent unchanged. */
export class RelayServer extends Server {
  readonly #overrides = new Map<RequestId, Override>();

  override connect(transport: Transport): Promise<void> {
    return super.connect(
      new WrappedTransport(transport, { onOutgoing: (message) => this.#override(message) }),
    );
  }

  /** Sends this result of an upstream tool with every field, also those the SDK does not know. */
  passResult({ mcpReq }: ServerContext, result: WireResult): Result {
    this.#overrides.set(mcpReq.id, (message) =>
      'result' in message ? { ...message, result: merge(message.result, result) } : message,
    );
    return { content: [] };
  }

  /** Remembers an error whose code the SDK would replace. */
  passError({ mcpReq }: ServerContext, error: unknown): void {
    if (mcpReq.envelope !== undefined || !isUpstreamError(error) || error.code !== RESOURCE_NOT_FOUND) return;
    this.#overrides.set(mcpReq.id, (message) =>
      'error' in message ? { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } } : message,
    );
  }

  /** A request that came back with a question has no result to override. */
  forget({ mcpReq }: ServerContext): void {
    this.#overrides.delete(mcpReq.id);
  }

  #override(message: JSONRPCMessage): JSONRPCMessage {
    if ('method' in message || message.id === undefined) return message;
    const override = this.#overrides.get(message.id);
    this.#overrides.delete(message.id);
    return override?.(message) ?? message;
  }
}

/** Keeps what the SDK adds to every result of a revision, such as the server's name. */
function merge(added: Result, { _meta, ...result }: WireResult): Result {
  const { content: _, _meta: addedMeta, ...rest } = added;
  const meta = { ...addedMeta, ...(_meta as object | undefined) };
  return { ...rest, ...result, ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}) };
}
