import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@molehill/core/log';
import { answerOf } from '../../testing/answers.ts';
import { serveJobs } from '../jobs.ts';
import { hurried } from './hurried.ts';

/** A host in a process of its own. It writes down what it begins and ends, so that a kill leaves the truth behind. */

const [workspace = '', ledger = ''] = process.argv.slice(2);

const host = await serveJobs({
  workspace,
  log: silentLog,
  timing: hurried,
  call: async ({ id, input }) => {
    appendFileSync(ledger, `begin ${id}\n`);
    await sleep(Math.random() * 40);
    appendFileSync(ledger, `end ${id}\n`);
    return answerOf(input);
  },
});
process.once('SIGTERM', () => void host.close().then(() => process.exit()));
process.on('disconnect', () => process.exit());
process.send?.('ready');
