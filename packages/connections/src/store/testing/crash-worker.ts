import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStore } from '../store.ts';

/**
 * A process that adds and removes connections until it is killed, and says what it is about to do (`?`) and what is
 * done (`!`). Written to a pipe by a system call each, so what was said before a kill arrives.
 */
const [path = '', worker = '', pauseMs = '0'] = process.argv.slice(2);
/** The real one brings its whole library, and starting must be cheap here. */
const log = { debug() {}, info() {}, warn() {}, error() {} };
const store = createStore({ path, log, lockWaitMs: 30_000 });
const say = (line: string) => writeSync(1, `${line}\n`);

const add = async (name: string) => {
  await store.change((entries) => [...entries, { name }]);
  say(`!+${name}`);
};
const remove = async (name: string) => {
  say(`?-${name}`);
  await store.change((entries) => entries.filter((entry) => (entry as { name: string }).name !== name));
  say(`!-${name}`);
};

say('ready');
process.stdin.once('data', async () => {
  for (let round = 1; ; round++) {
    await add(`${worker}-${round}`);
    if (round > 1) await remove(`${worker}-${round - 1}`);
    if (pauseMs !== '0') await sleep(Number(pauseMs));
  }
});
process.stdin.on('end', () => process.exit(0));
