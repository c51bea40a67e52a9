import type { CallFeed, CallRecord } from '@molehill/core/calls';
import { ConfirmationPending } from '@molehill/core/dispatch';
import { isMolehillError } from '@molehill/core/errors';
import { inputSchema } from '@molehill/core/result';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import * as z from 'zod';
import { describeStatus } from '../molehill-server/status.ts';
import { version } from '../version.ts';
import type { Workbench } from '../workbench.ts';
import type { CallResponse, CallsResponse, StatusResponse, ToolsResponse } from './api.ts';

const RECENT_CALLS = 50;
const KEEP_ALIVE_MS = 15_000;

const callBody = z.strictObject({
  tool: z.string(),
  input: z.unknown(),
  agreed: z.array(z.string()).optional(),
});

/** The page's API: a door like the others, over the same dispatcher. */
export function createApi(workbench: Workbench): Hono {
  const api = new Hono();
  api.get('/status', (c) => c.json(describeStatus({ version, ...workbench }) satisfies StatusResponse));
  api.get('/tools', (c) => c.json(describeTools(workbench)));
  api.get('/calls', async (c) => c.json(await recentCalls(workbench)));
  api.post('/call', async (c) => {
    const body = callBody.safeParse(await c.req.json().catch(() => undefined));
    if (!body.success) {
      return c.json(
        { error: 'Bad Request', code: 'E_INVALID_PARAMS', message: 'The body must be {tool, input}.' },
        400,
      );
    }
    return callTool(workbench, body.data, c.req.raw.signal);
  });
  api.get('/events', (c) =>
    streamSSE(c, async (stream) => {
      const unsubscribe = follow(workbench.feed, (data) => void stream.writeSSE({ data }));
      stream.onAbort(unsubscribe);
      while (!stream.aborted) {
        await stream.write(': here\n\n');
        await stream.sleep(KEEP_ALIVE_MS);
      }
    }),
  );
  return api;
}

function describeTools({ catalogue }: Workbench): ToolsResponse {
  return {
    tools: catalogue.entries.map(({ name, server, tool }) => ({
      name,
      server: server.id,
      title: tool.title,
      description: tool.description,
      safety: tool.safety,
      inputSchema: inputSchema(tool),
    })),
  };
}

async function recentCalls({ audit }: Workbench): Promise<CallsResponse> {
  const calls: CallRecord[] = [];
  for await (const record of audit.newestFirst()) {
    if (calls.push(record) >= RECENT_CALLS) break;
  }
  return { calls };
}

async function callTool(
  workbench: Workbench,
  body: z.output<typeof callBody>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const answer = await workbench.dispatcher.call({
      entry: workbench.catalogue.find(body.tool),
      input: body.input,
      door: 'page',
      signal,
      confirm: async (question) => {
        if (body.agreed?.includes(question)) return 'agreed';
        throw new ConfirmationPending(question);
      },
    });
    return Response.json(answer satisfies CallResponse);
  } catch (error) {
    if (error instanceof ConfirmationPending)
      return Response.json({ question: error.question } satisfies CallResponse);
    if (!isMolehillError(error)) throw error;
    const { code, message, hint } = error;
    return Response.json({ error: 'Not Found', code, message, hint }, { status: 404 });
  }
}

function follow(feed: CallFeed, send: (json: string) => void): () => void {
  return feed.subscribe((event) => send(JSON.stringify(event)));
}
