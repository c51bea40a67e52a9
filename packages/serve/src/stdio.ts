import { Console } from 'node:console';
import { serveStdio as serveSdkStdio } from '@modelcontextprotocol/server/stdio';
import { batched } from '@molehill/core/batch-writes';
import type { Log } from '@molehill/core/log';
import type { McpFactory } from './mcp.ts';
import { StdioTransport } from './stdio-transport.ts';
import { listenHooks } from './subscriptions.ts';
import { WrappedTransport } from './wrapped-transport.ts';

export interface Serving {
  close(): Promise<void>;
}

export interface StdioOptions {
  readonly log: Log;
  /** Called once when the client disconnects. */
  onClosed(): void;
}

/** Serves one client on this process's stdio. */
export function serveStdio(factory: McpFactory, options: StdioOptions): Serving {
  keepStdoutForProtocol();
  process.stdin.once('end', options.onClosed);
  process.stdin.once('close', options.onClosed);
  process.stdout.once('error', options.onClosed);
  const transport = new WrappedTransport(
    new StdioTransport(process.stdin, batched(process.stdout)),
    listenHooks(factory.watchResources),
  );
  return serveSdkStdio(factory, {
    transport,
    onerror: (error) => options.log.warn({ err: error }, 'stdio'),
  });
}

/** Output of a library must not corrupt the protocol. */
function keepStdoutForProtocol(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}
