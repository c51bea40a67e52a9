import type { Caller } from '@molehill/core/caller';
import { editorErrors } from '@molehill/editor/errors';
import type { HttpContext, HttpRoute, Identity } from '@molehill/serve/http/route';
import * as z from 'zod';
import type { Workbench } from '../workbench.ts';

const PREFIX = 'molehill://debug/';

/** What a person may do with a session; each is the tool that an agent would call. */
const ACTIONS: Readonly<Record<string, string>> = {
  continue: 'debug_continue',
  pause: 'debug_pause',
  'step-over': 'debug_step_over',
  'step-into': 'debug_step_into',
  'step-out': 'debug_step_out',
  stop: 'debug_stop',
};

type CallerOf = (who: Identity | undefined) => Caller;

/** Debug sessions of this process, read as the resources that clients read. */
export function debugRoutes(workbench: Workbench, callerOf: CallerOf): readonly HttpRoute[] {
  // An agent reads its own sessions as resources; those of other agents are a person's to see.
  const access = ['person'] as const;
  const read = (path: (c: HttpContext) => string): HttpRoute['handle'] => {
    return async (c, who) => json(await readResource(workbench, path(c), callerOf(who), c.req.raw.signal));
  };
  const id = (c: HttpContext) => encodeURIComponent(c.req.param('id') ?? '');
  const ref = (c: HttpContext) => encodeURIComponent(c.req.param('ref') ?? '');
  return [
    { method: 'GET', path: '/api/debug', access, handle: read(() => '') },
    { method: 'GET', path: '/api/debug/:id', access, handle: read(id) },
    {
      method: 'GET',
      path: '/api/debug/:id/frames/:ref',
      access,
      handle: read((c) => `${id(c)}/frames/${ref(c)}`),
    },
    {
      method: 'GET',
      path: '/api/debug/:id/variables/:ref',
      access,
      handle: read((c) => `${id(c)}/variables/${ref(c)}`),
    },
    {
      method: 'POST',
      path: '/api/debug/:id/:action',
      access,
      handle: (c, who) => act(workbench, c, callerOf(who)),
    },
  ];
}

function json(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } });
}

async function readResource(
  { gateway, handles }: Workbench,
  path: string,
  caller: Caller,
  signal: AbortSignal,
): Promise<string> {
  const server = gateway.mounts.find(({ resources }) => resources?.prefix === PREFIX);
  const context = { caller, signal, handles: handles.forCaller(caller.id, signal) };
  const [contents] = (await server?.resources?.read(`${PREFIX}${path}`, context)) ?? [];
  if (path === '' && contents === undefined) return JSON.stringify({ sessions: [] });
  if (contents?.text === undefined)
    throw editorErrors.fail('E_NO_SESSION', 'There is no such debug session.');
  return contents.text;
}

const listSchema = z.object({
  sessions: z.array(z.object({ id: z.string(), owner: z.string().optional() })),
});

/** A person acts in the name of the client that owns the session, so its handles apply and the call is recorded. */
async function act(workbench: Workbench, c: HttpContext, person: Caller): Promise<Response> {
  const [id, action] = [c.req.param('id') ?? '', c.req.param('action') ?? ''];
  const name = ACTIONS[action];
  const list = await readResource(workbench, '', person, c.req.raw.signal);
  const session = listSchema.parse(JSON.parse(list)).sessions.find((one) => one.id === id);
  if (!session || name === undefined)
    throw editorErrors.fail('E_NO_SESSION', 'There is no such debug session.');
  const entry = await findEditorTool(workbench, name);
  const wait = action === 'stop' || action === 'pause' ? {} : { timeoutMs: 0 };
  const caller = { ...person, id: session.owner ?? person.id };
  const { envelope } = await workbench.dispatcher.call({ entry, input: { session: id, ...wait }, caller });
  return c.json(envelope.ok ? {} : { problem: envelope.error.message });
}

/** Served alone, the editor's tools have bare names. */
async function findEditorTool({ catalogue, gateway }: Workbench, name: string) {
  return catalogue.resolve(gateway.mounts.length === 1 ? name : `editor__${name}`);
}
