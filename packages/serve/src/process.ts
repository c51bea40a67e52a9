import type { Log } from '@molehill/core/log';
import { startLifecycle } from './lifecycle.ts';
import { type McpEndpoint, mcpFactory } from './mcp.ts';
import { serveStdio } from './stdio.ts';

export interface ProcessOptions {
  readonly log: Log;
  /** Closes everything this process opened. */
  close(): Promise<void>;
}

/** Serves the parent process over stdio until one of the two ends. */
export async function serveProcess(endpoint: McpEndpoint, options: ProcessOptions): Promise<void> {
  const lifecycle = startLifecycle({
    close: async () => {
      await Promise.allSettled([serving.close(), options.close()]);
    },
  });
  const serving = serveStdio(mcpFactory(endpoint, 'stdio'), {
    log: options.log,
    onClosed: () => lifecycle.stop('the client closed standard input'),
  });
  await lifecycle.stopped;
}
