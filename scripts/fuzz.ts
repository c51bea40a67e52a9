import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

/** `npm run fuzz -- [--minutes N] [--engine E] [--seed S]`: runs random statements against the real engines. */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    engine: { type: 'string' },
    seed: { type: 'string' },
  },
});

const env = {
  ...process.env,
  FUZZ_MINUTES: values.minutes,
  ...(values.seed === undefined ? {} : { FUZZ_SEED: values.seed }),
};
const title = values.engine === undefined ? [] : ['--testNamePattern', `fuzz ${values.engine}$`];
const args = ['run', '--project', 'integration', 'fuzz.integration', '--no-file-parallelism', ...title];
const child = spawn('vitest', args, { env, stdio: 'inherit' });
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
