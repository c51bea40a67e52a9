import type { Session } from './session.ts';
import { until, withQuestions } from './session.ts';

/** One protocol feature from a client's side. Its return value is compared. */
export interface Scenario {
  readonly name: string;
  /** The only era that has the feature. */
  readonly era?: Session['era'];
  /** Applies only to a server that is served alone. */
  readonly alone?: boolean;
  run(session: Session): Promise<unknown>;
}

const ELICITATION = 'elicitation/create';
const DOCUMENT = 'demo://resource/static/document/features.md';
const TEXT = 'demo://resource/dynamic/text/7';
const GZIP = { data: 'data:text/plain;base64,aGVsbG8gaGVsbG8=', name: 'hello.gz' };

async function progress(session: Session): Promise<unknown> {
  const before = session.progress.length;
  const input = { duration: 0.3, steps: 3 };
  const result = await session.call('trigger-long-running-operation', input, { onprogress: () => {} });
  return { result, told: session.progress.slice(before) };
}

async function cancellation(session: Session): Promise<unknown> {
  const caller = new AbortController();
  const running = session.call(
    'trigger-long-running-operation',
    { duration: 3, steps: 30 },
    {
      signal: caller.signal,
      onprogress: () => caller.abort('enough'),
    },
  );
  return { cancelled: await running, next: await session.call('echo', { message: 'still here' }) };
}

const UPDATED = 'notifications/resources/updated';

async function subscription(session: Session): Promise<unknown> {
  const subscribed = await session.raw('resources/subscribe', { uri: TEXT });
  const update = await session.hears(UPDATED, () => session.call('toggle-subscriber-updates'));
  const stopped = await session.call('toggle-subscriber-updates');
  return { subscribed, update, stopped, left: await session.raw('resources/unsubscribe', { uri: TEXT }) };
}

/** The upstream server learns of a listener after the client got its acknowledgement: toggled until an event arrives. */
async function listening(session: Session): Promise<unknown> {
  const subscription = await session.client.listen({ resourceSubscriptions: [TEXT] });
  const told = () => session.heard.some(({ method }) => method === UPDATED);
  const update = await session.hears(UPDATED, async () => {
    for (let attempt = 0; attempt < 10 && !told(); attempt++) {
      await session.call('toggle-subscriber-updates');
      await until(told, 300);
      await session.call('toggle-subscriber-updates');
    }
  });
  await subscription.close();
  return { update };
}

async function logging(session: Session): Promise<unknown> {
  const logs = () => session.heard.filter(({ method }) => method === 'notifications/message');
  await session.raw('logging/setLevel', { level: 'debug' });
  const isMeant = ({ data }: { data?: unknown }) => String(data).startsWith('Received Subscribe');
  const subscribe = () => session.raw('resources/subscribe', { uri: DOCUMENT });
  const told = await session.hears('notifications/message', subscribe, isMeant);
  const set = await session.raw('logging/setLevel', { level: 'error' });
  const quiet = logs().length;
  await session.raw('resources/unsubscribe', { uri: DOCUMENT });
  await session.call('echo', { message: 'nothing may be logged before this' });
  return { set, told, afterwards: logs().slice(quiet) };
}

/** With several servers an unchanged list is not announced, so this adds a new name. */
async function changedList(session: Session): Promise<unknown> {
  const listChanged = 'notifications/resources/list_changed';
  const listening =
    session.era === 'modern' ? await session.client.listen({ resourcesListChanged: true }) : undefined;
  const told = await session.hears(listChanged, () =>
    session.call('gzip-file-as-resource', { ...GZIP, name: 'other.gz', outputType: 'resourceLink' }),
  );
  const uri = 'demo://resource/session/other.gz';
  const read = await session.raw('resources/read', { uri });
  const { resources } = (await session.raw('resources/list')) as { resources: { uri: string }[] };
  await listening?.close();
  return { told, read, listed: resources.find((each) => each.uri === uri) };
}

async function tasks(session: Session): Promise<unknown> {
  const created = (await session.raw('tools/call', {
    name: 'simulate-research-query',
    arguments: { topic: 'moles' },
    task: { ttl: 60_000 },
  })) as { task?: { taskId?: string } };
  const taskId = created.task?.taskId ?? 'none';
  const { taskId: _, ...got } = (await session.raw('tasks/get', { taskId })) as Record<string, unknown>;
  return {
    created: { ...created.task, taskId: typeof taskId },
    got,
    unknown: await session.raw('tasks/get', { taskId: 'x' }),
  };
}

interface Item {
  readonly name: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
}

/** With several servers a list is longer: only this server's entries are compared. */
function list(method: string, key: string) {
  return async (session: Session) => {
    const result = (await session.raw(method)) as Record<string, readonly Item[]>;
    const isOfServer = ({ name, uri, uriTemplate }: Item) =>
      (uri ?? uriTemplate)?.startsWith('demo:') ?? name.startsWith(session.nameOf(''));
    return { ...result, [key]: (result[key] ?? []).filter(isOfServer) };
  };
}

const call = (tool: string, input?: Record<string, unknown>) => (session: Session) =>
  session.call(tool, input);
const raw = (method: string, params?: Record<string, unknown>) => (session: Session) =>
  session.raw(method, params);

