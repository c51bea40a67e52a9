import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expectHelpful, readByAgent } from '@molehill/core/testing/error-text';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { onTestFinished, test } from 'vitest';
import type { bridgeErrors } from './errors.ts';
import { callTool } from './http/call.ts';
import { call, deferred, idleHost, setUp } from './jobs/testing/set-up.ts';
import { openWindows } from './windows/windows.ts';

type Code = keyof typeof bridgeErrors.table;

async function twoWindowsOfOneFolder(): Promise<string> {
  const windows = openWindows(tempFolder());
  const folder = tempFolder();
  for (const kind of ['vscode', 'up'] as const) {
    const window = await windows.register({ folders: [folder], version: '1.0.0', kind });
    onTestFinished(() => window.unregister());
  }
  return readByAgent(() => windows.choose({ cwd: folder }));
}

async function notClaimed(): Promise<string> {
  const { workspace, connect } = setUp();
  await idleHost(workspace);
  return readByAgent(() => connect({ pickupMs: 40 }).call(call));
}

/** A host whose handler never ends, and a call that it has begun. */
async function begunForEver() {
  const { folder, serve, connect } = setUp();
  const begun = deferred();
  const host = await serve(() => {
    begun.resolve();
    return new Promise(() => {});
  });
  const calling = readByAgent(() => connect().call(call));
  await begun.promise;
  return { host, folder, calling };
}

async function hostGoesAway(): Promise<string> {
  const { host, calling } = await begunForEver();
  await host.close();
  return calling;
}

async function jobIsRemoved(): Promise<string> {
  const { folder, calling } = await begunForEver();
  rmSync(folder.execute, { recursive: true });
  return calling;
}

async function folderIsFile(): Promise<string> {
  const { workspace, connect } = setUp();
  writeFileSync(join(workspace, '.vsc-bridge'), '');
  return readByAgent(() => connect().call(call));
}

async function oneTooMany(): Promise<string> {
  const { workspace, connect } = setUp();
  await idleHost(workspace);
  const client = connect();
  const cancel = new AbortController();
  const crowd = Array.from({ length: 1_010 }, () =>
    readByAgent(() => client.call({ ...call, signal: cancel.signal })),
  );
  const text = await readByAgent(() => client.call(call));
  cancel.abort();
  await Promise.all(crowd);
  return text;
}

async function tenFailures(): Promise<string> {
  const client = setUp().connect();
  for (let n = 0; n < 10; n++) await readByAgent(() => client.call(call));
  return readByAgent(() => client.call(call));
}

async function noHostAnswers(): Promise<string> {
  const server = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return readByAgent(() => callTool({ port, token: 'a-token', ...call }));
}

const provocations = {
  E_BRIDGE_UNAVAILABLE: () => readByAgent(() => setUp().connect().call(call)),
  E_AMBIGUOUS_WINDOW: twoWindowsOfOneFolder,
  E_PICKUP_TIMEOUT: notClaimed,
  E_JOB_INTERRUPTED: hostGoesAway,
  E_JOB_FOLDER: folderIsFile,
  E_JOB_UNANSWERED: jobIsRemoved,
  E_CAPACITY: oneTooMany,
  E_CIRCUIT_OPEN: tenFailures,
  E_HOST_ANSWER: noHostAnswers,
} satisfies Record<Code, () => Promise<string>>;

test.each(Object.entries(provocations))('%s says what happened and what to do', async (code, provoke) => {
  expectHelpful(await provoke(), code);
});
