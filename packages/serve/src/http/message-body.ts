import { isJsonContentType } from '@modelcontextprotocol/server';
import { isRecord } from '@molehill/core/record';
import { answerUnparsable, usableId } from '../malformed.ts';

/** The JSON of a request, parsed once; undefined where the SDK must read or refuse the request itself. */
export type MessageBody = { readonly parsedBody?: unknown } | { readonly refusal: Response };

export async function readMessageBody(request: Request): Promise<MessageBody> {
  if (request.method !== 'POST' || !isJsonContentType(request.headers.get('content-type'))) return {};
  const text = await request.text().catch((error: unknown) => {
    if (!request.signal.aborted) throw error;
    return '';
  });
  try {
    return { parsedBody: JSON.parse(text) };
  } catch {
    const answer = answerUnparsable(text, 'Parse error: the body is not JSON.');
    return { refusal: Response.json(answer, { status: 400 }) };
  }
}

/** Puts the id of the request into an error that the SDK answers without one. */
export async function withRequestId(response: Response, body: unknown): Promise<Response> {
  const id = usableId(body);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  if (id === undefined || response.status < 400 || !isJson) return response;
  const answer: unknown = await response.json();
  const lacksId = isRecord(answer) && answer.jsonrpc === '2.0' && answer.id === null;
  return Response.json(lacksId ? { ...answer, id } : answer, response);
}
