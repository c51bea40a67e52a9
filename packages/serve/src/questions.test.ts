import { Client, type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/client';
import type { Ask } from '@molehill/core/question';
import type { ToolServer } from '@molehill/core/server';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import type { FixtureState } from '@molehill/core/testing/fixture-state';
import { defineTool } from '@molehill/core/tool';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { mcpFactory } from './mcp.ts';
import { connectInMemory } from './memory.ts';
import {
  connectClient,
  type Person,
  type ProtocolMode,
  personWho,
  protocolEras,
} from './testing/mcp-client.ts';

const accept = { action: 'accept', content: { confirm: true } } as const;

async function connect(mode: ProtocolMode, person?: Person) {
  const state: FixtureState = { stopped: 0, done: [] };
  const { endpoint, calls } = createTestEndpoint(createFixtureServer(state).server);
  return { client: await connectClient(endpoint, mode, person), state, calls };
}

describe.each(protocolEras)('client of $era', ({ mode }) => {
  test('runs the tool once after a person accepts', async () => {
    const { person, questions } = personWho(accept);
    const { client, state, calls } = await connect(mode, person);
    const result = await client.callTool({ name: 'confirming', arguments: { what: 'it' } });
    expect(result.structuredContent).toMatchObject({ ok: true, data: { did: 'it' } });
    expect(questions).toEqual(['Really do it?']);
    expect(state.done).toEqual(['it']);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['asked', 'ok']);
  });

  test.each([
    ['declines', { action: 'decline' }],
    ['cancels', { action: 'cancel' }],
    ['accepts without ticking the box', { action: 'accept', content: { confirm: false } }],
  ] as const)('does not run the tool when a person %s', async (_, answer) => {
    const { person, questions } = personWho(answer);
    const { client, state, calls } = await connect(mode, person);
    const result = await client.callTool({ name: 'confirming', arguments: { what: 'it' } });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ error: { code: 'E_DECLINED' } });
    expect(questions).toHaveLength(1);
    expect(state.done).toEqual([]);
    expect(calls.at(-1)).toMatchObject({ outcome: 'error', code: 'E_DECLINED' });
  });

  test('asks a person here for a client without elicitation', async () => {
    const state: FixtureState = { stopped: 0, done: [] };
    const { endpoint } = createTestEndpoint(createFixtureServer(state).server);
    const questions: string[] = [];
    const ask: Ask = async ({ message }) => {
      questions.push(message);
      return { action: 'accept' };
    };
    const client = await connectClient({ ...endpoint, ask }, mode);
    await client.callTool({ name: 'confirming', arguments: { what: 'it' } });
    expect(questions).toEqual(['Really do it?']);
    expect(state.done).toEqual(['it']);
  });

  test('returns E_CONFIRMATION_REQUIRED to a client without elicitation', async () => {
    const { client, state } = await connect(mode);
    const result = await client.callTool({ name: 'confirming', arguments: { what: 'it' } });
    expect(result.structuredContent).toMatchObject({ error: { code: 'E_CONFIRMATION_REQUIRED' } });
    expect(state.done).toEqual([]);
  });

  test.each([
    ['forms', { form: {} }, 'ok'],
    ['whatever was usual before forms had a name', {}, 'ok'],
    ['addresses alone', { url: {} }, 'E_CONFIRMATION_REQUIRED'],
  ])('a client that can ask by %s is asked if that is enough', async (_, elicitation, code) => {
    const { endpoint, calls } = createTestEndpoint(createFixtureServer().server);
    const client = await connectClient(endpoint, mode, personWho(accept).person, elicitation);
    await client.callTool({ name: 'confirming', arguments: { what: 'it' } });
    expect(calls.at(-1)?.code ?? calls.at(-1)?.outcome).toBe(code);
  });

  test('asks two questions one after the other, each once', async () => {
    const { person, questions } = personWho(accept);
    const { client, state } = await connect(mode, person);
    const result = await client.callTool({ name: 'confirming', arguments: { what: 'it', twice: true } });
    expect(result.structuredContent).toMatchObject({ ok: true });
    expect(questions).toEqual(['Really do it?', 'Are you sure about it?']);
    expect(state.done).toEqual(['it']);
  });

  test('requires both of two confirmations', async () => {
    const person: Person = (question) => (question.startsWith('Really') ? accept : { action: 'decline' });
    const { client, state } = await connect(mode, person);
    const result = await client.callTool({ name: 'confirming', arguments: { what: 'it', twice: true } });
    expect(result.structuredContent).toMatchObject({ error: { code: 'E_DECLINED' } });
    expect(state.done).toEqual([]);
  });

  test('asks for each call', async () => {
    const { person, questions } = personWho(accept);
    const { client, state } = await connect(mode, person);
    for (const what of ['one', 'two', 'one'])
      await client.callTool({ name: 'confirming', arguments: { what } });
    expect(questions).toEqual(['Really do one?', 'Really do two?', 'Really do one?']);
    expect(state.done).toEqual(['one', 'two', 'one']);
  });

  test('keeps a declined question declined when the tool asks another', async () => {
    const { server, done } = forgivingServer();
    const answers: Record<string, boolean> = { 'Delete it?': false, 'Rename it?': true, 'Sure?': true };
    const person: Person = (question) => ({
      action: 'accept',
      content: { confirm: answers[question] ?? false },
    });
    const client = await connectClient(createTestEndpoint(server).endpoint, mode, person);
    await client.callTool({ name: 'tidy' });
    expect(done).toEqual(['renamed']);
  });
});

