import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { StdioTransport, UpstreamConfig } from '../config/upstream-config.ts';

type FixtureName = 'conforming' | 'broken' | 'scripted';

/** A server of a user's file, with defaults for everything else. */
export function testConfig(
  id: string,
  transport: UpstreamConfig['transport'],
  more: Partial<UpstreamConfig> = {},
): UpstreamConfig {
  return {
    id,
    declaredName: id,
    transport,
    source: { file: '/home/someone/mcp.json', format: 'user', scope: 'user' },
    shadows: [],
    enabled: true,
    shared: false,
    runs: 'test server',
    declaration: [],
    files: [],
    hash: `hash-of-${id}`,
    ...more,
  };
}

export function stdio(
  command: string,
  args: readonly string[],
  more: Partial<StdioTransport> = {},
): StdioTransport {
  return { kind: 'stdio', command, args, env: {}, cwd: process.cwd(), framing: 'newline', ...more };
}

/** One of the servers in ./servers with flags. */
export function fixture(name: FixtureName, args: readonly string[] = [], more: Partial<StdioTransport> = {}) {
  const script = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  return stdio(process.execPath, [script, ...args], more);
}

/** The reference server of the protocol. */
export function everything(): StdioTransport {
  const script = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/dist/index.js',
  );
  return stdio(process.execPath, [script]);
}
