import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { connectClient, type Person } from '@molehill/serve/testing/mcp-client';
import * as z from 'zod';
import type { EngineRegistry } from '../engines/registry.ts';
import { sqlServer } from '../server.ts';

export type Input = Readonly<Record<string, unknown>>;

export interface SqlEndpointOptions {
  /** Defined in the environment. */
  readonly connections?: readonly Input[];
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the built-in engines. */
  readonly engines?: EngineRegistry | undefined;
  readonly cursorIdleMs?: number;
  readonly exportWaitMs?: number;
}

/** The server as shipped, with its own workspace and state directory. The caller closes it. */
export function openSqlEndpoint(options: SqlEndpointOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-sql-'));
  const redactor = createRedactor();
  const server = sqlServer({
    env: { DBMOLE_CONNECTIONS: JSON.stringify(options.connections ?? []), ...options.env },
    stateRoot: join(folder, '.state'),
    workspace: folder,
    log: silentLog,
    redactor,
    ...(options.engines ? { engines: options.engines } : {}),
    ...(options.cursorIdleMs ? { cursorIdleMs: options.cursorIdleMs } : {}),
    ...(options.exportWaitMs ? { exportWaitMs: options.exportWaitMs } : {}),
  });
  const { endpoint, handles } = createTestEndpoint(server, { redactor });
  return {
    server,
    endpoint,
    workspace: folder,
    close: async () => {
      await handles.close();
      await server.close?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type SqlEndpoint = ReturnType<typeof openSqlEndpoint>;

const envelope = z.object({
  ok: z.boolean(),
  type: z.string(),
  data: z.unknown().optional(),
  running: z.object({ handle: z.string() }).optional(),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).optional(),
  meta: z.object({
    truncation: z.object({ limit: z.string(), shown: z.number(), next: z.string() }).optional(),
  }),
});

const content = z.tuple([z.object({ type: z.literal('text'), text: z.string() })], z.unknown());

export const rowsAnswer = z.object({
  rowCount: z.number(),
  affected: z.number().optional(),
  cursor: z.string().optional(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
});

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number }) => void;
}

/** The official client in memory, closed when the test ends. */
export async function connectSql({ endpoint }: Pick<SqlEndpoint, 'endpoint'>, person?: Person) {
  const client = await connectClient(endpoint, 'legacy', person);

  const call = async (name: string, input: Input = {}, options: CallOptions = {}) => {
    const result = await client.callTool({ name, arguments: { ...input } }, { timeout: 60_000, ...options });
    const [{ text }, ...parts] = content.parse(result.content);
    return { ...envelope.parse(result.structuredContent), text, parts };
  };
  /** The data of a call that must succeed. */
  const ask = async (name: string, input: Input = {}): Promise<unknown> => {
    const answer = await call(name, input);
    if (!answer.ok) throw new Error(`${name} failed: ${answer.text}`);
    return answer.data;
  };
  const query = async (connection: string, sql: string, more: Input = {}) =>
    rowsAnswer.parse(await ask('query', { connection, sql, ...more }));

  return { client, call, ask, query };
}
