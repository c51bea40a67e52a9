import { createServer as createHttpServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serveJobs } from '@molehill/bridge/jobs/host';
import { silentLog } from '@molehill/core/log';
import type { Answer } from '@molehill/core/result';

/** The server process of the benchmark: one echo tool behind a job folder, HTTP and a plain socket. */

const [workspace = ''] = process.argv.slice(2);

function echo(input: unknown): Answer {
  const meta = { requestId: 'bench', timestamp: new Date().toISOString(), durationMs: 0 };
  return { envelope: { ok: true, type: 'success', data: input, meta }, text: 'echo' };
}

await serveJobs({ workspace, token: 'bench', log: silentLog, call: async ({ input }) => echo(input) });

const http = createHttpServer(async (request, response) => {
  const { input } = JSON.parse(await text(request));
  response.setHeader('content-type', 'application/json').end(JSON.stringify(echo(input)));
});
const socket = createSocketServer((peer) => peer.on('data', (bytes) => peer.write(bytes)));
socket.listen(join(workspace, 'echo.sock'));
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
process.on('disconnect', () => process.exit());
