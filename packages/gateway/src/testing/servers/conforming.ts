import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { ContentLengthTransport } from './content-length.ts';

/**
 * A conforming server with tools for tests. Flags:
 *   --starts=FILE      appends a line to the file on each start
 *   --legacy           supports the legacy era only
 *   --modern           supports the modern era only
 *   --exit-on-unknown  legacy; exits when the first message is not `initialize`
 *   --ignore-unknown   legacy; ignores messages before `initialize`
 *   --slow             takes a second to start
 *   --ignore-signals   ignores signals and the end of its input
 *   --with-child       starts a child process that ignores signals
 *   --content-length   uses Content-Length framing
 */
const flags = process.argv.slice(2);
const has = (flag: string) => flags.includes(flag);
const startsFile = flags.find((flag) => flag.startsWith('--starts='))?.slice('--starts='.length);

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

function createServer(): McpServer {
  const server = new McpServer(
    { name: 'sample', version: '1.0.0' },
    { instructions: 'A sample.', capabilities: { tools: { listChanged: true } } },
  );
  addAnswers(server);
  addNoise(server);
  addEnds(server);
  return server;
}

function addAnswers(server: McpServer): void {
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, async (args) =>
    text(args.text),
  );
  server.registerTool('pid', {}, async () => text(String(process.pid)));
  server.registerTool('environment', {}, async () => text(JSON.stringify(process.env)));
  server.registerTool('grow', {}, async () => {
    server.registerTool('grown', { description: 'Added later.' }, async () => text('new'));
    return text('grew');
  });
  server.registerTool('big', { inputSchema: z.object({ bytes: z.number() }) }, async ({ bytes }) =>
    text('x'.repeat(bytes)),
  );
  server.registerTool(
    'progress',
    { inputSchema: z.object({ steps: z.number() }) },
    async ({ steps }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken ?? 0;
      for (let progress = 1; progress <= steps; progress++)
        void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } });
      return text('done');
    },
  );
}

function addNoise(server: McpServer): void {
  server.registerTool('flood-stderr', { inputSchema: z.object({ bytes: z.number() }) }, async ({ bytes }) => {
    const line = Buffer.alloc(64 * 1024, 'all work and no play\n');
    for (let written = 0; written < bytes; written += line.length)
      if (!process.stderr.write(line)) await new Promise((resolve) => process.stderr.once('drain', resolve));
    return text('flooded');
  });
  server.registerTool(
    'print',
    { inputSchema: z.object({ lines: z.array(z.string()) }) },
    async ({ lines }) => {
      process.stdout.write(`${lines.join('\n')}\n`);
      return text('printed');
    },
  );
  server.registerTool('endless-line', { inputSchema: z.object({ bytes: z.number() }) }, async ({ bytes }) => {
    process.stdout.write('x'.repeat(bytes));
    return new Promise<never>(() => {});
  });
}

function addEnds(server: McpServer): void {
  server.registerTool('hang', {}, async ({ mcpReq }) => {
    await sleep(3_600_000, undefined, { signal: mcpReq.signal }).catch(() =>
      process.stderr.write('was cancelled\n'),
    );
    return text('late');
  });
  server.registerTool('crash', {}, async () => {
    process.stderr.write('about to crash\n');
    process.exit(7);
  });
}

if (startsFile) appendFileSync(startsFile, `${process.pid}\n`);
if (has('--ignore-signals')) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  setInterval(() => {}, 60_000);
}
if (has('--with-child')) {
  const child = spawn('/bin/sh', ['-c', "trap '' TERM HUP INT; sleep 3600"], { stdio: 'inherit' });
  process.stderr.write(`child ${child.pid}\n`);
}

if (has('--slow')) await sleep(1_000);
if (has('--exit-on-unknown') || has('--ignore-unknown')) await serveStrict();
else if (has('--legacy')) await createServer().connect(new StdioServerTransport());
else if (has('--content-length')) serveStdio(createServer, { transport: new ContentLengthTransport() });
else serveStdio(createServer, { legacy: has('--modern') ? 'reject' : 'serve' });

/** Legacy servers that do not answer messages before `initialize`. */
async function serveStrict(): Promise<void> {
  const input = new Transform({
    transform(chunk, _, done) {
      isOpen ||= String(chunk).includes('"initialize"');
      if (!isOpen && has('--exit-on-unknown')) process.exit(1);
      done(null, isOpen ? chunk : undefined);
    },
  });
  let isOpen = false;
  await createServer().connect(new StdioServerTransport(process.stdin.pipe(input), process.stdout));
}
