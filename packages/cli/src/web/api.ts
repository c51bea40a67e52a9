/** The HTTP API of the page, as types only: the page imports these and nothing else of ours. */
import type { CallEvent, CallRecord } from '@molehill/core/calls';
import type { Answer } from '@molehill/core/result';
import type { ToolSummary } from '@molehill/core/summary';
import type { Seen } from '@molehill/gateway/approvals/seen';
import type { UpstreamState } from '@molehill/gateway/upstreams/status';
import type { Status } from '../molehill-server/status.ts';

/** `GET /api/status` */
export type StatusResponse = Status;

export type ToolDescription = ToolSummary;

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
export type LiveEvent = CallEvent | ChangeEvent;

/** The tools that are listed are others than before. */
export interface ChangeEvent {
  readonly kind: 'changed';
}

/** A server of somebody else, with all a person needs to decide about it. Values of variables and headers are not told. */
export interface UpstreamDescription {
  readonly id: string;
  readonly state: UpstreamState;
  readonly kind: 'stdio' | 'http' | 'sse';
  /** The command line or the address. */
  readonly runs: string;
  readonly folder?: string;
  /** The names of the variables or headers it gets. */
  readonly given: readonly string[];
  readonly file: string;
  readonly shadows: readonly string[];
  /** Of what would run: an approval is about exactly this. */
  readonly hash: string;
  readonly tools: number;
  /** What listing its tools costs a model. */
  readonly tokens: number;
  readonly starts: number;
  readonly protocol?: string;
  readonly lastError?: { readonly code: string; readonly message: string; readonly at: string };
  readonly nextAttemptAt?: string;
  readonly withheld: readonly WithheldTool[];
}

/** A tool whose definition is new or changed, and waits for a person. */
export interface WithheldTool {
  readonly name: string;
  readonly kind: 'changed' | 'new';
  readonly hash: string;
  readonly diff: string;
}

/** `GET /api/servers` */
export interface ServersResponse {
  readonly servers: readonly UpstreamDescription[];
  readonly problems: readonly string[];
}

/** `GET /api/servers/:id/log`: the end of what it wrote to standard error. */
export interface ServerLogResponse {
  readonly log: string;
}

/** `POST /api/servers/approve`: agrees to what was seen, told by its hashes. Answers with `ServersResponse`. */
export type ApproveRequestBody = Seen;
