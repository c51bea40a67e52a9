import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { at } from '../clients/json.ts';
import { endEverything } from './support/cleanup.ts';
import { ask, bearer, messagesOf, openSession } from './support/http.ts';
import { spawnMolehill, startUp } from './support/molehill.ts';
import { envelope, RawClient } from './support/raw-client.ts';
import { until } from './support/until.ts';

afterEach(endEverything);

type Message = Readonly<Record<string, unknown>>;
type Mutation = (message: Message) => Message;
/** Creates a text that carries this id. */
type TextWith = (id: number) => string;

const RUNS = 15;
const TEXTS_PER_RUN = 20;

const wellFormed: readonly Message[] = [
  { method: 'tools/list' },
  { method: 'ping' },
  { method: 'tools/call', params: { name: 'molehill__status', arguments: {} } },
  { method: 'tools/call', params: { name: 'no-such-tool' } },
  { method: 'resources/list', params: {} },
  { method: 'completion/complete', params: {} },
  { method: 'no/such/method', params: envelope() },
];

const value = fc.jsonValue({ maxDepth: 2 });
const set = (name: string): fc.Arbitrary<Mutation> =>
  value.map((given) => (message) => ({ ...message, [name]: given }));
const remove =
  (name: string): Mutation =>
  ({ [name]: _, ...rest }) =>
    rest;

const mutation = fc.oneof(
  ...['jsonrpc', 'method', 'params', 'surplus'].map(set),
  value.map(
    (_meta): Mutation =>
      (message) => ({ ...message, params: { _meta } }),
  ),
  fc.constantFrom(...['jsonrpc', 'method', 'params'].map(remove)),
);

const mutated = fc
  .tuple(fc.constantFrom(...wellFormed), fc.array(mutation, { maxLength: 3 }), fc.boolean())
  .map(
    ([message, mutations, isBatch]): TextWith =>
      (id) => {
        const whole = mutations.reduce<Message>((current, mutate) => mutate(current), {
          jsonrpc: '2.0',
          id,
          ...message,
        });
        return JSON.stringify(isBatch && mutations.length === 0 ? [whole] : whole);
      },
  );

/** Cut off after its id. */
const truncated = fc.tuple(fc.constantFrom(...wellFormed), fc.nat()).map(
  ([message, cut]): TextWith =>
    (id) => {
      const start = `{"jsonrpc":"2.0","id":${id},`;
      const rest = JSON.stringify(message).slice(1);
      return start + rest.slice(0, cut % rest.length);
    },
);

const texts = fc.array(fc.oneof(mutated, truncated), { minLength: TEXTS_PER_RUN, maxLength: TEXTS_PER_RUN });

let lastId = 1_000;
const withIds = (created: readonly TextWith[]) => new Map(created.map((text) => [++lastId, text(lastId)]));

test('every line with an id is answered over stdio', async () => {
  const running = spawnMolehill(['mcp']);
  await new RawClient(running).handshake();
  const answered = new Set<unknown>();
  createInterface({ input: running.child.stdout }).on('line', (line) => {
    const message: unknown = JSON.parse(line);
    if (at(message, 'method') === undefined) answered.add(at(message, 'id'));
  });
  await fc.assert(
    fc.asyncProperty(texts, async (created) => {
      const sent = withIds(created);
      running.stdin.write(`${[...sent.values()].join('\n')}\n`);
      const unanswered = () => [...sent].flatMap(([id, text]) => (answered.has(id) ? [] : [text]));
      await until('every line is answered', () => unanswered().length === 0, 20_000).catch(() => {});
      expect(unanswered()).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('lines without a usable id are answered with the id null', async () => {
  const running = spawnMolehill(['mcp']);
  const client = new RawClient(running);
  await client.handshake();
  const bad = ['hello', '{', '5', 'null', '[]', '{"id":{}}', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'];
  running.stdin.write(`${bad.join('\n')}\n`);
  const nulls = () => client.lines.filter((line) => at(JSON.parse(line), 'id') === null);
  await until('every line is answered', () => nulls().length === bad.length);
  expect(await client.request('ping')).toMatchObject({ result: {} });
});

test('every request over HTTP gets a response that ends, with its id', async () => {
  const server = await startUp();
  const session = await openSession(server);
  const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const post = (body: string, headers: Record<string, string>) =>
    ask(server, '/mcp', { method: 'POST', headers: { ...json, ...bearer(server), ...headers }, body });
  await fc.assert(
    fc.asyncProperty(texts, async (created) => {
      const sent = [...withIds(created)];
      const answers = await Promise.all(
        sent.map(([id, body]) => post(body, id % 2 === 0 ? session.headers : {})),
      );
      for (const [index, answer] of answers.entries()) {
        const [id, body = ''] = sent[index] ?? [];
        const messages = messagesOf(answer);
        const isAnswered = messages.some((message) => at(message, 'id') === id);
        // A batch that is refused as a whole has no id of its own.
        expect([body, isAnswered || body.startsWith('[')]).toEqual([body, true]);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
