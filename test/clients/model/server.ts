import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { type CallOutcome, scriptedModel, type WantedCall } from '../client.ts';

/** One turn of the scripted model: a tool call or the end of the conversation. */
export type Turn = (WantedCall & { id: string }) | { say: string };

/** The wire format of a vendor's model API. */
export type Dialect = {
  path: RegExp;
  /** Names of the tools that the client offers in this request. */
  offered(body: unknown): string[];
  /** Texts of the tool results in this request, oldest first. */
  results(body: unknown): string[];
  /** Server-sent events that carry the turn. */
  stream(turn: Turn): string;
};

export type ScriptedModel = AsyncDisposable & {
  url: string;
  offered: string[];
  results: string[];
};

/**
 * A scripted model on 127.0.0.1 for clients that call tools only when a model asks them to.
 * It requests one tool after the other, by the end of the name, and records the results it is sent. Everything else
 * else is real.
 */
export async function startScriptedModel(
  dialect: Dialect,
  calls: readonly WantedCall[],
): Promise<ScriptedModel> {
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  const model = { offered: [] as string[], results: [] as string[] };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parse(await readText(request));
    if (!dialect.path.test(request.url ?? '')) {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":{"message":"not served here"}}');
      return;
    }
    const offered = dialect.offered(body);
    if (offered.length > model.offered.length) model.offered = offered;
    const results = dialect.results(body);
    if (results.length > model.results.length) model.results = results;
    const turn = nextTurn(calls, offered, results.length);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(dialect.stream(turn));
  }

  const url = await listen(server);
  return Object.assign(model, { url, [Symbol.asyncDispose]: () => close(server) });
}

function nextTurn(calls: readonly WantedCall[], offered: readonly string[], done: number): Turn {
  const call = calls[done];
  const tool = call && offered.find((name) => name.endsWith(call.tool));
  return call && tool ? { id: `call_${done + 1}`, tool, input: call.input } : { say: 'done' };
}

/** Outcome of the calls; `otherwise` is the client's own message when no result arrived. */
export function modelCalls(
  model: ScriptedModel,
  calls: readonly WantedCall[],
  otherwise: string,
): CallOutcome[] {
  return calls.map(({ tool }, index) => {
    const text = model.results[index];
    if (text !== undefined) return { done: true, by: scriptedModel, text };
    if (model.offered.some((name) => name.endsWith(tool))) return { done: false, reason: otherwise };
    return { done: false, reason: 'the client offers its model no such tool' };
  });
}

/** One server-sent event; Anthropic's clients want its name, the others ignore it. */
export function event(data: unknown, name?: string): string {
  return `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the scripted model has no port');
  return `http://127.0.0.1:${address.port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
