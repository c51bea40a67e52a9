import { stateDirectory, statePaths } from '@molehill/core/paths';
import { command, jsonArg, workspaceArg } from '../command.ts';
import { reachHost } from '../host/reach.ts';
import { openInBrowser } from '../open-browser.ts';
import { print, printJson } from '../output.ts';

export const open = command({
  name: 'open',
  description: 'Open the dashboard of the running `molehill up`',
  args: { ...workspaceArg, ...jsonArg },
  async run({ args }) {
    const host = await reachHost({ env: process.env, workspace: args.workspace, via: 'http' });
    if (!host?.pageAddress) return;
    const page = await host.pageAddress();
    if (args.json) return printJson({ page });
    print(`${page}\nThis address opens the page once, within an hour.`);
    openInBrowser(await host.pageAddress(), statePaths(stateDirectory(process.env)));
  },
});
