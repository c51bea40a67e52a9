import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDatabase, ENDLESS, eventually, openDatabase, query } from './testing/database.ts';

const CALLS = 202;
const LONGEST_DELAY_MS = 100;
/** More than the pool has processes, so that calls are also cancelled while they wait for one. */
const AT_ONCE = 8;

/** The child processes that have a database open. */
function databaseProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isOurs(pid));
}

function isOurs(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isChild = Number(parent) === process.pid && state !== 'Z';
    return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sqlite/child.ts');
  } catch {
    return false;
  }
}

test.skipIf(process.platform !== 'linux')(
  'cancelling after any delay leaves no statement running and harms no other call',
  async () => {
    const backend = openDatabase(createDatabase('CREATE TABLE log(n)'));
    const write = `INSERT INTO log ${ENDLESS}`;
    let index = 0;
    const worker = async () => {
      for (let own = index++; own < CALLS; own = index++) {
        const caller = new AbortController();
        const readonly = own % 4 !== 0;
        const statement = { sql: readonly ? ENDLESS : write, params: [] };
        const running = backend.run(statement, { readonly, signal: caller.signal });
        const outcome = expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
        await sleep(own % (LONGEST_DELAY_MS + 1));
        caller.abort();
        await outcome;
        expect(await query(backend, `SELECT ${own}`)).toEqual([[own]]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(await query(backend, 'SELECT count(*) FROM log')).toEqual([[0]]);
    // A process that stays outside the pool would be busy with a cancelled statement; others are being started.
    await eventually(() => databaseProcesses().every((pid) => backend.pids.includes(pid)));
  },
);
