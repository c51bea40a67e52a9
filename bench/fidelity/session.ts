import {
  Client,
  type ClientCapabilities,
  type Notification,
  ProtocolError,
  type RequestOptions,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client';
import * as z from 'zod';

export type Era = 'legacy' | 'modern';

export interface Question {
  readonly method: string;
  readonly params: unknown;
}

/** A client that records every request and notification it receives. */
export interface Session {
  readonly client: Client;
  readonly era: Era;
  readonly asked: Question[];
  readonly heard: Notification[];
  /** Progress as received: the SDK's client drops progress that arrives in the same read as the result. */
  readonly progress: unknown[];
  /** The name of a tool or prompt on this route. */
  nameOf(name: string): string;
  /** Sends a raw request and returns the raw result or error. */
  raw(method: string, params?: Record<string, unknown>, options?: RequestOptions): Promise<unknown>;
  call(tool: string, input?: Record<string, unknown>, options?: RequestOptions): Promise<unknown>;
  /** Resolves with the first notification of that kind after `work` began. */
  hears(method: string, work: () => Promise<unknown>, isMeant?: Meant): Promise<unknown>;
}

type Meant = (params: Readonly<Record<string, unknown>>) => boolean;

const anything = z.looseObject({});
const PATIENCE_MS = 10_000;

export const everyCapability: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
};

const elicited = { action: 'accept' as const, content: { name: 'Ann', check: true, confirm: true } };
const sampled = {
  role: 'assistant' as const,
  model: 'a-model',
  stopReason: 'endTurn',
  content: { type: 'text' as const, text: 'An answer.' },
};
const roots = [{ uri: 'file:///home/ann/shop', name: 'shop' }, { uri: 'file:///home/ann/more' }];

export async function openSession(
  transport: Transport,
  era: Era,
  prefix: string,
  capabilities: ClientCapabilities,
): Promise<Session> {
  const client = new Client(
    { name: 'fidelity', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const asked: Question[] = [];
  const heard: Notification[] = [];
  if (capabilities.elicitation) answer(client, asked, 'elicitation/create', elicited);
  if (capabilities.sampling) answer(client, asked, 'sampling/createMessage', sampled);
  if (capabilities.roots) answer(client, asked, 'roots/list', { roots });
  client.fallbackNotificationHandler = async (notification) => {
    heard.push(notification);
  };
  await client.connect(transport);
  return { client, era, asked, heard, progress: tapProgress(transport), ...actions(client, heard, prefix) };
}

function tapProgress(transport: Transport): unknown[] {
  const told: unknown[] = [];
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ('method' in message && message.method === 'notifications/progress') {
      const { progressToken: _, ...params }: Record<string, unknown> = { ...message.params };
      told.push(params);
    }
    deliver?.(message, extra);
  };
  return told;
}

function answer(
  client: Client,
  asked: Question[],
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list',
  result: typeof elicited | typeof sampled | { roots: typeof roots },
): void {
  client.setRequestHandler(method, { params: anything }, ({ _meta: _, ...params }) => {
    asked.push({ method, params });
    return { ...result };
  });
}

function actions(client: Client, heard: readonly Notification[], prefix: string) {
  const nameOf = (name: string) => `${prefix}${name}`;
  const raw: Session['raw'] = async (method, params, options) => {
    try {
      const request = { method, ...(params ? { params } : {}) };
      return await client.request(request, anything, { timeout: PATIENCE_MS, ...options });
    } catch (error) {
      const refused = refusalOf(error);
      return refused ? { refused } : { failed: String(error) };
    }
  };
  const call: Session['call'] = (tool, input, options) =>
    raw('tools/call', { name: nameOf(tool), ...(input ? { arguments: input } : {}) }, options);
  const hears: Session['hears'] = async (method, work, isMeant = () => true) => {
    const before = heard.length;
    const found = () =>
      heard.slice(before).find((each) => each.method === method && isMeant({ ...each.params }));
    await work();
    await until(() => found() !== undefined);
    const { params } = found() ?? { params: 'nothing was heard' };
    return { method, params };
  };
  return { nameOf, raw, call, hears };
}

/** The result of the work and the requests it caused. Servers also send requests of their own, such as for roots at the start. */
export async function withQuestions(
  { asked }: Session,
  method: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const before = asked.length;
  const result = await work();
  const meant = asked.slice(before).filter((question) => question.method === method);
  const distinct = new Map(meant.map((question) => [JSON.stringify(question), question]));
  return { result, asked: [...distinct.values()] };
}

export async function until(condition: () => boolean, patienceMs = PATIENCE_MS): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}

const refusalBody = z.object({
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});

/** Over HTTP some 2026 errors have their own status; the client then leaves them in the body. */
function refusalOf(error: unknown) {
  if (error instanceof ProtocolError) return { code: error.code, message: error.message, data: error.data };
  if (!(error instanceof SdkHttpError) || typeof error.data.text !== 'string') return undefined;
  const body = refusalBody.safeParse(JSON.parse(error.data.text)).data;
  return body && { code: body.error.code, message: body.error.message, data: body.error.data };
}
