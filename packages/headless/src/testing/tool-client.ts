import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import type { Ask } from '@molehill/core/question';
import { createRedactor } from '@molehill/core/redact';
import type { Answer } from '@molehill/core/result';
import { createTestEndpoint, testCaller } from '@molehill/core/testing/endpoint';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import type { EditorHost } from '@molehill/editor/host';
import { editorServer } from '@molehill/editor/server';
import { testBridge } from '@molehill/editor/testing/bridge-view';
import type { ToolName, ToolResults } from '@molehill/editor/types';
import { onTestFinished } from 'vitest';

type Data = Readonly<Record<string, unknown>>;

export interface ToolClientOptions {
  /** Files of the workspace by name, or a folder that is copied. */
  readonly files?: Readonly<Record<string, string>>;
  readonly copy?: string;
  /** How the person answers questions. Default: nobody can be asked. */
  readonly ask?: Ask | undefined;
}

/** Calls the tools of an editor server on a headless host, as one caller. */
export interface ToolClient {
  readonly folder: string;
  readonly host: EditorHost;
  /** The data of a successful call; fails the test with the text of the answer otherwise. */
  call<N extends ToolName>(tool: N, input?: Data, signal?: AbortSignal): Promise<ToolResults[N]>;
  /** The whole answer, with the details of an error and what was cut. */
  send(tool: string, input?: Data, signal?: AbortSignal): Promise<Answer>;
  /** What an agent reads. */
  read(tool: string, input?: Data, signal?: AbortSignal): Promise<string>;
  /** The same server for another caller. */
  as(caller: string): ToolClient;
  write(name: string, text: string): void;
  disconnect(): Promise<void>;
}

/** Where a test's host works: a folder with the files, and a state directory. */
export interface TestPlace {
  readonly folders: readonly [string];
  readonly stateRoot: string;
}

/** A server over a new folder with these files; closed with the test. */
export function openToolClient(
  { files = {}, copy, ask }: ToolClientOptions,
  openHost: (place: TestPlace) => EditorHost,
): ToolClient {
  const folder = realpathSync.native(tempFolder());
  if (copy) cpSync(copy, folder, { recursive: true });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const stateRoot = realpathSync.native(tempFolder());
  const host = openHost({ folders: [folder], stateRoot });
  const server = editorServer({
    mount: { env: {}, stateRoot, workspace: folder, log: silentLog, redactor: createRedactor() },
    host: () => host,
    bridge: testBridge(folder),
    profile: 'expert',
  });
  const { catalogue, dispatcher, handles } = createTestEndpoint(server);
  onTestFinished(async () => {
    await handles.close();
    await server.close?.();
  });
  const clientFor = (id: string): ToolClient => {
    const send = (name: string, input: Data = {}, signal?: AbortSignal) =>
      dispatcher.call({ entry: catalogue.find(name), input, caller: testCaller({ id }), signal, ask });
    return {
      folder,
      host,
      write,
      send,
      call: async <N extends ToolName>(name: N, input?: Data, signal?: AbortSignal) => {
        const { envelope, text } = await send(name, input, signal);
        if (!envelope.ok) throw new Error(`${name}: ${text}`);
        return envelope.data as ToolResults[N];
      },
      read: async (name, input, signal) => (await send(name, input, signal)).text,
      as: clientFor,
      disconnect: () => handles.disposeCaller(id),
    };
  };
  return clientFor('agent');
}
