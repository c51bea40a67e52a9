import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { connectClient, type Person, personWho } from '@molehill/serve/testing/mcp-client';
import * as z from 'zod';
import { esServer } from '../server.ts';

export type Input = Readonly<Record<string, unknown>>;

export interface EsEndpointOptions {
  /** Defined in the environment. */
  readonly connections: readonly Input[];
  /** The timeout of a call. */
  readonly timeoutMs?: number;
}

/** The real server with its own state directory; everything it outputs is recorded. The caller closes it. */
export function openEsEndpoint({ connections, ...limits }: EsEndpointOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-es-'));
  const redactor = createRedactor();
  const logFile = join(folder, 'log');
  const server = esServer({
    env: { ESMOLE_CONNECTIONS: JSON.stringify(connections) },
    stateRoot: join(folder, '.state'),
    workspace: folder,
    log: createLog({ level: 'debug', file: logFile, redactor }),
    redactor,
  });
  const { endpoint, calls, handles } = createTestEndpoint(server, { redactor, ...limits });
  const answers: string[] = [];
  return {
    endpoint,
    /** Every answer so far, as text. */
    answers,
    /** Answers, audit records and log. */
    output: () => {
      const log = existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
      return [...answers, JSON.stringify(calls), log].join('\n');
    },
    close: async () => {
      await handles.close();
      await server.close?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type EsEndpoint = ReturnType<typeof openEsEndpoint>;

const envelope = z.object({
  ok: z.boolean(),
  data: z.unknown().optional(),
  error: z
    .object({ code: z.string(), message: z.string(), hint: z.string(), retryable: z.boolean() })
    .optional(),
  meta: z.object({
    truncation: z
      .object({ limit: z.string(), shown: z.number(), total: z.number().optional(), next: z.string() })
      .optional(),
  }),
});

const content = z.object({ content: z.array(z.object({ text: z.string() })).length(1) });

export type EsAnswer = z.output<typeof envelope> & { readonly text: string };

/** The envelope and the text of an MCP result. */
export function readAnswer(result: { readonly structuredContent?: unknown }): EsAnswer {
  const texts = content.parse(result).content.map((part) => part.text);
  return { ...envelope.parse(result.structuredContent), text: texts.join('\n') };
}

/** The result of every tool that sends requests to a cluster. */
const response = z.looseObject({ status: z.number(), body: z.unknown() });

const CLIENT_TIMEOUT_MS = 60_000;

/** The official client, connected in memory until the test ends. */
export async function connectEs({ endpoint, answers }: EsEndpoint, person?: Person) {
  const client = await connectClient(endpoint, 'legacy', person);
  const call = async (name: string, input: Input = {}, signal?: AbortSignal): Promise<EsAnswer> => {
    const options = { timeout: CLIENT_TIMEOUT_MS, ...(signal && { signal }) };
    const result = await client.callTool({ name, arguments: { ...input } }, options);
    answers.push(JSON.stringify(result));
    return readAnswer(result);
  };
  /** The data of a call that must succeed. */
  const ask = async (name: string, input: Input = {}): Promise<unknown> => {
    const answer = await call(name, input);
    if (!answer.ok) throw new Error(`${name} failed: ${answer.text}`);
    return answer.data;
  };
  const request = async (connection: string, method: string, path: string, more: Input = {}) =>
    response.parse(await ask('es_request', { connection, method, path, ...more }));
  return { client, call, ask, request };
}

/** A person who confirms everything. */
export const confirming = personWho({ action: 'accept', content: { confirm: true } }).person;

export type EsClient = Awaited<ReturnType<typeof connectEs>>;
