import { type QuestionAnswer, questionAnswerSchema } from '@molehill/bridge/http/call';
import { respondWithProgress, wantsProgress } from '@molehill/bridge/http/stream';
import type { Caller } from '@molehill/core/caller';
import type { CallRecord } from '@molehill/core/calls';
import type { CallRequest } from '@molehill/core/dispatch';
import type { ProgressListener } from '@molehill/core/progress';
import { type Ask, InputPending } from '@molehill/core/question';
import { toolSummary } from '@molehill/core/summary';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import * as z from 'zod';
import { auditProblem, describeStatus } from '../molehill-server/status.ts';
import { version } from '../version.ts';
import type { Workbench } from '../workbench.ts';
import type { CallResponse, CallsResponse, LiveEvent, StatusResponse, ToolsResponse } from './api.ts';
import { readBody, refuse } from './body.ts';
import { serverRoutes } from './server-routes.ts';

const RECENT_CALLS = 50;
const KEEP_ALIVE_MS = 15_000;
const SESSION_HEADER = 'Molehill-Session';
const SESSION_ID = /^[\w-]{1,64}$/;

const callBody = z.strictObject({
  tool: z.string(),
  input: z.unknown(),
  answers: z.array(questionAnswerSchema).default([]),
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
      callTool(workbench, {
        entry,
        input: body.input,
        caller: callerOf(workbench, c.req.header(SESSION_HEADER)),
        signal: c.req.raw.signal,
        onProgress,
        ask: answerFrom(body.answers),
      });
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
  const problem = auditProblem(audit.failure());
  return { calls, ...(problem === undefined ? {} : { problem }) };
}

async function callTool({ dispatcher }: Workbench, request: CallRequest): Promise<CallResponse> {
  try {
    return await dispatcher.call(request);
  } catch (error) {
    if (error instanceof InputPending) return { question: error.question };
    throw error;
  }
}

/** Each page session is a caller of its own. */
function callerOf({ workspace }: Workbench, session = ''): Caller {
  const id = SESSION_ID.test(session) ? `page:${session}` : 'page';
  return { id, frontend: 'page', workspace: [workspace] };
}

/** Each answer is used once, because a handler may ask the same question again. */
function answerFrom(given: readonly QuestionAnswer[]): Ask {
  const unused = [...given];
  return async (question) => {
    const index = unused.findIndex(({ message }) => message === question.message);
    const [answer] = index < 0 ? [] : unused.splice(index, 1);
    if (!answer) throw new InputPending(question);
    return { action: 'accept', content: answer.content };
  };
}

function subscribe({ feed, catalogue }: Workbench, send: (json: string) => void): () => void {
  const notify = (event: LiveEvent) => send(JSON.stringify(event));
  const subscriptions = [feed.subscribe(notify), catalogue.onChanged(() => notify({ kind: 'changed' }))];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
