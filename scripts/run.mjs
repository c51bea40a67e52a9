import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, setup, toolchainNode } from './setup.mjs';

/** `node scripts/run.mjs FILE.ts [ARGS]`: runs the setup, then a TypeScript file on the toolchain's Node. */

setup();
const [file, ...args] = process.argv.slice(2);
const child = spawn(toolchainNode, [join(root, file), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
