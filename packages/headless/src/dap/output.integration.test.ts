import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openTestHost } from '../testing/host.ts';

const script = fileURLToPath(new URL('../testing/count-output.ts', import.meta.url));

/** Less than the output, so that keeping it ends the process. */
const HEAP_MB = 40;
const LINES = 50_000;
const LINE = 'x'.repeat(1_023);

const programs = {
  'flood.js': `for (let i = 0; i < ${LINES}; i++) console.log('${LINE}');\n`,
  'flood.py': `for i in range(${LINES}): print('${LINE}')\n`,
};

test.each([
  ['js-debug', { type: 'node', program: 'flood.js' }],
  ['debugpy', { type: 'debugpy', program: 'flood.py' }],
] as const)('%s: 50 MB of output arrive whole in little memory', async (_, { type, program }) => {
  const { folder } = openTestHost(programs);
  const launch = { type, name: 'flood', request: 'launch', program: join(folder, program) };
  const args = [`--max-old-space-size=${HEAP_MB}`, script, folder, JSON.stringify(launch)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({ stdout: LINES * 1_024, lines: LINES, how: 'terminated' });
});
