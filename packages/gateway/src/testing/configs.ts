import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { StdioTransport, UpstreamConfig } from '../config/upstream-config.ts';

type FixtureName = 'polite' | 'rude';

/** A server as a file of the user would define it; what a test does not say is ordinary. */
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
    runs: 'a server of a test',
    declaration: 'a server of a test',
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

/** One of the servers beside this file, told how to behave. */
export function fixture(name: FixtureName, args: readonly string[] = [], more: Partial<StdioTransport> = {}) {
  const script = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  return stdio(process.execPath, [script, ...args], more);
}

/** The protocol's own reference server. */
export function everything(): StdioTransport {
  const script = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/dist/index.js',
  );
  return stdio(process.execPath, [script]);
}
