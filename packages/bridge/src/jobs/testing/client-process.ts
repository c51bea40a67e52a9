import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMolehillError } from '@molehill/core/errors';
import { JobClient } from '../client.ts';
import { fastTiming } from './fast-timing.ts';

/** A client process. It calls in a loop and logs what it sent and received. */

const [workspace = '', ledger = ''] = process.argv.slice(2);
const client = new JobClient({ workspace, timing: fastTiming });
let stopping = false;

const note = (text: string) => appendFileSync(ledger, `${text}\n`);

async function callOnce(n: number): Promise<void> {
  let id = 'none';
  const onSubmitted = (jobId: string) => {
    id = jobId;
    note(`sent ${id}`);
  };
  try {
    const { envelope } = await client.call({ tool: 't', input: n, onSubmitted });
    note(`got ${id} ${envelope.ok && envelope.data === n ? 'ok' : 'wrong'}`);
  } catch (error) {
    note(`got ${id} ${isMolehillError(error) ? error.code : String(error)}`);
    await sleep(20);
  }
}

async function callOn(lane: number): Promise<void> {
  for (let n = 0; !stopping; n++) await callOnce(lane * 1_000_000 + n);
}

process.once('SIGTERM', () => {
  stopping = true;
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
await Promise.all([1, 2, 3].map(callOn));
note('stopped');
process.disconnect();
