import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { Progress } from '@molehill/core/progress';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { answerOf, failedWith } from '../testing/answers.ts';
import { callTool } from './call.ts';
import { checkHealth, healthOf } from './health.ts';
import { proofOf } from './proof.ts';
import { respondWithProgress, wantsProgress } from './stream.ts';

const TOKEN = 'the-token-of-this-test';

type Handler = (request: IncomingMessage, response: ServerResponse, port: number) => unknown;

async function serve(handler: Handler) {
  const seen: IncomingMessage[] = [];
  let port = 0;
  const server = createServer((incoming, response) => {
    seen.push(incoming);
    handler(incoming, response, port);
  });
  port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, seen };
}

const reply = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

function challengeOf({ url = '' }: IncomingMessage): string | undefined {
  return new URL(url, 'http://127.0.0.1').searchParams.get('challenge') ?? undefined;
}

/** A host that answers challenges. */
const hostOf =
  (projectRoot: string): Handler =>
  (incoming, response, port) =>
    reply(response, healthOf({ projectRoot, version: '1.2.3', port, token: TOKEN }, challengeOf(incoming)));

test('accepts a host that proves its token', async () => {
  const projectRoot = tempFolder();
  const { port, seen } = await serve(hostOf(projectRoot));
  const health = await checkHealth({ port, projectRoot: `${projectRoot}/`, token: TOKEN });
  expect(health).toMatchObject({ projectRoot, pid: process.pid, version: '1.2.3' });
  expect(JSON.stringify(seen.map(({ url, headers }) => ({ url, headers })))).not.toContain(TOKEN);
});

test('rejects the host of another project', async () => {
  const { port } = await serve(hostOf(tempFolder()));
  const check = checkHealth({ port, projectRoot: tempFolder(), token: TOKEN });
  await expect(check).rejects.toMatchObject({
    code: 'E_BRIDGE_UNAVAILABLE',
    details: { reason: 'other-root' },
  });
});

const strangers: Record<string, Handler> = {
  'another token': (incoming, response) =>
    reply(response, {
      projectRoot: '/',
      pid: 1,
      version: '1',
      proof: proofOf('x', challengeOf(incoming) ?? ''),
    }),
  'no proof': (_, response) => reply(response, { projectRoot: '/', pid: 1, version: '1' }),
  'something else': (_, response) => response.end('<html>'),
  'a closed connection': (_, response) => response.destroy(),
  'too much': (_, response) => response.end('x'.repeat(100_000)),
};

for (const [what, handler] of Object.entries(strangers)) {
  test(`rejects a host that answers with ${what}`, async () => {
    const { port } = await serve(handler);
    await expect(checkHealth({ port, projectRoot: '/', token: TOKEN })).rejects.toMatchObject({
      code: 'E_BRIDGE_UNAVAILABLE',
      details: { reason: 'stranger' },
    });
  });
}

test('rejects a proof that was relayed from another port', async () => {
  const projectRoot = tempFolder();
  const real = await serve(hostOf(projectRoot));
  const stranger = await serve((incoming, response) => {
    request({ host: '127.0.0.1', port: real.port, path: incoming.url }, (answer) =>
      answer.pipe(response),
    ).end();
  });
  const check = checkHealth({ port: stranger.port, projectRoot, token: TOKEN });
  await expect(check).rejects.toMatchObject({ details: { reason: 'stranger' } });
  expect(real.seen).toHaveLength(1);
});

test('reports an unreachable port and a silent one', async () => {
  const silent = await serve(() => {});
  const check = (port: number) => checkHealth({ port, projectRoot: '/', token: TOKEN, timeoutMs: 50 });
  await expect(check(silent.port)).rejects.toMatchObject({ details: { reason: 'silent' } });
  await expect(check(1)).rejects.toMatchObject({
    code: 'E_BRIDGE_UNAVAILABLE',
    details: { reason: 'unreachable' },
  });
});

