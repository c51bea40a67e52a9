import { join } from 'node:path';
import type { UpstreamConfig } from '../config/upstream-config.ts';

/** A server of a project file. */
export function sampleServer(directory: string, change: Partial<UpstreamConfig> = {}): UpstreamConfig {
  return {
    id: 'a',
    declaredName: 'a',
    transport: { kind: 'stdio', command: 'x', args: [], env: {}, cwd: directory, framing: 'newline' },
    source: { file: join(directory, '.mcp.json'), format: 'mcp', scope: 'project' },
    shadows: [],
    enabled: true,
    shared: false,
    runs: 'test server',
    declaration: [],
    files: [],
    hash: 'h1',
    ...change,
  };
}
