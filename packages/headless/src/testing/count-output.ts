import { silentLog } from '@molehill/core/log';
import type { DebugConfiguration } from '@molehill/editor/host';
import { openHeadlessHost } from '../host.ts';
import { testAdapters } from './adapters.ts';

/** Runs a program in a process whose memory the caller limits, and prints how much output arrived. */
const [folder = '', launch = ''] = process.argv.slice(2);
const configuration = JSON.parse(launch) as DebugConfiguration;
const options = { folders: [folder], stateRoot: folder, env: process.env, log: silentLog };
const host = openHeadlessHost({ ...options, adapters: testAdapters });
const counts = { stdout: 0, lines: 0 };
host.debug.onDidStart((session) => {
  session.onEvent(({ event, body }) => {
    if (event !== 'output' || body.category !== 'stdout') return;
    counts.stdout += Buffer.byteLength(body.output);
    counts.lines += body.output.split('\n').length - 1;
  });
});
const request = { launch: configuration, folder, scope: 'test', exceptionBreakpoints: () => undefined };
const context = { signal: new AbortController().signal, progress: () => {} };
const [root] = await host.debug.start(request, context);
const ended = await root?.ended;
process.stdout.write(JSON.stringify({ ...counts, how: ended?.how }));
await host.close();
