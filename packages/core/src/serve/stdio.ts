import { Console } from 'node:console';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio as serveSdkStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../log.ts';

export interface Serving {
  close(): Promise<void>;
}

export interface StdioOptions {
  readonly log: Log;
  /** Called once when the client has closed its end. */
  onClosed(): void;
}

/** Serves one client on this process's own standard streams. */
export function serveStdio(factory: McpServerFactory, options: StdioOptions): Serving {
  keepStdoutForProtocol();
  process.stdin.once('end', options.onClosed);
  process.stdin.once('close', options.onClosed);
  process.stdout.once('error', options.onClosed);
  return serveSdkStdio(factory, {
    onerror: (error) => options.log.warn({ err: error }, 'stdio'),
  });
}

/** A library that prints must not break the protocol. */
function keepStdoutForProtocol(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}
