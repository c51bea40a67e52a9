import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { ContentLengthFraming } from '@molehill/core/framing';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect, onTestFinished, test } from 'vitest';
import { DapConnection } from './connection.ts';

interface Request {
  readonly seq: number;
  readonly command: string;
  readonly type: string;
  readonly success?: boolean;
  readonly body?: unknown;
  readonly message?: string;
}

/** The adapter's side of a connection over TCP. */
class Peer {
  readonly received: Request[] = [];
  readonly #socket: Socket;
  readonly #framing: ContentLengthFraming;
  #waiting: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#framing = new ContentLengthFraming(1_000_000, {
      onFrame: (text) => {
        this.received.push(JSON.parse(text));
        this.#waiting?.();
      },
      onOversized: () => {},
    });
    socket.on('data', (chunk: Buffer) => this.#framing.push(chunk));
    socket.on('error', () => {});
  }

  /** Sends all in one write, so that they arrive together. */
  send(...messages: readonly object[]): void {
    this.raw(messages.map((message) => this.#framing.encode(JSON.stringify(message))).join(''));
  }

  raw(text: string): void {
    this.#socket.write(text);
  }

  /** The first message with that command. */
  async next(command: string): Promise<Request> {
    for (;;) {
      const found = this.received.find((message) => message.command === command);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  end(): void {
    this.#socket.end();
  }
}

async function openConnection(maxMessageBytes?: number) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const accepted = once(server, 'connection');
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const [accepting] = (await accepted) as [Socket];
  const events: string[] = [];
  const onEvent = ({ event }: DebugProtocol.Event) => events.push(event);
  const onRequest = async (command: string) => {
    if (command === 'unknown') throw new Error('not supported');
    return { command };
  };
  const channel = { input: socket, output: socket, destroy: () => socket.destroy() };
  const connection = new DapConnection(channel, { onEvent, onRequest }, maxMessageBytes);
  onTestFinished(() => {
    connection.close();
    accepting.destroy();
    server.close();
  });
  return { connection, peer: new Peer(accepting), events };
}

const answer = ({ seq, command }: Request, more: object = {}) => ({
  seq: 1,
  type: 'response',
  request_seq: seq,
  command,
  success: true,
  ...more,
});
const event = (name: string) => ({ seq: 2, type: 'event', event: name });

test('matches answers that come in another order', async () => {
  const { connection, peer } = await openConnection();
  const answers = Promise.all([connection.request('threads'), connection.request('scopes', { frameId: 1 })]);
  const [threads, scopes] = [await peer.next('threads'), await peer.next('scopes')];
  peer.send(answer(scopes, { body: { scopes: [] } }), answer(threads, { body: { threads: [] } }));
  expect(await answers).toEqual([{ threads: [] }, { scopes: [] }]);
  expect(scopes).toMatchObject({ arguments: { frameId: 1 } });
});

test('what follows an answer runs before the events that arrived with it', async () => {
  const { connection, peer, events } = await openConnection();
  const continued = connection.request('continue').then(async () => {
    await Promise.resolve();
    events.push('continued by the caller');
  });
  const ended = connection.closed;
  peer.send(event('first'), answer(await peer.next('continue')), event('stopped'), event('output'));
  peer.end();
  await Promise.all([continued, ended]);
  expect(events).toEqual(['first', 'continued by the caller', 'stopped', 'output']);
});

test.each([
  [
    { message: 'short', body: { error: { format: 'No {what} at {where}', variables: { what: 'file' } } } },
    'No file at {where}',
  ],
  [{ message: 'notStopped' }, 'notStopped'],
  [{}, 'The adapter refused threads without a reason.'],
])('a refusal has the words of the adapter: %j', async (refusal, message) => {
  const { connection, peer } = await openConnection();
  const refused = expect(connection.request('threads')).rejects.toMatchObject({ code: 'E_ADAPTER', message });
  peer.send(answer(await peer.next('threads'), { success: false, ...refusal }));
  await refused;
});

test.each([true, false])('a request without answer times out (adapter can cancel: %s)', async (canCancel) => {
  const { connection, peer } = await openConnection();
  connection.canCancel = canCancel;
  await expect(connection.request('evaluate', {}, { timeoutMs: 20 })).rejects.toMatchObject({
    code: 'E_TIMEOUT',
    message: 'The debug adapter did not answer evaluate within 20 ms.',
  });
  const next = connection.request('threads');
  const threads = await peer.next('threads');
  const late = await peer.next('evaluate');
  peer.send(answer(late), answer(threads));
  await next;
  const cancelled = peer.received.filter(({ command }) => command === 'cancel');
  expect(cancelled).toMatchObject(canCancel ? [{ arguments: { requestId: late.seq } }] : []);
});

test('an aborted request is rejected with the reason of its signal, and cancelled', async () => {
  const { connection, peer } = await openConnection();
  connection.canCancel = true;
  const controller = new AbortController();
  const reason = new Error('enough');
  const aborted = expect(connection.request('evaluate', {}, { signal: controller.signal })).rejects.toBe(
    reason,
  );
  const { seq } = await peer.next('evaluate');
  controller.abort(reason);
  await aborted;
  expect(await peer.next('cancel')).toMatchObject({ arguments: { requestId: seq } });
  await expect(connection.request('threads', {}, { signal: controller.signal })).rejects.toBe(reason);
});

test('open and later requests fail when the connection is gone', async () => {
  const { connection, peer } = await openConnection();
  const open = expect(connection.request('threads')).rejects.toMatchObject({ code: 'E_SESSION_ENDED' });
  await peer.next('threads');
  peer.end();
  await open;
  expect(await connection.closed).toBeUndefined();
  await expect(connection.request('threads')).rejects.toMatchObject({ code: 'E_SESSION_ENDED' });
});

test('a message over the limit closes the connection, and says so', async () => {
  const { connection, peer } = await openConnection(1_000);
  const open = expect(connection.request('variables')).rejects.toMatchObject({
    code: 'E_ADAPTER',
    message: expect.stringContaining('the limit is 1000'),
  });
  peer.send(answer(await peer.next('variables'), { body: 'x'.repeat(100_000) }));
  await open;
  expect(await connection.closed).toMatchObject({ code: 'E_ADAPTER' });
});

test('answers requests of the adapter', async () => {
  const { peer } = await openConnection();
  peer.send(
    { seq: 7, type: 'request', command: 'runInTerminal' },
    { seq: 8, type: 'request', command: 'unknown' },
  );
  expect(await peer.next('runInTerminal')).toMatchObject({
    type: 'response',
    request_seq: 7,
    success: true,
    body: { command: 'runInTerminal' },
  });
  expect(await peer.next('unknown')).toMatchObject({
    request_seq: 8,
    success: false,
    message: 'not supported',
  });
});

test('ignores text that is not a message', async () => {
  const { connection, peer } = await openConnection();
  const answered = connection.request('threads');
  const request = await peer.next('threads');
  peer.raw('Listening…\r\n\r\n');
  peer.send([], { type: 'event' }, { type: 'nothing' }, answer(request, { body: 1 }));
  expect(await answered).toBe(1);
});
