import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { at } from '../clients/json.ts';
import { envelope, initializeParams, modernVersion } from '../e2e/support/raw-client.ts';
import type { World } from './world.ts';

type Params = Readonly<Record<string, unknown>>;

/** A client of Molehill without an SDK, so that it can also do what an SDK does not. */
export interface SoakClient {
  readonly name: string;
  /** Resolves with the response message. */
  request(method: string, params: Params): Promise<unknown>;
  /** Sends a request and cancels it after a while. Resolves when the client has nothing to wait for any more. */
  cancel(method: string, params: Params, afterMs: number): Promise<void>;
  /** Sends text that is not a valid request, although it has this id. Resolves with the answer. */
  malformed(id: number): Promise<unknown>;
}

const jsonHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
const VERSION = '2025-11-25';
/** Longer than any call takes, also while the database restarts. */
const ANSWER_LIMIT_MS = 60_000;

let lastId = 0;
const nextId = () => ++lastId;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Alternating kinds of damage. */
function damaged(id: number): string {
  const request = { jsonrpc: '2.0', id, method: 'tools/list' };
  const kinds: unknown[] = [
    { ...request, jsonrpc: '1.0' },
    { ...request, method: 7 },
    { ...request, params: [] },
    { ...request, surplus: true },
  ];
  const kind = kinds[id % (kinds.length + 1)];
  return kind === undefined ? `${JSON.stringify(request).slice(0, -1)},` : JSON.stringify(kind);
}

/** The last message of a body: JSON or an event stream. */
function lastMessage(body: string): unknown {
  if (body.startsWith('{')) return JSON.parse(body);
  const data = body.split('\n').findLast((line) => line.startsWith('data: {'));
  return data === undefined ? undefined : JSON.parse(data.slice(6));
}

async function post(world: World, body: string, headers: Params, signal?: AbortSignal): Promise<Response> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  return fetch(world.url, {
    method: 'POST',
    headers: { ...jsonHeaders, Authorization: `Bearer ${world.token}`, ...headers },
    body,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
}

/** Opens a session as clients before 2026-07-28 do. Resolves with its headers. */
export async function openSession(world: World): Promise<Params> {
  const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: initializeParams(VERSION) };
  const response = await post(world, JSON.stringify(hello), {});
  await response.text();
  const headers = {
    'Mcp-Session-Id': response.headers.get('mcp-session-id') ?? '',
    'MCP-Protocol-Version': VERSION,
  };
  const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
  if (response.ok) await (await post(world, JSON.stringify(ready), headers)).text();
  return headers;
}

export async function sessionClient(world: World, name: string): Promise<SoakClient> {
  const headers = await openSession(world);
  const send = async (message: Params) => {
    const response = await post(world, JSON.stringify({ jsonrpc: '2.0', ...message }), headers);
    return lastMessage(await response.text());
  };
  return {
    name,
    request: (method, params) => send({ id: nextId(), method, params }),
    cancel: async (method, params, afterMs) => {
      const id = nextId();
      const ended = send({ id, method, params });
      await pause(afterMs);
      await send({ method: 'notifications/cancelled', params: { requestId: id } });
      // The response of a cancelled request ends too.
      await ended;
    },
    malformed: async (id) => lastMessage(await (await post(world, damaged(id), headers)).text()),
  };
}

/** Each request stands alone. */
export function modernClient(world: World, name: string): SoakClient {
  const headersOf = (method: string, params: Params) => ({
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}),
  });
  const send = async (method: string, params: Params, signal?: AbortSignal) => {
    const message = { jsonrpc: '2.0', id: nextId(), method, params: { ...params, ...envelope() } };
    const response = await post(world, JSON.stringify(message), headersOf(method, params), signal);
    return lastMessage(await response.text());
  };
  return {
    name,
    request: (method, params) => send(method, params),
    cancel: async (method, params, afterMs) => {
      const caller = new AbortController();
      const ended = send(method, params, caller.signal).catch(() => {});
      await pause(afterMs);
      caller.abort();
      await ended;
    },
    malformed: async (id) => lastMessage(await (await post(world, damaged(id), {})).text()),
  };
}

export async function stdioClient(child: ChildProcess, name: string): Promise<SoakClient> {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('no streams');
  const waiting = new Map<number, (message: unknown) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    const message: unknown = JSON.parse(line);
    const id = Number(at(message, 'id'));
    waiting.get(id)?.(message);
    waiting.delete(id);
  });
  const write = (text: string) => void stdin.write(`${text}\n`);
  const answerTo = (id: number, text: string) =>
    new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${text}`)), ANSWER_LIMIT_MS);
      waiting.set(id, (message) => {
        clearTimeout(late);
        resolve(message);
      });
      write(text);
    });
  const request = (method: string, params: Params) => {
    const id = nextId();
    return answerTo(id, JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  };
  await request('initialize', initializeParams(VERSION));
  write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  return {
    name,
    request,
    cancel: async (method, params, afterMs) => {
      const requestId = nextId();
      write(JSON.stringify({ jsonrpc: '2.0', id: requestId, method, params }));
      await pause(afterMs);
      write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }));
    },
    malformed: (id) => answerTo(id, damaged(id)),
  };
}
