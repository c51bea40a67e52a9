import type { Caller } from './caller.ts';
import type { ToolHints } from './effects.ts';
import { defineErrors } from './errors.ts';
import type { Handles } from './handles.ts';
import type { Log } from './log.ts';
import type { Progress } from './progress.ts';

/** A tool as the server that defines it describes it. Whatever it says is passed on, known to us or not. */
export interface WireTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: ToolHints;
  readonly [more: string]: unknown;
}

/** A result of the protocol, untouched. */
export type WireResult = Readonly<Record<string, unknown>>;

/** The client behind a request, for a server that asks or tells something back while it works. */
export interface Peer {
  /** Alike for everything one connection asks; where the protocol knows no connections, every request is its own. */
  readonly session: string;
  /** The handshake of 2025, with requests in both directions, or 2026, where a server answers with its questions. */
  readonly era: 'legacy' | 'modern';
  /** What the client says of itself, in the words of the protocol. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly info?: Readonly<Record<string, unknown>>;
  /** From which severity on it wants to be told what the server logs, if it said so with this request. */
  readonly logLevel?: string;
  /** Refused by clients of 2026: a question to them is a result. */
  request(method: string, params: WireResult | undefined, signal?: AbortSignal): Promise<WireResult>;
  notify(method: string, params: WireResult | undefined): void;
}

/** What a client of 2026 brings along when it comes again with answers. */
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
  /** Absent where nobody listens: then the server behind is not asked to tell. */
  readonly progress?: (progress: Progress) => void;
  /** Absent where the caller is no MCP client. */
  readonly peer?: Peer;
  readonly continuation?: ContinuationParams;
}

/** The parameters of `tools/call` but its name, as they came. */
export type UpstreamCallParams = Readonly<Record<string, unknown>> & {
  readonly arguments?: unknown;
};

/** A tool that another server defines and runs. Its input is judged there, and its result is passed on as it is. */
export interface UpstreamTool {
  readonly kind: 'upstream';
  /** The name it has where it is defined. */
  readonly name: string;
  readonly definition: WireTool;
  readonly timeoutMs?: number;
  /** Resolves with the result, which may be a question (`input_required`); refusals of the protocol are `UpstreamError`. */
  call(params: UpstreamCallParams, context: UpstreamCallContext): Promise<WireResult>;
}

export function isUpstreamTool(tool: object): tool is UpstreamTool {
  return 'kind' in tool && tool.kind === 'upstream';
}

const BRAND = Symbol.for('molehill.upstream-error');

/** A JSON-RPC error of the server behind: it leaves by an MCP frontend exactly as it came. */
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
    when: 'A tool of another server ran and reported a failure.',
    hint: '',
    retryable: false,
  },
  E_UPSTREAM_REFUSAL: {
    when: 'Another server refused a call of one of its tools.',
    hint: 'Its message says why; the details have its own error code.',
    retryable: false,
  },
});

export function asksForInput(result: WireResult): boolean {
  return result.resultType === 'input_required';
}
