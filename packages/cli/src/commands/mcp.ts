import { serveProcess } from '@molehill/core/serve/process';
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
    await serveProcess(endpointOf(workbench), workbench);
  },
});
