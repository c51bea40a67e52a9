import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { isRecord } from '@molehill/core/record';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
/** An id is looked for in the beginning of a text that is not JSON. */
const SEARCHED_CHARACTERS = 64 * 1024;

/** Errors for a text that is not JSON, by the ids in it: a client that waits for one must not wait in vain. */
export function answerUnparsable(text: string, reason: string): JSONRPCMessage {
  return errorMessage(idInText(text) ?? null, PARSE_ERROR, reason);
}

/** Errors for JSON that is not a message of the protocol. A response is never answered. */
export function answerInvalid(value: unknown): JSONRPCMessage[] {
  if (Array.isArray(value)) return answerBatch(value);
  if (isResponse(value)) return [];
  return [errorMessage(usableId(value) ?? null, INVALID_REQUEST, `Invalid request: ${problemOf(value)}.`)];
}

function answerBatch(batch: readonly unknown[]): JSONRPCMessage[] {
  const ids = batch.filter((message) => !isResponse(message)).flatMap((message) => usableId(message) ?? []);
  const reason = 'Invalid request: batches are not supported; send each message alone.';
  return (ids.length > 0 ? ids : [null]).map((id) => errorMessage(id, INVALID_REQUEST, reason));
}

/** The id of a request, where a client can recognise it. */
export function usableId(value: unknown): RequestId | undefined {
  if (!isRecord(value)) return undefined;
  const { id } = value;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}

/** The protocol has no response without a request, so its schema does not allow `null`; JSON-RPC requires it. */
function errorMessage(id: RequestId | null, code: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code, message } } as JSONRPCMessage;
}

function isResponse(value: unknown): boolean {
  return isRecord(value) && !('method' in value) && ('result' in value || 'error' in value);
}

const MEMBERS = ['jsonrpc', 'id', 'method', 'params'];

function problemOf(value: unknown): string {
  if (!isRecord(value)) return 'a message is a JSON object';
  const { jsonrpc, method, params } = value;
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if (typeof method !== 'string') return 'method must be a string';
  if ('id' in value && usableId(value) === undefined) return 'id must be a string or an integer';
  if ('params' in value && !isRecord(params)) return 'params must be an object';
  if (unknown !== undefined) return `${JSON.stringify(unknown.slice(0, 40))} is not a member of a request`;
  return 'params._meta does not match its schema';
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** The id of the outermost object of a damaged text. It counts only if it is complete. */
function idInText(text: string): RequestId | undefined {
  const window = ['', '', ''];
  let depth = 0;
  for (const [token] of text.slice(0, SEARCHED_CHARACTERS).matchAll(TOKENS)) {
    const [key, colon, value = ''] = window;
    const isComplete = (token === ',' || token === '}') && key === '"id"' && colon === ':';
    if (depth === 1 && isComplete) return idIn(value);
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    window.push(token);
    window.shift();
  }
  return undefined;
}

function idIn(token: string): RequestId | undefined {
  try {
    return usableId({ id: JSON.parse(token) });
  } catch {
    return undefined;
  }
}
