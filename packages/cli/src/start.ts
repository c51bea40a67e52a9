import { version } from './version.ts';

type Program = 'molehill' | 'vscb';

/** Entry point. Answers `--version` before anything else is loaded. */
export async function start(
  program: Program,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  // The host of a project runs for days; the other commands are short, or must start fast.
  if (program === 'molehill' && args[0] === 'up') {
    const { keepHeapSmall } = await import('./small-heap.ts');
    keepHeapSmall();
  }
  if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1';
  const { prepareProcess } = await import('@molehill/serve/prepare-process');
  prepareProcess(process.env);
  const { runProgram } = await import('./program.ts');
  await runProgram(program, args);
}
