import { type QuestionAnswer, questionAnswerSchema } from '@molehill/bridge/http/call';
import { respondWithProgress, wantsProgress } from '@molehill/bridge/http/stream';
import type { Caller } from '@molehill/core/caller';
import type { CallRecord } from '@molehill/core/calls';
import type { CallRequest } from '@molehill/core/dispatch';
import type { ProgressListener } from '@molehill/core/progress';
import { type Ask, InputPending } from '@molehill/core/question';
import { toolSummary } from '@molehill/core/summary';
import type { ReviewOptions } from '@molehill/project/review';
import { httpErrors } from '@molehill/serve/http/refusal';
import type { HttpContext, HttpRoute, Identity } from '@molehill/serve/http/route';
import { streamSSE } from 'hono/streaming';
import * as z from 'zod';
import { auditProblem, describeStatus } from '../molehill-server/status.ts';
import { version } from '../version.ts';
import type { Workbench } from '../workbench.ts';
import type { CallResponse, CallsResponse, LiveEvent, StatusResponse, ToolsResponse } from './api.ts';
import { readBody, refuse } from './body.ts';
import { debugRoutes } from './debug-routes.ts';
import { projectRoutes } from './project-routes.ts';
import { serverRoutes } from './server-routes.ts';

const RECENT_CALLS = 50;
const KEEP_ALIVE_MS = 15_000;

const callBody = z.strictObject({
  tool: z.string(),
  input: z.unknown(),
  answers: z.array(questionAnswerSchema).default([]),
});

/** The dashboard's HTTP API: one more frontend of the dispatcher. A route by which a person decides is for `person` alone. */
export function apiRoutes(workbench: Workbench, project: ReviewOptions): readonly HttpRoute[] {
  const status = () => describeStatus({ version, ...workbench }) satisfies StatusResponse;
  const access = ['agent', 'person'] as const;
  const routes: readonly HttpRoute[] = [
    { method: 'GET', path: '/api/status', access, handle: (c) => c.json(status()) },
    {
      method: 'GET',
      path: '/api/tools',
      access,
      handle: async (c) => c.json(await describeTools(workbench)),
    },
    { method: 'GET', path: '/api/calls', access, handle: async (c) => c.json(await recentCalls(workbench)) },
    { method: 'GET', path: '/api/events', access, handle: (c) => streamEvents(c, workbench) },
    {
      method: 'POST',
      path: '/api/call',
      access: ['agent', 'person', 'owner'],
      handle: (c, who) => respondToCall(c, who, workbench),
    },
    ...serverRoutes(workbench),
    ...debugRoutes(workbench, (who) => callerOf(workbench, who)),
    ...projectRoutes(project),
  ];
  return routes.map(withRefusals);
}

function withRefusals(route: HttpRoute): HttpRoute {
  const handle: HttpRoute['handle'] = async (c, who) => {
    try {
      return await route.handle(c, who);
    } catch (error) {
      return refuse(error);
    }
  };
  return { ...route, handle };
}

async function respondToCall(
  c: HttpContext,
  who: Identity | undefined,
  workbench: Workbench,
): Promise<Response> {
  const body = await readBody(c.req.raw, callBody);
  if (body.answers.length > 0 && who?.kind !== 'person' && who?.kind !== 'owner')
    throw httpErrors.fail(
      'E_PERSON_REQUIRED',
      'A person answers questions; the token of an agent is not enough.',
    );
  const entry = await workbench.catalogue.resolve(body.tool);
  const work = (onProgress: ProgressListener) =>
    callTool(workbench, {
      entry,
      input: body.input,
      caller: callerOf(workbench, who),
      signal: c.req.raw.signal,
      onProgress,
      ask: answerFrom(body.answers),
    });
  if (wantsProgress(c.req.header('accept'))) return respondWithProgress(work);
  return c.json(await work(() => {}));
}

function streamEvents(c: HttpContext, workbench: Workbench): Response {
  const response = streamSSE(c, async (stream) => {
    const unsubscribe = subscribe(workbench, (data) => void stream.writeSSE({ data }));
    stream.onAbort(unsubscribe);
    while (!stream.aborted) {
      await stream.write(': keep-alive\n\n');
      await stream.sleep(KEEP_ALIVE_MS);
    }
  });
  response.headers.set('Cache-Control', 'no-store');
  return response;
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

/** Each page session is a caller of its own; agents and terminals share one. */
function callerOf({ workspace }: Workbench, who: Identity | undefined): Caller {
  if (who?.kind !== 'person') return { id: 'api', frontend: 'http', isShared: true, workspace: [workspace] };
  return { id: `page:${who.session}`, frontend: 'page', workspace: [workspace] };
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
