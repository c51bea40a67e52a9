import { respondWithProgress, wantsProgress } from '@molehill/bridge/http';
import type { CallRecord } from '@molehill/core/calls';
import type { CatalogueEntry } from '@molehill/core/catalogue';
import type { ProgressListener } from '@molehill/core/progress';
import { InputPending, type Question } from '@molehill/core/question';
import { toolSummary } from '@molehill/core/summary';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import * as z from 'zod';
import { describeStatus } from '../molehill-server/status.ts';
import { version } from '../version.ts';
import type { Workbench } from '../workbench.ts';
import type { CallResponse, CallsResponse, LiveEvent, StatusResponse, ToolsResponse } from './api.ts';
import { readBody, refuse } from './body.ts';
import { serverRoutes } from './server-routes.ts';

const RECENT_CALLS = 50;
const KEEP_ALIVE_MS = 15_000;

const callBody = z.strictObject({
  tool: z.string(),
  input: z.unknown(),
  agreed: z.array(z.string()).optional(),
});

/** The dashboard's HTTP API: one more frontend of the dispatcher. */
export function createApi(workbench: Workbench): Hono {
  const api = new Hono();
  api.get('/status', (c) => c.json(describeStatus({ version, ...workbench }) satisfies StatusResponse));
  api.get('/tools', async (c) => c.json(await describeTools(workbench)));
  api.get('/calls', async (c) => c.json(await recentCalls(workbench)));
  api.post('/call', async (c) => {
    const body = await readBody(c.req.raw, callBody);
    const entry = await workbench.catalogue.resolve(body.tool);
    const work = (onProgress: ProgressListener) =>
      callTool(workbench, entry, body, { signal: c.req.raw.signal, onProgress });
    if (wantsProgress(c.req.header('accept'))) return respondWithProgress(work);
    return c.json(await work(() => {}));
  });
  api.route('/servers', serverRoutes(workbench.gateway));
  api.onError(refuse);
  api.get('/events', (c) =>
    streamSSE(c, async (stream) => {
      const unsubscribe = subscribe(workbench, (data) => void stream.writeSSE({ data }));
      stream.onAbort(unsubscribe);
      while (!stream.aborted) {
        await stream.write(': keep-alive\n\n');
        await stream.sleep(KEEP_ALIVE_MS);
      }
    }),
  );
  return api;
}

async function describeTools({ catalogue }: Workbench): Promise<ToolsResponse> {
  await catalogue.settled();
  return { tools: catalogue.entries.map(toolSummary) };
}

async function recentCalls({ audit }: Workbench): Promise<CallsResponse> {
  const calls: CallRecord[] = [];
  for await (const record of audit.newestFirst()) {
    if (calls.push(record) >= RECENT_CALLS) break;
  }
  return { calls };
}

async function callTool(
  { dispatcher, workspace }: Workbench,
  entry: CatalogueEntry,
  body: z.output<typeof callBody>,
  request: { readonly signal: AbortSignal; readonly onProgress: ProgressListener },
): Promise<CallResponse> {
  try {
    return await dispatcher.call({
      entry,
      input: body.input,
      caller: { id: 'page', frontend: 'page', workspace: [workspace] },
      ...request,
      ask: async (question: Question) => {
        if (question.schema) return { action: 'unavailable' };
        if (body.agreed?.includes(question.message)) return { action: 'accept' };
        throw new InputPending(question);
      },
    });
  } catch (error) {
    if (error instanceof InputPending) return { question: error.question.message };
    throw error;
  }
}

function subscribe({ feed, catalogue }: Workbench, send: (json: string) => void): () => void {
  const notify = (event: LiveEvent) => send(JSON.stringify(event));
  const subscriptions = [feed.subscribe(notify), catalogue.onChanged(() => notify({ kind: 'changed' }))];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
