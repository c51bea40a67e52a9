import type {
  ApproveRequestBody,
  CallRequestBody,
  CallResponse,
  CallsResponse,
  CodeResponse,
  DebugActionResponse,
  DebugFrameResponse,
  DebugResponse,
  DebugSessionResponse,
  DebugVariablesResponse,
  ProjectApproveBody,
  ProjectResponse,
  ServerLogResponse,
  ServersResponse,
  SessionRequestBody,
  SessionResponse,
  StatusResponse,
  ToolsResponse,
} from '@molehill/api';
import { recordOf, textOf } from './json.ts';

export type Question = Extract<CallResponse, { readonly question: unknown }>['question'];
export type Answer = Extract<CallResponse, { readonly envelope: unknown }>;
export type Failure = Extract<Answer['envelope'], { readonly ok: false }>;

/** A failure of the HTTP request itself. `status` is 0 when the server did not respond. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export class ApiError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return {
    status: 0,
    code: 'No connection',
    message: 'Molehill does not respond.',
    hint: 'Check that `molehill up` is running. This page reconnects automatically.',
  };
}

/** Dispatched on the window when the session has ended. */
export const SIGNED_OUT = 'signed-out';

const UNAUTHORIZED = 401;
/** Kept by the browser for this tab and origin, also when it reloads; other ports and tabs cannot read it. */
const STORED_SESSION = 'molehill-session';

export function isSignedOut(error: unknown): boolean {
  return problemOf(error).status === UNAUTHORIZED;
}

export function hasSession(): boolean {
  return sessionStorage.getItem(STORED_SESSION) !== null;
}

/** Exchanges the code of the page's address, which works once. */
export async function openSession(code: string): Promise<void> {
  const body: SessionRequestBody = { code };
  const { session } = await postJson<SessionResponse>('/session', body);
  sessionStorage.setItem(STORED_SESSION, session);
}

/** A code for another tab. */
export const requestCode = async () => (await postJson<CodeResponse>('/session/code', {})).code;

export const fetchStatus = () => requestJson<StatusResponse>('/api/status');
export const fetchTools = () => requestJson<ToolsResponse>('/api/tools');
export const fetchCalls = () => requestJson<CallsResponse>('/api/calls');
export const fetchServers = () => requestJson<ServersResponse>('/api/servers');
export const fetchServerLog = (id: string) =>
  requestJson<ServerLogResponse>(`/api/servers/${encodeURIComponent(id)}/log`);
export const approveServer = (body: ApproveRequestBody) =>
  postJson<ServersResponse>('/api/servers/approve', body);

const debugPath = (...steps: readonly string[]) => ['/api/debug', ...steps.map(encodeURIComponent)].join('/');
export const fetchDebug = () => requestJson<DebugResponse>(debugPath());
export const fetchDebugSession = (id: string) => requestJson<DebugSessionResponse>(debugPath(id));
export const fetchDebugFrame = (id: string, frame: string) =>
  requestJson<DebugFrameResponse>(debugPath(id, 'frames', frame));
export const fetchDebugVariables = (id: string, ref: string) =>
  requestJson<DebugVariablesResponse>(debugPath(id, 'variables', ref));
export const actOnDebugSession = (id: string, action: string) =>
  postJson<DebugActionResponse>(debugPath(id, action), {});

export const fetchProject = () => requestJson<ProjectResponse>('/api/project');
export const approveProject = (body: ProjectApproveBody) =>
  postJson<ProjectResponse>('/api/project/approve', body);

/** Aborting the signal closes the connection, which cancels the call. */
export const callTool = (body: CallRequestBody, signal: AbortSignal) =>
  postJson<CallResponse>('/api/call', body, { signal });

/** The stream of `LiveEvent`s. */
export const fetchEvents = (signal: AbortSignal) => send('/api/events', { signal });

async function requestJson<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await send(path, init);
  return response.json();
}

function postJson<T>(path: string, body: unknown, init: RequestInit = {}): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return requestJson(path, { ...init, method: 'POST', headers, body: JSON.stringify(body) });
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  const session = sessionStorage.getItem(STORED_SESSION);
  if (session !== null) headers.set('Molehill-Session', session);
  // Cookies of other programs at this host are not ours.
  const response = await fetch(path, { ...init, headers, cache: 'no-store', credentials: 'omit' });
  if (response.ok) return response;
  const problem = readProblem(response.status, await response.json().catch(() => undefined));
  if (problem.code === 'E_PAGE_SESSION_ENDED') forgetSession(session);
  throw new ApiError(problem);
}

/** The answer may concern a session that was replaced meanwhile. */
function forgetSession(ended: string | null): void {
  if (sessionStorage.getItem(STORED_SESSION) !== ended) return;
  sessionStorage.removeItem(STORED_SESSION);
  dispatchEvent(new Event(SIGNED_OUT));
}

export function readProblem(status: number, body: unknown): Problem {
  const { code, message, error, hint } = recordOf(body);
  return {
    status,
    code: textOf(code) || `HTTP ${status}`,
    message: textOf(message) || textOf(error) || 'The request failed.',
    hint: textOf(hint),
  };
}
