import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { at, text } from '../clients/json.ts';
import { afterwards, temporaryFolder } from '../e2e/support/cleanup.ts';
import { molehillBin } from '../e2e/support/molehill.ts';
import { cleanEnvironment } from '../e2e/support/processes.ts';
import { startPostgres } from '../engines/postgres.ts';
import type { RunningServer } from '../engines/server.ts';

const upstream = fileURLToPath(
  new URL('../../packages/gateway/src/testing/servers/conforming.ts', import.meta.url),
);
const probe = fileURLToPath(new URL('./probe.mjs', import.meta.url));

/** The name by which the processes of the upstream server are found. */
export const UPSTREAM_MARK = 'conforming.ts';

export interface World {
  readonly postgres: RunningServer;
  /** `molehill up`, with the probe. */
  readonly up: ChildProcess & { readonly pid: number };
  /** Where the probe writes what it measured. */
  readonly memoryFile: string;
  readonly url: string;
  readonly token: string;
  /** Starts `molehill mcp` in the same project. */
  startMcp(): ChildProcess;
}

/** A project with a database and an upstream server, and `molehill up` that serves it. */
export async function openWorld(): Promise<World | undefined> {
  const postgres = await startPostgres();
  if (!postgres) return undefined;
  afterwards(() => postgres.stop());
  await prepareDatabase(postgres);
  const [home, workspace] = [temporaryFolder(), temporaryFolder()];
  const memoryFile = join(home, 'memory.json');
  const entry = { command: process.execPath, args: [upstream] };
  writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { far: entry } }));
  mkdirSync(join(workspace, 'src'));
  const env = {
    ...cleanEnvironment(home),
    DBMOLE_CONNECTIONS: JSON.stringify([connectionTo(postgres)]),
    // Every fault is logged otherwise.
    MOLEHILL_LOG_LEVEL: 'error',
    SOAK_MEMORY_FILE: memoryFile,
  };
  const start = (words: readonly string[], node: readonly string[]) => {
    const child = spawn(process.execPath, [...node, molehillBin, ...words, '--workspace', workspace], {
      cwd: workspace,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { pid } = child;
    if (pid === undefined) throw new Error('molehill cannot be started');
    afterwards(() => end(child));
    return Object.assign(child, { pid });
  };
  const up = start(['up', '--no-open', '--json', '--port', '0'], ['--expose-gc', '--import', probe]);
  const { mcp, token } = await addressOf(up);
  return { postgres, up, memoryFile, url: mcp, token, startMcp: () => start(['mcp'], []) };
}

function connectionTo({ host, port, user, password }: RunningServer) {
  return { name: 'db', type: 'postgres', host, port, user, password, database: 'postgres', readonly: false };
}

async function prepareDatabase(server: RunningServer): Promise<void> {
  const admin = await openAdmin(server);
  await admin.query('CREATE TABLE written (id text)');
  await admin.query('CREATE TABLE goods (id int PRIMARY KEY, name text, price numeric, added timestamptz)');
  await admin.query(
    "INSERT INTO goods SELECT n, 'item ' || n, n * 1.25, now() FROM generate_series(1, 5000) n",
  );
  await admin.end();
}

/** A connection beside Molehill's, for one use: the server is restarted now and then. */
export async function openAdmin({ host, port, user, password }: RunningServer): Promise<Client> {
  const client = new Client({ host, port, user, password, database: 'postgres', application_name: 'soak' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function addressOf({ stdout }: ChildProcess): Promise<{ mcp: string; token: string }> {
  if (!stdout) throw new Error('no output');
  const [line] = await once(createInterface({ input: stdout }), 'line');
  const address: unknown = JSON.parse(line);
  return { mcp: text(at(address, 'mcp')), token: text(at(address, 'token')) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