const call = { token: TOKEN, tool: 'echo', input: { text: 'hi' } };

test('a call sends the token and returns an answer or a question', async () => {
  const question = { message: 'Who?', schema: { type: 'object', properties: { name: { type: 'string' } } } };
  const { port, seen } = await serve(async (incoming, response) => {
    const body = (await json(incoming)) as { tool: string; input: unknown; answers?: unknown };
    reply(response, body.answers ? answerOf(body) : { question });
  });
  expect(await callTool({ ...call, port })).toEqual({ question });
  const answers = [{ message: 'Who?', content: { name: 'Ada' } }];
  expect(await callTool({ ...call, port, answers })).toEqual(
    answerOf({ tool: 'echo', input: call.input, answers }),
  );
  expect(seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

test('returns failed calls and large answers', async () => {
  const large = { rows: 'x'.repeat(6_000_000) };
  const { port } = await serve((incoming, response) =>
    reply(response, incoming.headers['content-length'] === '0' ? {} : answerOf(large)),
  );
  expect(await callTool({ ...call, port })).toEqual(answerOf(large));
  const failing = await serve((_, response) => reply(response, failedWith('E_READONLY')));
  expect(await callTool({ ...call, port: failing.port })).toEqual(failedWith('E_READONLY'));
});

test('keeps the code of a refusal, and rejects an unexpected body with E_HOST_ANSWER', async () => {
  const refusing = await serve((_, response) =>
    reply(response, { error: 'Unauthorized', code: 'E_UNAUTHORIZED', message: 'The token is wrong.' }, 401),
  );
  await expect(callTool({ ...call, port: refusing.port })).rejects.toMatchObject({ code: 'E_UNAUTHORIZED' });
  const odd = await serve((_, response) => reply(response, { neither: 1 }));
  await expect(callTool({ ...call, port: odd.port })).rejects.toMatchObject({ code: 'E_HOST_ANSWER' });
});

test('cancellation closes the connection', async () => {
  const cancel = new AbortController();
  let closed: (value: unknown) => void = () => {};
  const gone = new Promise((resolve) => {
    closed = resolve;
  });
  const { port } = await serve((_, response) => {
    response.once('close', () => closed('closed'));
    cancel.abort();
  });
  await expect(callTool({ ...call, port, signal: cancel.signal })).rejects.toMatchObject({
    code: 'E_CANCELLED',
  });
  expect(await gone).toBe('closed');
  const before = callTool({ ...call, port: 1, signal: AbortSignal.abort() });
  await expect(before).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('an unreachable host is unavailable; a lost connection has an unknown outcome', async () => {
  await expect(callTool({ ...call, port: 1 })).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
  const early = await serve((_, response) => response.destroy());
  await expect(callTool({ ...call, port: early.port })).rejects.toMatchObject({ code: 'E_JOB_INTERRUPTED' });
  const late = await serve((_, response) => {
    response.write('{"env');
    setTimeout(() => response.destroy(), 20);
  });
  await expect(callTool({ ...call, port: late.port })).rejects.toMatchObject({ code: 'E_JOB_INTERRUPTED' });
});

test('streams progress before the answer', async () => {
  const { port } = await serve((incoming, response) => {
    if (!wantsProgress(incoming.headers.accept)) return reply(response, answerOf('plain'));
    const streamed = respondWithProgress(async (tell) => {
      tell({ done: 1, total: 2, message: 'half' });
      tell({ done: 2 });
      return answerOf('reported');
    });
    response.writeHead(200, Object.fromEntries(streamed.headers));
    return Readable.from(streamed.body ?? []).pipe(response);
  });
  const reported: Progress[] = [];
  const answer = await callTool({ ...call, port, onProgress: (progress) => reported.push(progress) });
  expect(answer).toEqual(answerOf('reported'));
  expect(reported).toEqual([{ done: 1, total: 2, message: 'half' }, { done: 2 }]);
  expect(await callTool({ ...call, port })).toEqual(answerOf('plain'));
});
