import { spawnSync } from 'node:child_process';
import { engineMissing, reportEngine } from './report.ts';

/** The command of a C compiler; undefined and reported where this machine has none. */
export function cCompiler(): string | undefined {
  for (const command of ['gcc', 'clang', 'cc']) {
    const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
    if (status !== 0) continue;
    reportEngine({ engine: 'C compiler', state: 'used', detail: stdout.split('\n')[0] ?? command });
    return command;
  }
  return engineMissing('C compiler', 'gcc, clang and cc are not on this machine');
}
