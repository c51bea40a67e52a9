import { readFile } from 'node:fs/promises';
import { at, items, jsonLines, text } from './json.ts';

export type WireCall = { tool: string; text: string; structured: unknown; isError: boolean };

/** Recorded messages between a client and all server processes it started. */
export type WireSummary = {
  /** Process ids of recorders and servers, to check that none outlives the test. */
  pids: number[];
  processes: number;
  /** Revisions in use, oldest first. */
  protocols: string[];
  /** Whether the client's first request was server/discover. */
  discovers: boolean;
  tools: string[];
  calls: WireCall[];
  /** How the client ended the server: signals, or eof for a closed stdin. */
  endings: string[];
};

type Message = { pid: number; sent: boolean; body: unknown };

export async function readTrace(file: string): Promise<WireSummary> {
  const entries = jsonLines(await readFile(file, 'utf8').catch(() => ''));
  const messages = entries.flatMap(toMessage);
  const answers = pairUp(messages);
  return {
    pids: ofKind(entries, 'start').flatMap((entry) =>
      [at(entry, 'pid'), at(entry, 'server')].filter(isNumber),
    ),
    processes: ofKind(entries, 'start').length,
    protocols: protocols(messages, answers),
    discovers: messages.some((message) => message.sent && at(message.body, 'method') === 'server/discover'),
    tools: unique(answers.filter(isFor('tools/list')).flatMap(({ result }) => names(at(result, 'tools')))),
    calls: answers.filter(isFor('tools/call')).map(toCall),
    endings: unique([
      ...ofKind(entries, 'signal').map((entry) => text(at(entry, 'signal'))),
      ...ofKind(entries, 'eof').map(() => 'eof'),
    ]),
  };
}

type Answer = { method: string; request: unknown; result: unknown };

const isNumber = (value: unknown): value is number => typeof value === 'number';
const unique = (values: string[]) => [...new Set(values)];
const ofKind = (entries: unknown[], kind: string) => entries.filter((entry) => at(entry, 'kind') === kind);
const isFor = (method: string) => (answer: Answer) => answer.method === method;
const names = (tools: unknown) => items(tools).map((tool) => text(at(tool, 'name')));

function toMessage(entry: unknown): Message[] {
  const kind = at(entry, 'kind');
  const pid = at(entry, 'pid');
  if ((kind !== 'in' && kind !== 'out') || !isNumber(pid)) return [];
  return jsonLines(text(at(entry, 'line'))).map((body) => ({ pid, sent: kind === 'in', body }));
}

/** Joins each request with its result. Ids are unique within one process only. */
function pairUp(messages: Message[]): Answer[] {
  const key = ({ pid, body }: Message) => `${pid}/${JSON.stringify(at(body, 'id'))}`;
  const requests = new Map(
    messages.filter((m) => m.sent && at(m.body, 'method') !== undefined).map((m) => [key(m), m.body]),
  );
  return messages
    .filter((message) => !message.sent && at(message.body, 'result') !== undefined)
    .map((message) => {
      const request = requests.get(key(message));
      return { method: text(at(request, 'method')), request, result: at(message.body, 'result') };
    });
}

function protocols(messages: Message[], answers: Answer[]): string[] {
  const negotiated = answers
    .filter(isFor('initialize'))
    .map(({ result }) => text(at(result, 'protocolVersion')));
  const declared = messages
    .filter(({ sent, body }) => sent && text(at(body, 'method')).startsWith('tools/'))
    .map(({ body }) => text(at(body, 'params', '_meta', 'io.modelcontextprotocol/protocolVersion')));
  return unique([...negotiated, ...declared].filter((version) => version !== '')).sort();
}

function toCall({ request, result }: Answer): WireCall {
  return {
    tool: text(at(request, 'params', 'name')),
    text: items(at(result, 'content'))
      .map((block) => text(at(block, 'text')))
      .join('\n'),
    structured: at(result, 'structuredContent'),
    isError: at(result, 'isError') === true,
  };
}
