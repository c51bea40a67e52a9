import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createPins, type Pins, type ServerKey, serverKeyOf } from '@molehill/gateway/pins';
import { testConfig } from '@molehill/gateway/testing/configs';
import type { ServeOptions } from '@molehill/gateway/testing/serve';
import type { ServedFixture } from './serve.ts';

const script = fileURLToPath(import.meta.resolve('@molehill/gateway/testing/serve'));

/** The fixture behind a gateway that serves it alone. Closing it closes both. */
export async function serveBehindGateway(fixture: ServedFixture): Promise<ServedFixture> {
  const stateRoot = mkdtempSync(join(tmpdir(), 'molehill-conformance-'));
  const config = testConfig('fixture', { kind: 'http', url: fixture.url, headers: {} });
  const options: ServeOptions = { frontend: 'http', stateRoot, only: config.id, servers: [config] };
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(stateRoot, { recursive: true, force: true });
    await fixture.close();
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const url = `${JSON.parse(line).url}/mcp`;
    await agreeToExtraTool(url, createPins({ stateRoot }), serverKeyOf(config));
    return { url, close };
  }
  await close();
  throw new Error('the gateway did not start');
}

/** New tools wait for approval, so the fixture's late tool is approved before the suite adds and removes it. */
async function agreeToExtraTool(url: string, pins: Pins, key: ServerKey): Promise<void> {
  const client = new Client({ name: 'person', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const change = () => client.callTool({ name: 'test_trigger_tool_change' });
  await client.listTools();
  await change();
  while (pins.withheld(key).length === 0) await sleep(20);
  await pins.approve(key, pins.withheld(key));
  await change();
  while ((await client.listTools()).tools.some(({ name }) => name === 'test_extra_tool')) await sleep(20);
  await client.close();
}
