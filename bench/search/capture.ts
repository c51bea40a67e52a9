/** Captures the tools of real servers as the search corpus. Run by hand; needs the npm registry. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { corpusFile } from '@molehill/gateway/testing/search-corpus';
import { npmPackages } from '../../test/engines/cache.ts';
import { type SampleServer, sampleServers } from './servers.ts';

const WAIT_MS = 60_000;

/** Listing tools needs no install scripts. */
process.env.npm_config_ignore_scripts = 'true';

async function capture(server: SampleServer): Promise<readonly object[]> {
  const name = server.spec.slice(0, server.spec.lastIndexOf('@'));
  const folder = await npmPackages(`search-${server.id}`, [server.spec]);
  const home = await mkdtemp(join(tmpdir(), 'molehill-capture-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await entryOf(join(folder, 'node_modules', name)), ...(server.args ?? [])],
    env: { PATH: process.env.PATH ?? '', HOME: home, ...server.env },
    cwd: home,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'molehill-capture', version: '1.0.0' });
  try {
    await client.connect(transport, { timeout: WAIT_MS });
    return await allTools(client, server.id);
  } finally {
    await client.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function entryOf(folder: string): Promise<string> {
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const entry: unknown = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0];
  if (typeof entry !== 'string') throw new Error(`${folder} has no program`);
  return join(folder, entry);
}

async function allTools(client: Client, server: string): Promise<readonly object[]> {
  const tools: object[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: WAIT_MS });
    for (const { name, title, description, inputSchema } of page.tools)
      tools.push({ server, name, title, description, inputSchema: onlyDescribed(inputSchema) });
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** Search uses names and descriptions of parameters only; the rest of a schema is dropped. */
function onlyDescribed(schema: object): object {
  const properties = 'properties' in schema && typeof schema.properties === 'object' ? schema.properties : {};
  const described = Object.entries(properties ?? {}).map(([name, value]) => [name, descriptionOf(value)]);
  return { type: 'object', properties: Object.fromEntries(described) };
}

function descriptionOf(value: unknown): object {
  const hasText = typeof value === 'object' && value !== null && 'description' in value;
  return hasText && typeof value.description === 'string' ? { description: value.description } : {};
}

const tools: object[] = [];
for (const server of sampleServers) {
  const found = await capture(server).catch((error: unknown) => {
    console.log(`${server.id}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    return [];
  });
  console.log(`${server.id}: ${found.length} tools`);
  tools.push(...found);
}
await writeFile(corpusFile, tools.map((tool) => `${JSON.stringify(tool)}\n`).join(''));
console.log(`${tools.length} tools of ${sampleServers.length} servers in ${corpusFile}`);
process.exit(0);
