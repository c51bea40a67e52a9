/** The HTTP API of the page, as types only: the page imports these and nothing else of ours. */
import type { CallEvent, CallRecord } from '@molehill/core/calls';
import type { Answer } from '@molehill/core/result';
import type { Safety } from '@molehill/core/tool';
import type { Status } from '../molehill-server/status.ts';

/** `GET /api/status` */
export type StatusResponse = Status;

export interface ToolDescription {
  /** The name to call it by. */
  readonly name: string;
  readonly server: string;
  readonly title: string;
  readonly description: string;
  readonly safety: Safety;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** `GET /api/tools` */
export interface ToolsResponse {
  readonly tools: readonly ToolDescription[];
}

/** `POST /api/call`. Closing the connection cancels the call. */
export interface CallRequestBody {
  readonly tool: string;
  readonly input: unknown;
  /** Questions the person has agreed to. */
  readonly agreed?: readonly string[];
}

/** Either the answer, or a question to put to the person before calling again with it in `agreed`. */
export type CallResponse = Answer | { readonly question: string };

/** `GET /api/calls`: finished calls, newest first. */
export interface CallsResponse {
  readonly calls: readonly CallRecord[];
}

/** `GET /api/events`: server-sent events, each one of these as JSON. */
export type LiveEvent = CallEvent;
