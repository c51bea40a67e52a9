import { createHook } from 'node:async_hooks';
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import { silentLog } from '@molehill/core/log';
import type { WorkspaceChange } from '@molehill/editor/workspace-change';
import { openWorkspace } from '../../workspace.ts';
import { toggled } from './toggle.ts';
import { change, replaceText, saving } from './workspace.ts';

/** A process that changes a workspace: see `modes`. It waits for a line on its standard input first. */
const [folder = '', stateRoot = '', mode = '', argument = ''] = process.argv.slice(2);
const print = (line: string) => writeSync(1, `${line}\n`);
const workspace = openWorkspace({ folders: [folder], stateRoot, log: silentLog });
const apply = (wanted: WorkspaceChange) => workspace.apply(wanted, saving);

const modes: Readonly<Record<string, () => Promise<void>>> = {
  /** Applies a change, and then kills itself in the middle of another: at a point from 0 to 1 of its file operations. */
  killed: async () => {
    const counted = countFileOperations();
    await apply(toggled(folder));
    const total = counted.stop();
    countFileOperations(Math.ceil(total * Number(argument)));
    await apply(toggled(folder));
    process.kill(process.pid, 'SIGKILL');
  },
  /** Adds 1 so many times to the number that all files contain. */
  count: async () => {
    for (let done = 0; done < Number(argument); ) {
      const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
      const number = readFileSync(join(folder, files[0] ?? ''), 'utf8');
      const edits = files.map((name) => replaceText(join(folder, name), number, String(Number(number) + 1)));
      await apply(change(edits)).then(
        () => done++,
        (error) => {
          if (!isMolehillError(error) || error.code !== 'E_CONFLICT') throw error;
        },
      );
    }
  },
  /** Applies one change, as a user without rights where the process belongs to root. */
  apply: async () => {
    if (process.geteuid?.() === 0) process.seteuid?.(NOBODY);
    await applyOne();
  },
  /** Applies one change, with a handler for the signal of the limit of file sizes, so that writes fail instead. */
  limited: async () => {
    process.on('SIGXFSZ', () => {});
    await applyOne();
  },
};

const NOBODY = 65_534;

/** Counts requests to the file system, and kills the process before the last one that it may make. */
function countFileOperations(last = Number.POSITIVE_INFINITY) {
  let count = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'FSREQPROMISE' && ++count > last) process.kill(process.pid, 'SIGKILL');
    },
  }).enable();
  const stop = () => {
    hook.disable();
    return count;
  };
  return { stop };
}

async function applyOne(): Promise<void> {
  const result = await apply(JSON.parse(argument)).then(
    () => 'applied',
    (error) => (isMolehillError(error) ? `${error.code} ${error.message}` : messageOf(error)),
  );
  print(result);
}

print('ready');
process.stdin.once('data', async () => {
  await modes[mode]?.();
  process.exit(0);
});
process.stdin.on('end', () => process.exit(0));
