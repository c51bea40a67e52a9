import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

/** `npm run fuzz -- [--minutes N] [--engine E] [--seed S]`: runs random statements against the real engines. */

const ENGINES = ['mariadb', 'mysql', 'postgres', 'sqlite'];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    engine: { type: 'string' },
    seed: { type: 'string' },
  },
});
const { minutes, engine, seed } = values;

if (!(Number(minutes) > 0)) stop(`--minutes ${minutes} is not a positive number.`);
if (engine !== undefined && !ENGINES.includes(engine))
  stop(`There is no engine "${engine}". Engines: ${ENGINES.join(', ')}.`);

const env = { ...process.env, FUZZ_MINUTES: minutes, ...(seed === undefined ? {} : { FUZZ_SEED: seed }) };
const title = engine === undefined ? [] : ['--testNamePattern', `fuzz ${engine}$`];
const args = ['run', '--project', 'integration', 'fuzz.integration', '--no-file-parallelism', ...title];
const child = spawn('vitest', args, { env, stdio: 'inherit' });
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

function stop(reason: string): never {
  console.error(reason);
  process.exit(2);
}
