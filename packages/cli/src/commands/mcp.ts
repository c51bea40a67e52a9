import { startLifecycle } from '@molehill/core/serve/lifecycle';
import { mcpFactory } from '@molehill/core/serve/mcp';
import { serveStdio } from '@molehill/core/serve/stdio';
import { command, commonArgs } from '../command.ts';
import { endpointOf, openWorkbench } from '../workbench.ts';

export const mcp = command({
  name: 'mcp',
  description: 'Serve an agent over standard input and output',
  args: {
    ...commonArgs,
    only: { type: 'string', description: 'Serve this server alone, with bare tool names', valueHint: 'ID' },
  },
  async run({ args }) {
    const flags = { timeoutMs: args.timeout };
    const workbench = await openWorkbench({
      env: process.env,
      workspace: args.workspace,
      flags,
      only: args.only,
    });
    workbench.doors.push({ kind: 'stdio', address: `process ${process.pid}` });
    const lifecycle = startLifecycle({
      close: async () => {
        await Promise.allSettled([serving.close(), workbench.close()]);
      },
    });
    const serving = serveStdio(mcpFactory(endpointOf(workbench), 'stdio'), {
      log: workbench.log,
      onClosed: () => lifecycle.stop('the client closed standard input'),
    });
    await lifecycle.stopped;
  },
});
