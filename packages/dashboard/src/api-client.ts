import type {
  ApproveRequestBody,
  CallRequestBody,
  CallResponse,
  CallsResponse,
  ServerLogResponse,
  ServersResponse,
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

/** Dispatched on the window when a request is rejected because the person is not signed in. */
export const SIGNED_OUT = 'signed-out';

const UNAUTHORIZED = 401;

export function isSignedOut(error: unknown): boolean {
  return problemOf(error).status === UNAUTHORIZED;
}

export async function openSession(token: string): Promise<void> {
  await send('/session', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
}

export const fetchStatus = () => requestJson<StatusResponse>('/api/status');
export const fetchTools = () => requestJson<ToolsResponse>('/api/tools');
export const fetchCalls = () => requestJson<CallsResponse>('/api/calls');
export const fetchServers = () => requestJson<ServersResponse>('/api/servers');
export const fetchServerLog = (id: string) =>
  requestJson<ServerLogResponse>(`/api/servers/${encodeURIComponent(id)}/log`);
export const approveServer = (body: ApproveRequestBody) =>
  postJson<ServersResponse>('/api/servers/approve', body);

/** Aborting the signal closes the connection, which cancels the call. */
export const callTool = (body: CallRequestBody, signal: AbortSignal) =>
  postJson<CallResponse>('/api/call', body, { signal, headers: { 'Molehill-Session': sessionId() } });

/** Identifies this tab as a caller. A reload keeps it, so that handles in earlier answers can still be used. */
function sessionId(): string {
  const id = sessionStorage.getItem('session') ?? crypto.randomUUID();
  sessionStorage.setItem('session', id);
  return id;
}

async function requestJson<T>(path: string, init: RequestInit = { cache: 'no-store' }): Promise<T> {
  const response = await send(path, init);
  return response.json();
}

function postJson<T>(path: string, body: unknown, init: RequestInit = {}): Promise<T> {
  const headers = { 'Content-Type': 'application/json', ...init.headers };
  return requestJson(path, { ...init, method: 'POST', headers, body: JSON.stringify(body) });
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.ok) return response;
  if (response.status === UNAUTHORIZED) dispatchEvent(new Event(SIGNED_OUT));
  throw new ApiError(readProblem(response.status, await response.json().catch(() => undefined)));
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