/** `get-env` is left out: a gateway starts programs with a reduced environment on purpose. */
export const everythingScenarios: readonly Scenario[] = [
  {
    name: 'introduction',
    alone: true,
    run: async ({ client }) => ({
      serverInfo: client.getServerVersion(),
      capabilities: client.getServerCapabilities(),
      instructions: client.getInstructions(),
    }),
  },
  { name: 'tools/list', run: list('tools/list', 'tools') },
  { name: 'text', run: call('echo', { message: 'hello' }) },
  {
    name: 'annotated text and image',
    run: call('get-annotated-message', { messageType: 'error', includeImage: true }),
  },
  { name: 'image', run: call('get-tiny-image') },
  { name: 'resource links', run: call('get-resource-links', { count: 4 }) },
  {
    name: 'embedded text resource',
    run: call('get-resource-reference', { resourceType: 'Text', resourceId: 3 }),
  },
  {
    name: 'embedded blob resource',
    run: call('get-resource-reference', { resourceType: 'Blob', resourceId: 4 }),
  },
  { name: 'structured content', run: call('get-structured-content', { location: 'Chicago' }) },
  { name: 'zipped resource', run: call('gzip-file-as-resource', { ...GZIP, outputType: 'resource' }) },
  { name: 'wrong arguments', run: call('get-sum', { a: 1, b: 'two' }) },
  { name: 'no arguments', run: call('get-sum') },
  { name: 'unknown tool', alone: true, run: call('nonsense') },
  { name: 'progress', run: progress },
  { name: 'cancellation', run: cancellation },
  {
    name: 'elicitation (form)',
    run: (s) => withQuestions(s, ELICITATION, () => s.call('trigger-elicitation-request')),
  },
  {
    name: 'elicitation (address)',
    run: (s) =>
      withQuestions(s, ELICITATION, () =>
        s.call('trigger-url-elicitation', { url: 'https://example.com/a', elicitationId: 'one' }),
      ),
  },
  {
    name: 'elicitation (error -32042)',
    era: 'legacy',
    run: (s) => s.call('trigger-url-elicitation', { url: 'https://example.com/a', errorPath: true }),
  },
  {
    name: 'sampling',
    run: (s) =>
      withQuestions(s, 'sampling/createMessage', () =>
        s.call('trigger-sampling-request', { prompt: 'Say it', maxTokens: 7 }),
      ),
  },
  { name: 'roots', run: call('get-roots-list') },
  {
    name: 'roots changed',
    era: 'legacy',
    run: async (session) => {
      const asked = () => session.asked.length;
      const before = asked();
      await session.client.sendRootsListChanged();
      await until(() => asked() > before);
      return session.asked.slice(before);
    },
  },
  { name: 'resources/list', run: list('resources/list', 'resources') },
  { name: 'resources/templates/list', run: list('resources/templates/list', 'resourceTemplates') },
  { name: 'resources/read (static)', run: raw('resources/read', { uri: DOCUMENT }) },
  { name: 'resources/read (template, text)', run: raw('resources/read', { uri: TEXT }) },
  {
    name: 'resources/read (template, blob)',
    run: raw('resources/read', { uri: 'demo://resource/dynamic/blob/5' }),
  },
  { name: 'resources/read (unknown)', run: raw('resources/read', { uri: 'demo://resource/dynamic/text/x' }) },
  { name: 'resource subscription', era: 'legacy', run: subscription },
  { name: 'resource listening', era: 'modern', run: listening },
  { name: 'resources list_changed', run: changedList },
  { name: 'prompts/list', run: list('prompts/list', 'prompts') },
  {
    name: 'prompts/get',
    run: (s) =>
      s.raw('prompts/get', { name: s.nameOf('args-prompt'), arguments: { city: 'Kiel', state: 'SH' } }),
  },
  {
    name: 'prompts/get (resource)',
    run: (s) =>
      s.raw('prompts/get', {
        name: s.nameOf('resource-prompt'),
        arguments: { resourceType: 'Text', resourceId: '2' },
      }),
  },
  {
    name: 'prompts/get (missing argument)',
    run: (s) => s.raw('prompts/get', { name: s.nameOf('args-prompt') }),
  },
  { name: 'prompts/get (unknown)', alone: true, run: raw('prompts/get', { name: 'nonsense' }) },
  {
    name: 'completion (prompt)',
    run: (s) =>
      s.raw('completion/complete', {
        ref: { type: 'ref/prompt', name: s.nameOf('completable-prompt') },
        argument: { name: 'name', value: '' },
        context: { arguments: { department: 'Sales' } },
      }),
  },
  {
    name: 'completion (template)',
    run: raw('completion/complete', {
      ref: { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' },
      argument: { name: 'resourceId', value: '1' },
    }),
  },
  { name: 'logging', era: 'legacy', run: logging },
  {
    name: 'logging (wrong level)',
    era: 'legacy',
    alone: true,
    run: raw('logging/setLevel', { level: 'loud' }),
  },
  { name: 'tasks', era: 'legacy', alone: true, run: tasks },
  { name: 'unknown method', alone: true, run: raw('nonsense/method', { a: 1 }) },
  { name: 'ping', era: 'legacy', run: raw('ping') },
];
