import { ContentLengthFraming } from '@molehill/core/framing';
import type { DebugProtocol } from '@vscode/debugprotocol';

/** A debug adapter that has none of the requests for inspection that are optional, and whose program has stopped at an exception. */
const framing = new ContentLengthFraming(1_000_000, { onFrame: answer, onOversized: () => {} });
const bodies: Readonly<Record<string, object>> = {
  initialize: { supportsConfigurationDoneRequest: true },
  threads: { threads: [{ id: 1, name: 'main' }] },
  stackTrace: { stackFrames: [{ id: 1, name: 'main', line: 1, column: 1 }] },
  scopes: { scopes: [{ name: 'Locals', variablesReference: 1, expensive: false }] },
  variables: { variables: [{ name: 'total', value: '1', variablesReference: 0 }] },
};
const events: Readonly<Record<string, readonly object[]>> = {
  launch: [{ event: 'initialized' }],
  configurationDone: [{ event: 'stopped', body: { reason: 'exception', threadId: 1 } }],
};

function answer(text: string): void {
  const { seq, command } = JSON.parse(text) as DebugProtocol.Request;
  const response = { type: 'response', request_seq: seq, command, success: true, body: bodies[command] };
  for (const message of [response, ...(events[command] ?? []).map((event) => ({ type: 'event', ...event }))])
    process.stdout.write(framing.encode(JSON.stringify({ seq: 1, ...message })));
}

process.stdin.on('data', (chunk: Buffer) => framing.push(chunk));
