import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import type { AdapterSource } from '../dap/debug-host.ts';
import { openHeadlessHost } from '../host.ts';
import { testAdapters } from './adapters.ts';
import { testLanguageServers } from './language-servers.ts';
import { openToolClient, type ToolClient, type ToolClientOptions } from './tool-client.ts';

export interface DebugClientOptions extends ToolClientOptions {
  /** `none`: a machine without adapters. Default: the pinned ones of the test cache. */
  readonly adapters?: 'none' | AdapterSource;
}

export type DebugClient = ToolClient;

/** A server with debug adapters and language servers. */
export function openDebugClient({ adapters, ...options }: DebugClientOptions): DebugClient {
  return openToolClient(options, (place) =>
    openHeadlessHost(
      adapters === 'none'
        ? { ...place, log: silentLog, env: environmentOf(place.stateRoot) }
        : {
            ...place,
            log: silentLog,
            env: process.env,
            adapters: adapters ?? testAdapters,
            languageServers: testLanguageServers(place.stateRoot),
          },
    ),
  );
}

/** A machine that has Node.js and nothing else. */
function environmentOf(home: string): Record<string, string> {
  symlinkSync(process.execPath, join(home, 'node'));
  return { HOME: home, PATH: home };
}
