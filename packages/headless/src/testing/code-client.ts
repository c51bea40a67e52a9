import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { openHeadlessHost } from '../host.ts';
import { testLanguageServers } from './language-servers.ts';
import { openToolClient, type ToolClient, type ToolClientOptions } from './tool-client.ts';

export interface CodeClient extends ToolClient {
  /** The text of a file of the workspace. */
  text(name: string): string;
}

/** A server with the TypeScript of this repository and the pinned language servers of the test cache. */
export function openCodeClient(options: ToolClientOptions): CodeClient {
  const client = openToolClient(options, (place) =>
    openHeadlessHost({
      ...place,
      log: silentLog,
      env: process.env,
      languageServers: testLanguageServers(place.stateRoot),
    }),
  );
  return { ...client, text: (name) => readFileSync(join(client.folder, name), 'utf8') };
}
