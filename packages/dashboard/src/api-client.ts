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

export type Answer = Exclude<CallResponse, { readonly question: string }>;
type Envelope = Answer['envelope'];
export type Failure = Extract<Envelope, { readonly ok: false }>;
export type Truncation = NonNullable<Envelope['meta']['truncation']>;

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

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 401;
}

export async function openSession(token: string): Promise<void> {
  await send('/session', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
}

export const fetchStatus = () => getJson<StatusResponse>('/api/status');
export const fetchTools = () => getJson<ToolsResponse>('/api/tools');
export const fetchCalls = () => getJson<CallsResponse>('/api/calls');
export const fetchServers = () => getJson<ServersResponse>('/api/servers');
export const fetchServerLog = (id: string) =>
  getJson<ServerLogResponse>(`/api/servers/${encodeURIComponent(id)}/log`);

export async function approveServer(body: ApproveRequestBody): Promise<ServersResponse> {
  const response = await send('/api/servers/approve', postOf(body));
  return response.json();
}

/** Aborting the signal closes the connection, which cancels the call. */
export async function callTool(body: CallRequestBody, signal: AbortSignal): Promise<CallResponse> {
  const response = await send('/api/call', { ...postOf(body), signal });
  return response.json();
}

function postOf(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function getJson<T>(path: string): Promise<T> {
  const response = await send(path, { cache: 'no-store' });
  return response.json();
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.ok) return response;
  throw new ApiError(readProblem(response.status, await response.json().catch(() => undefined)));
}

export function readProblem(status: number, body: unknown): Problem {
  const text = (key: string) => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    status,
    code: text('code') ?? `HTTP ${status}`,
    message: text('message') ?? text('error') ?? 'The request failed.',
    hint: text('hint') ?? '',
  };
}
