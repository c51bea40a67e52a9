import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmPackages } from '../../test/engines/cache.ts';
import { freePort, type Program } from './processes.ts';

/** An upstream server, as in common configuration files. */
export type Servers = Readonly<
  Record<string, { readonly command: string; readonly args: readonly string[] }>
>;

/** A gateway program, started for some servers. */
export interface Launch extends Program {
  /** Its URL; stdio without it. */
  readonly frontend?: { readonly kind: 'http' | 'sse'; readonly url: string };
  /** Marks in the command lines of processes that it leaves running when it ends. */
  readonly daemon?: readonly string[];
}

export interface Contender {
  readonly name: string;
  /** Serves several servers at one endpoint, under prefixed names. */
  readonly aggregates: boolean;
  launch(servers: Servers, folder: string): Promise<Launch>;
}

const everythingScript = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);
export const everything: Servers = {
  everything: { command: process.execPath, args: [everythingScript, 'stdio'] },
};

const molehillBin = fileURLToPath(new URL('../../packages/cli/bin/molehill.mjs', import.meta.url));

export const direct: Contender = {
  name: 'direct stdio',
  aggregates: false,
  launch: async (servers, folder) => ({ args: onlyOne(servers).slice(1), env: {}, cwd: folder }),
};

/** Servers of the user's own configuration need no approval. */
export const molehill: Contender = {
  name: 'molehill mcp',
  aggregates: true,
  launch: async (servers, folder) => {
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    const env = { HOME: folder, MOLEHILL_HOME: folder };
    const args = [molehillBin, 'mcp', '--workspace', folder, '--mode', 'full'];
    return { args, env, cwd: folder };
  },
};

const mcpHub: Contender = {
  name: 'mcp-hub 4.2.1 (SSE)',
  aggregates: true,
  launch: async (servers, folder) => {
    const script = await installed('mcp-hub', '4.2.1', 'dist/cli.js');
    const [port, config] = [await freePort(), join(folder, 'hub.json')];
    writeFileSync(config, JSON.stringify({ mcpServers: servers }));
    return {
      args: [script, '--port', String(port), '--config', config],
      env: { HOME: folder },
      cwd: folder,
      frontend: { kind: 'sse', url: `http://127.0.0.1:${port}/mcp` },
    };
  },
};

const mcporter: Contender = {
  name: 'mcporter 0.12.3 (stdio)',
  aggregates: true,
  launch: async (servers, folder) => {
    const script = await installed('mcporter', '0.12.3', 'dist/cli.js');
    const config = join(folder, 'mcporter.json');
    const kept = Object.entries(servers).map(([id, server]) => [id, { ...server, lifecycle: 'keep-alive' }]);
    writeFileSync(config, JSON.stringify({ mcpServers: Object.fromEntries(kept), imports: [] }));
    return {
      args: [script, '--config', config, 'serve', '--stdio'],
      env: { HOME: folder, MCPORTER_DAEMON_DIR: join(folder, 'daemon') },
      cwd: folder,
      daemon: ['daemon', config],
    };
  },
};

const supergateway: Contender = {
  name: 'supergateway 4.0.0 (HTTP)',
  aggregates: false,
  launch: async (servers, folder) => {
    const script = await installed('supergateway', '4.0.0', 'dist/index.js');
    const port = await freePort();
    const serving = ['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port)];
    return {
      args: [script, '--stdio', onlyOne(servers).join(' '), ...serving, '--logLevel', 'none'],
      env: { HOME: folder },
      cwd: folder,
      frontend: { kind: 'http', url: `http://127.0.0.1:${port}/mcp` },
    };
  },
};

const mcpProxy: Contender = {
  name: 'mcp-proxy 6.7.19 (HTTP)',
  aggregates: false,
  launch: async (servers, folder) => {
    const script = await installed('mcp-proxy', '6.7.19', 'dist/bin/mcp-proxy.mjs');
    const port = await freePort();
    const serving = ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream'];
    return {
      args: [script, ...serving, '--', ...onlyOne(servers)],
      env: { HOME: folder },
      cwd: folder,
      frontend: { kind: 'http', url: `http://127.0.0.1:${port}/mcp` },
    };
  },
};

export const peers: readonly Contender[] = [mcpHub, mcporter, supergateway, mcpProxy];

function onlyOne(servers: Servers): readonly string[] {
  const [server, ...others] = Object.values(servers);
  if (!server || others.length > 0) throw new Error('serves one server only');
  return [server.command, ...server.args];
}

async function installed(name: string, version: string, script: string): Promise<string> {
  const folder = await npmPackages(`${name}-${version}`, [`${name}@${version}`]);
  return join(folder, 'node_modules', name, script);
}
