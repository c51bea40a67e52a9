import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import type { DebugConfiguration, EditorHost, StartContext, StartRequest } from '@molehill/editor/host';
import { onTestFinished } from 'vitest';
import type { AdapterSource } from '../dap/debug-host.ts';
import { openHeadlessHost } from '../host.ts';
import { testAdapters } from './adapters.ts';
import { SessionRecords } from './session-records.ts';

export interface TestHostWithRecords {
  readonly host: EditorHost;
  /** The only workspace folder. */
  readonly folder: string;
  readonly records: SessionRecords;
}

/** A host with real adapters for a new folder with these files. */
export function openTestHost(
  files: Readonly<Record<string, string>>,
  adapters: AdapterSource = testAdapters,
): TestHostWithRecords {
  const folder = realpathSync.native(tempFolder());
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const stateRoot = join(folder, '.state');
  mkdirSync(stateRoot);
  const options = { folders: [folder], stateRoot, env: process.env, log: silentLog };
  const host = openHeadlessHost({ ...options, adapters });
  onTestFinished(() => host.close());
  return { host, folder, records: new SessionRecords(host) };
}

export const startContext: StartContext = { signal: new AbortController().signal, progress: () => {} };

/** A start request for the scope `test`. */
export function startOf(
  folder: string,
  launch: Partial<DebugConfiguration>,
  more: Partial<StartRequest> = {},
): StartRequest {
  return {
    launch: { type: 'node', name: 'test', request: 'launch', ...launch },
    folder,
    scope: 'test',
    exceptionBreakpoints: () => ({ filters: [] }),
    ...more,
  };
}