/** Offers something milder where a person declines, and asks once more at the end. */
function forgivingServer() {
  const done: string[] = [];
  const tidy = defineTool({
    name: 'tidy',
    title: 'Tidy',
    description: 'Deletes a thing, or renames it.',
    input: z.strictObject({}),
    output: z.object({}),
    effects: { worst: 'destroys', of: () => ({ effect: 'writes' }) },
    run: async (_, { confirm }) => {
      const asked = (question: string) =>
        confirm(question).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Error) return false;
            throw error;
          },
        );
      const deleting = await asked('Delete it?');
      if (!deleting) await confirm('Rename it?');
      await confirm('Sure?');
      done.push(deleting ? 'deleted' : 'renamed');
      return {};
    },
  });
  const server: ToolServer = { id: 'tidy', title: 'Tidy', version: '1', instructions: '', tools: [tidy] };
  return { server, done };
}

/** A client of 2026 that carries questions and answers itself, and so may cheat. */
async function connectByHand() {
  const state: FixtureState = { stopped: 0, done: [] };
  const { endpoint } = createTestEndpoint(createFixtureServer(state).server);
  const connection = connectInMemory(mcpFactory(endpoint, 'memory'));
  const client = new Client(
    { name: 'by-hand', version: '1.0.0' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    },
  );
  await client.connect(connection.transport);
  onTestFinished(async () => {
    await client.close();
    await connection.close();
  });
  const call = (what: string, more: ContinuationParams = {}, twice = false) =>
    client.callTool(
      { name: 'confirming', arguments: { what, twice }, ...more },
      { allowInputRequired: true },
    );
  return { call, state };
}

interface ContinuationParams {
  readonly inputResponses?: Record<string, typeof accept>;
  readonly requestState?: string;
}

function question(result: unknown): InputRequiredResult {
  if (!isInputRequiredResult(result)) throw new Error('no question was asked');
  return result;
}

function agreeTo(asked: InputRequiredResult): ContinuationParams {
  const keys = Object.keys(asked.inputRequests ?? {});
  return {
    inputResponses: Object.fromEntries(keys.map((key) => [key, accept])),
    requestState: asked.requestState ?? '',
  };
}

test('accepts the answer to a question that was asked', async () => {
  const { call, state } = await connectByHand();
  await call('it', agreeTo(question(await call('it'))));
  expect(state.done).toEqual(['it']);
});

test('asks when an answer to a question arrives that was never asked', async () => {
  const { call, state } = await connectByHand();
  const { inputResponses } = agreeTo(question(await call('it')));
  const again = question(await call('it', inputResponses ? { inputResponses } : {}));
  expect(Object.keys(again.inputRequests ?? {})).toHaveLength(1);
  expect(state.done).toEqual([]);
});

test('asks again when the arguments differ', async () => {
  const { call, state } = await connectByHand();
  const continuation = agreeTo(question(await call('something harmless')));
  const again = question(await call('everything', continuation));
  expect(JSON.stringify(again.inputRequests)).toContain('Really do everything?');
  expect(state.done).toEqual([]);
});

test('rejects a forged request state', async () => {
  const { call, state } = await connectByHand();
  const continuation = agreeTo(question(await call('it')));
  const [version, body = '', mac] = (continuation.requestState ?? '').split('.');
  const note = JSON.parse(Buffer.from(body, 'base64url').toString());
  note.p.answers = { [note.p.question]: 'agreed' };
  const forged = [version, Buffer.from(JSON.stringify(note)).toString('base64url'), mac].join('.');
  await expect(call('it', { ...continuation, requestState: forged })).rejects.toMatchObject({
    code: -32_602,
  });
  await expect(call('it', { ...continuation, requestState: 'v1.x.y' })).rejects.toMatchObject({
    code: -32_602,
  });
  expect(state.done).toEqual([]);
});

test('rejects the request state of another server', async () => {
  const first = await connectByHand();
  const second = await connectByHand();
  const continuation = agreeTo(question(await first.call('it')));
  await expect(second.call('it', continuation)).rejects.toMatchObject({ code: -32_602 });
  expect(second.state.done).toEqual([]);
});

test('treats a request state without an answer as declined', async () => {
  const { call, state } = await connectByHand();
  const { requestState = '' } = agreeTo(question(await call('it')));
  expect(await call('it', { requestState })).toMatchObject({ isError: true });
  expect(state.done).toEqual([]);
});

test('does not take the answer to the first question for the second', async () => {
  const { call, state } = await connectByHand();
  const first = agreeTo(question(await call('it', {}, true)));
  const second = question(await call('it', first, true));
  expect(JSON.stringify(second.inputRequests)).toContain('Are you sure about it?');
  const skipped = await call('it', { ...first, requestState: second.requestState ?? '' }, true);
  expect(skipped).toMatchObject({ isError: true });
  expect(state.done).toEqual([]);
});
