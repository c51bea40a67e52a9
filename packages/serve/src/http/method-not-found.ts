import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod';

const methodNotFound = z.object({ error: z.object({ code: z.literal(ProtocolErrorCode.MethodNotFound) }) });
const KNOWN_METHOD = /^(server|tools|resources|prompts|completion|logging|subscriptions|notifications)\//;

/** An unknown method is answered with status 404, also where an upstream server says so. */
export async function withNotFoundStatus(method: string | null, response: Response): Promise<Response> {
  const isPlain = response.headers.get('content-type')?.startsWith('application/json');
  if (method === null || KNOWN_METHOD.test(method) || !isPlain || response.status !== 200) return response;
  const text = await response.text();
  const status = methodNotFound.safeParse(JSON.parse(text)).success ? 404 : 200;
  return new Response(text, { status, headers: response.headers });
}
