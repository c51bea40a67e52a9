import { silentLog } from '@molehill/core/log';
import type { DebugConfiguration } from '@molehill/editor/host';
import { openHeadlessHost } from '../host.ts';
import { testAdapters } from './adapters.ts';
import { SessionRecords } from './session-records.ts';

/** A process with a debug session, to be killed: prints a line when the program has printed one. */
const [folder = '', launch = ''] = process.argv.slice(2);
const configuration = JSON.parse(launch) as DebugConfiguration;
const options = { folders: [folder], stateRoot: folder, env: process.env, log: silentLog };
const host = openHeadlessHost({ ...options, adapters: testAdapters });
const records = new SessionRecords(host);
const request = { launch: configuration, folder, scope: 'test', exceptionBreakpoints: () => undefined };
await host.debug.start(request, { signal: new AbortController().signal, progress: () => {} });
await records.printed('ready');
process.stdout.write('ready\n');
