import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJsonState } from '../json-state.ts';

/**
 * A process that adds and removes items until it is killed, and prints what it is about to do (`?`) and what is done
 * (`!`). Each line is one system call on a pipe, so lines printed before a kill arrive.
 */
const [path = '', worker = '', pauseMs = '0'] = process.argv.slice(2);
interface Items {
  readonly items: readonly string[];
}
/** Instead of zod, which would make each of the many processes start slower. */
const schema = { safeParse: (json: unknown) => ({ success: true, data: json as Items }) as const };
const state = openJsonState<Items>({
  path,
  schema,
  empty: { items: [] },
  keepBackup: true,
  lockWaitMs: 30_000,
});
const print = (line: string) => writeSync(1, `${line}\n`);

const add = async (name: string) => {
  await state.change(({ items }) => ({ items: [...items, name] }));
  print(`!+${name}`);
};
const remove = async (name: string) => {
  print(`?-${name}`);
  await state.change(({ items }) => ({ items: items.filter((item) => item !== name) }));
  print(`!-${name}`);
};

print('ready');
process.stdin.once('data', async () => {
  for (let round = 1; ; round++) {
    await add(`${worker}-${round}`);
    if (round > 1) await remove(`${worker}-${round - 1}`);
    if (pauseMs !== '0') await sleep(Number(pauseMs));
  }
});
process.stdin.on('end', () => process.exit(0));
