import {
  isInputRequiredResult,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Result,
  Server,
  type ServerContext,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import { isUpstreamError, type WireResult } from '@molehill/core/upstream';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

const untouched = new WeakSet<object>();

/** Marks a result of another server: it leaves as it is, with every field that this SDK does not know. */
export function passOn(result: WireResult): Result {
  untouched.add(result);
  return result;
}

function isWhole(result: Result): boolean {
  return untouched.has(result) && !isInputRequiredResult(result);
}

/** Of 2025: the SDK answers with the code that replaced it. */
const RESOURCE_NOT_FOUND = -32_002;

function noticingAbsence(handler: Handler, found: (id: RequestId) => void): Handler {
  return async (request, context) => {
    try {
      return await handler(request, context);
    } catch (error) {
      const before2026 = context.mcpReq.envelope === undefined;
      if (before2026 && isUpstreamError(error) && error.code === RESOURCE_NOT_FOUND) found(request.id);
      throw error;
    }
  };
}

/** The SDK's server, except that what another server said is not brought into the SDK's own shape on its way. */
export class FaithfulServer extends Server {
  readonly #notFound = new Set<RequestId>();

  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message: JSONRPCMessage, options?: TransportSendOptions) =>
      send(this.#withOwnCode(message), options);
    return super.connect(transport);
  }

  /** The SDK checks, asks and repeats around a handler; only its copy of a finished result is not wanted. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const found = (id: RequestId) => this.#notFound.add(id);
    if (method !== 'tools/call') return noticingAbsence(super._wrapHandler(method, handler), found);
    const asTheSdkDoes = (given: Handler) => super._wrapHandler(method, given);
    return noticingAbsence(async (request, context) => {
      let last = context.mcpReq.requestState() === undefined ? await handler(request, context) : undefined;
      if (last && isWhole(last)) return last;
      const result = await asTheSdkDoes(async (...call) => {
        const next = last ?? (await handler(...call));
        last = undefined;
        if (!isWhole(next)) return next;
        last = next;
        return { content: [] };
      })(request, context);
      return last ?? result;
    }, found);
  }

  #withOwnCode(message: JSONRPCMessage): JSONRPCMessage {
    if (!('error' in message) || message.id === undefined || !this.#notFound.delete(message.id))
      return message;
    return { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } };
  }
}
