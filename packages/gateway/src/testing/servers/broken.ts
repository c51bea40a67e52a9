import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A program that is not an MCP server:
 *   silent    reads its input and prints nothing
 *   garbage   keeps printing lines that are not messages
 *   crash     prints a message and exits
 * The second argument is a file to which each start appends a line.
 */
const [behaviour, startsFile] = process.argv.slice(2);
if (startsFile) appendFileSync(startsFile, `${process.pid}\n`);

const behaviours: Record<string, () => Promise<unknown>> = {
  silent: async () => process.stdin.resume(),
  garbage: async () => {
    process.stdin.resume();
    process.stdin.once('end', () => process.exit());
    for (;;) {
      const lines = `{"not":"a message"}\nnor is this ${'.'.repeat(8_000)}\n`.repeat(8);
      if (!process.stdout.write(lines)) await new Promise((resolve) => process.stdout.once('drain', resolve));
      await sleep(1);
    }
  },
  crash: async () => {
    process.stderr.write('the configuration is missing\n');
    process.exitCode = 3;
  },
};

await behaviours[behaviour ?? '']?.();
