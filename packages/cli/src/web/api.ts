/** Types of the dashboard's HTTP API; the dashboard imports nothing else. */
import type { CallOutcome, QuestionAnswer } from '@molehill/bridge/http/call';
import type { CallEvent, CallRecord } from '@molehill/core/calls';
import type { ToolSummary } from '@molehill/core/summary';
import type {
  PlaceView,
  SessionSummary,
  SessionView,
  VariableView,
} from '@molehill/editor/debug/session-view';
import type { Seen } from '@molehill/gateway/approvals/seen';
import type { LaunchFact } from '@molehill/gateway/config';
import type { UpstreamState } from '@molehill/gateway/upstreams/status';
import type { Status } from '../molehill-server/status.ts';

/** `GET /api/status` */
export type StatusResponse = Status;

export type ToolDescription = ToolSummary;

/** `GET /api/project`: the database that the project's files name. */
export interface ProjectResponse {
  /** Which one it is, or why there is none. */
  readonly message: string;
  readonly waiting: readonly {
    /** Of what is shown; an approval is for this fingerprint. */
    readonly fingerprint: string;
    readonly place: string;
    readonly database: string;
    /** What Molehill would do: `connect to the host …`. */
    readonly would: readonly string[];
  }[];
}

/** `POST /api/project/approve`: of what was shown. Only a person's session may approve. */
export interface ProjectApproveBody {
  readonly fingerprint: string;
}

/** `GET /api/tools` */
export interface ToolsResponse {
  readonly tools: readonly ToolDescription[];
}

/** `POST /session`: exchanges the code in the fragment of the page's address. */
export interface SessionRequestBody {
  readonly code: string;
}

/** The value of the header `Molehill-Session` for all other requests of the page. */
export interface SessionResponse {
  readonly session: string;
}

/** `POST /session/code`: a code for another tab. */
export interface CodeResponse {
  readonly code: string;
}

/** `POST /api/call`. Closing the connection cancels the call. Each session is one caller. */
export interface CallRequestBody {
  readonly tool: string;
  readonly input: unknown;
  /** In the order of the questions. Only a person's session may answer. */
  readonly answers?: readonly QuestionAnswer[];
}

/** The answer, or a question: call again with the person's answer added to `answers`. */
export type CallResponse = CallOutcome;

/** `GET /api/calls`: finished calls, newest first. */
export interface CallsResponse {
  readonly calls: readonly CallRecord[];
  /** Why calls are missing. */
  readonly problem?: string;
}

/** `GET /api/events`: server-sent events, each one of these as JSON. */
export type LiveEvent = CallEvent | ChangeEvent;

/** The list of tools has changed. */
export interface ChangeEvent {
  readonly kind: 'changed';
}

/** `GET /api/debug`: debug sessions of this process. */
export interface DebugResponse {
  readonly sessions: readonly SessionSummary[];
}

/** `GET /api/debug/:id` */
export type DebugSessionResponse = SessionView;

/** `GET /api/debug/:id/frames/:ref`; a reference is valid until the program runs on. */
export type DebugFrameResponse = PlaceView;

/** `GET /api/debug/:id/variables/:ref` */
export interface DebugVariablesResponse {
  readonly variables: readonly VariableView[];
}

/** `POST /api/debug/:id/:action`: `continue`, `pause`, `step-over`, `step-into`, `step-out` or `stop`. */
export interface DebugActionResponse {
  readonly problem?: string;
}

/** An upstream server with everything needed to approve it. References to variables and files are not resolved. */
export interface UpstreamDescription {
  readonly id: string;
  readonly state: UpstreamState;
  readonly kind: 'stdio' | 'http' | 'sse';
  /** Command line or URL. */
  readonly runs: string;
  /** Everything that a person approves. */
  readonly facts: readonly LaunchFact[];
  readonly file: string;
  readonly shadows: readonly string[];
  /** Hash of what is shown; an approval is for this hash. */
  readonly hash: string;
  readonly tools: number;
  /** Token cost of listing its tools. */
  readonly tokens: number;
  readonly starts: number;
  readonly protocol?: string;
  readonly lastError?: { readonly code: string; readonly message: string; readonly at: string };
  readonly nextAttemptAt?: string;
  readonly withheld: readonly WithheldDefinition[];
}

/** A definition that is new or changed and waits for approval. */
export interface WithheldDefinition {
  /** Unique among those of the server. */
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

/** `GET /api/servers/:id/log`: the end of its standard error. */
export interface ServerLogResponse {
  readonly log: string;
}

/** `POST /api/servers/approve`: approves what was shown, by its hashes. Answers `ServersResponse`. */
export type ApproveRequestBody = Seen;
