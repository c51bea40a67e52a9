import { openWindows, type WindowRecord } from '@molehill/bridge/windows';
import { stateDirectory } from '@molehill/core/paths';
import { command, jsonArg } from '../command.ts';
import { paint, print, printJson, table } from '../output.ts';

export const windows = command({
  name: 'windows',
  description: 'List open projects and the processes that serve them',
  args: jsonArg,
  async run({ args }) {
    const open = await openWindows(stateDirectory(process.env)).list();
    if (args.json) printJson({ windows: open });
    else if (open.length === 0) print('No project is open. Start `molehill up` in one.');
    else print(table(open.map(describe)));
  },
});

function describe({ id, kind, pid, port, folders }: WindowRecord): string[] {
  const place = port === undefined ? `process ${pid}` : `process ${pid}, port ${port}`;
  return [paint('cyan', id), kind, place, folders.join(', ')];
}
