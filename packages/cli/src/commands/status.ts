import { command, commonArgs, jsonArg } from '../command.ts';
import { callFromTerminal } from '../terminal-call.ts';
import { openWorkbench } from '../workbench.ts';

export const status = command({
  name: 'status',
  description: 'Servers, tools and frontends in this project',
  args: { ...commonArgs, ...jsonArg },
  async run({ args }) {
    const workbench = await openWorkbench(args);
    workbench.frontends.push({ kind: 'cli', address: `process ${process.pid}` });
    await callFromTerminal(workbench, workbench.catalogue.find('molehill__status'), {}, args);
  },
});
