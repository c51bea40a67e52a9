import { appendFileSync, readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

/** An upstream server: offers the tools that a file lists, answers with its identity, and logs each start next to that file. */
const [file = ''] = process.argv.slice(2);
const tools = z
  .array(z.object({ name: z.string(), description: z.string() }))
  .parse(JSON.parse(readFileSync(file, 'utf8')));

appendFileSync(`${file}.starts`, `${process.pid}\n`);
process.stderr.write(`offers ${tools.length} tools\n`);

serveStdio(() => {
  const server = new McpServer({ name: 'upstream', version: '1.0.0' });
  for (const { name, description } of tools)
    server.registerTool(name, { description }, async () => ({
      content: [{ type: 'text', text: JSON.stringify({ tool: name, pid: process.pid, env: process.env }) }],
    }));
  return server;
});
