import type { Caller } from './caller.ts';
import type { ToolHints } from './effects.ts';
import { defineErrors } from './errors.ts';
import type { Handles } from './handles.ts';
import type { Log } from './log.ts';
import type { Progress } from './progress.ts';

/** A tool definition of the protocol, with all fields, known to us or not. */
export interface WireTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: ToolHints;
  readonly [more: string]: unknown;
}

/** An unchanged result of the protocol. */
export type WireResult = Readonly<Record<string, unknown>>;

/** The client that sent a request, for upstream servers that ask or notify it. */
export interface Peer {
  /** The same for all requests of a connection; unique per request where there are no connections. */
  readonly session: string;
  /** Legacy: handshake, and requests in both directions. Modern (2026): a server answers with its questions. */
  readonly era: 'legacy' | 'modern';
  /** As the client declared them. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly info?: Readonly<Record<string, unknown>>;
  /** The log level this request asks for. */
  readonly logLevel?: string;
  /** Rejects for modern clients, which are asked with a result. */
  request(method: string, params: WireResult | undefined, signal?: AbortSignal): Promise<WireResult>;
  notify(method: string, params: WireResult | undefined): void;
}

/** What a modern client sends when it calls again with answers. */
export interface ContinuationParams {
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

export interface UpstreamCallContext {
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly caller: Caller;
  readonly handles: Handles;
  readonly log: Log;
  /** Absent where the client did not ask for progress. */
  readonly progress?: (progress: Progress) => void;
  /** Absent where the caller is not an MCP client. */
  readonly peer?: Peer;
  readonly continuation?: ContinuationParams;
}

/** The unchanged parameters of `tools/call`, without the name. */
export type UpstreamCallParams = Readonly<Record<string, unknown>> & {
  readonly arguments?: unknown;
};

/** A tool of an upstream server. Its input is not validated here, and its result passes unchanged. */
export interface UpstreamTool {
  readonly kind: 'upstream';
  /** Its name at the upstream server. */
  readonly name: string;
  readonly definition: WireTool;
  readonly timeoutMs?: number;
  /** The result may be a question (`input_required`). Protocol errors are thrown as `UpstreamError`. */
  call(params: UpstreamCallParams, context: UpstreamCallContext): Promise<WireResult>;
}

export function isUpstreamTool(tool: object): tool is UpstreamTool {
  return 'kind' in tool && tool.kind === 'upstream';
}

const BRAND = Symbol.for('molehill.upstream-error');

/** A JSON-RPC error of an upstream server, which MCP frontends pass on unchanged. */
export class UpstreamError extends Error {
  readonly [BRAND] = true;
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'UpstreamError';
    this.code = code;
    this.data = data;
  }
}

export function isUpstreamError(value: unknown): value is UpstreamError {
  return typeof value === 'object' && value !== null && BRAND in value;
}

export const upstreamErrors = defineErrors({
  E_UPSTREAM_FAILURE: {
    when: 'An upstream tool ran and reported a failure.',
    hint: '',
    retryable: false,
  },
  E_UPSTREAM_REFUSAL: {
    when: 'An upstream server rejected a call of one of its tools.',
    hint: 'Read its message; the details contain its error code.',
    retryable: false,
  },
});

export function asksForInput(result: WireResult): boolean {
  return result.resultType === 'input_required';
}
