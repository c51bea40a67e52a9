import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@molehill/core/log';
import { answerOf } from '../../testing/answers.ts';
import { serveJobs } from '../host.ts';
import { fastTiming } from './fast-timing.ts';
import { TOKEN } from './token.ts';

/** A host process. It logs each start and end, so that the log is right after a kill. */

const [workspace = '', ledger = ''] = process.argv.slice(2);

const host = await serveJobs({
  workspace,
  token: TOKEN,
  log: silentLog,
  timing: fastTiming,
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
