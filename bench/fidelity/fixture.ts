import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import type { Scenario } from './everything.ts';
import { type Session, until, withQuestions } from './session.ts';

const asking = (name: string, method = 'elicitation/create'): Scenario => ({
  name,
  run: (session) =>
    withQuestions(session, method, () => session.client.callTool({ name: session.nameOf(name) })),
});

/** Tools are removed, not added: the gateway withholds a new tool until it is approved. */
async function changes(session: Session): Promise<unknown> {
  const modern = session.era === 'modern';
  const filter = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourceSubscriptions: ['fixture://one'],
  };
  const listening = modern ? await session.client.listen(filter) : undefined;
  if (!modern) await session.raw('resources/subscribe', { uri: 'fixture://one' });
  const change = () => session.call('change');
  let prompts: unknown;
  const tools = await session.hears('notifications/tools/list_changed', async () => {
    prompts = await session.hears('notifications/prompts/list_changed', change);
  });
  const listed = (await session.raw('tools/list')) as { tools: { name: string }[] };
  const updated = await untilUpdated(session);
  await listening?.close();
  return {
    tools,
    prompts,
    updated,
    gone: !listed.tools.some(({ name }) => name === session.nameOf('doomed')),
  };
}

/** The server learns of a 2026 listener a moment after the client. */
function untilUpdated(session: Session): Promise<unknown> {
  const told = () => session.heard.some(({ method }) => method === 'notifications/resources/updated');
  return session.hears('notifications/resources/updated', async () => {
    for (let attempt = 0; attempt < 10 && !told(); attempt++) {
      await session.call('update');
      await until(told, 300);
    }
  });
}

async function cancellation(session: Session): Promise<unknown> {
  const caller = new AbortController();
  const running = session.call(
    'wait',
    {},
    { signal: caller.signal, onprogress: () => caller.abort('enough') },
  );
  const cancelled = await running;
  const count = async () => JSON.stringify(await session.call('stopped'));
  let stopped = await count();
  for (let attempt = 0; attempt < 100 && stopped.includes('"0"'); attempt++) stopped = await count();
  return { cancelled, stopped: await session.call('stopped') };
}

async function logging(session: Session): Promise<unknown> {
  if (session.era === 'legacy') await session.raw('logging/setLevel', { level: 'info' });
  const meta = session.era === 'modern' ? { _meta: { [LOG_LEVEL_META_KEY]: 'info' } } : {};
  const isOfServer = ({ logger }: { logger?: unknown }) => logger === 'fixture';
  const log = () => session.raw('tools/call', { name: session.nameOf('log'), ...meta });
  return { told: await session.hears('notifications/message', log, isOfServer) };
}

async function progress(session: Session): Promise<unknown> {
  const before = session.progress.length;
  const result = await session.call('steps', {}, { onprogress: () => {} });
  return { result, told: session.progress.slice(before), silent: await session.call('steps') };
}

const named = (key: string, method: string): Scenario => ({
  name: method,
  run: async (session) => {
    const result = (await session.raw(method)) as Record<string, readonly { name: string; uri?: string }[]>;
    const isOurs = (item: { name: string }) =>
      JSON.stringify(item).includes('fixture') || item.name.startsWith(session.nameOf(''));
    return { [key]: (result[key] ?? []).filter(isOurs) };
  },
});

const refusal = (code: number): Scenario => ({
  name: `error ${code}`,
  run: (session) => session.call('refuse', { code }),
});

/** For the fixture server, which speaks both eras: a client of each era is compared with itself. */
export const fixtureScenarios: readonly Scenario[] = [
  {
    name: 'introduction',
    alone: true,
    run: async ({ client }) => ({
      serverInfo: client.getServerVersion(),
      capabilities: client.getServerCapabilities(),
      instructions: client.getInstructions(),
    }),
  },
  named('tools', 'tools/list'),
  { name: 'fields nobody knows', run: (s) => s.call('odd') },
  named('resources', 'resources/list'),
  { name: 'resources/read', run: (s) => s.raw('resources/read', { uri: 'fixture://one' }) },
  named('prompts', 'prompts/list'),
  {
    name: 'completion',
    run: (s) =>
      s.raw('completion/complete', {
        ref: { type: 'ref/prompt', name: s.nameOf('greet') },
        argument: { name: 'who', value: 'A' },
      }),
  },
  asking('ask'),
  asking('ask-twice'),
  asking('sample', 'sampling/createMessage'),
  asking('roots', 'roots/list'),
  {
    name: 'prompts/get that asks',
    run: (s) =>
      withQuestions(s, 'elicitation/create', () =>
        s.client.getPrompt({ name: s.nameOf('greet'), arguments: { who: 'x' } }),
      ),
  },
  { name: 'progress', run: progress },
  { name: 'cancellation', run: cancellation },
  { name: 'logging', run: logging },
  refusal(-32_050),
  refusal(-32_002),
  refusal(-32_602),
  refusal(7),
  { name: 'unknown tool', alone: true, run: (s) => s.call('nonsense') },
  { name: 'changes of lists and resources', run: changes },
];
