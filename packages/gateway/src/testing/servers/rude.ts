import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A program that is no MCP server, in one of the ways in which that is met:
 *   silent    reads everything and says nothing
 *   garbage   prints lines that are no messages, again and again
 *   crash     says why and exits
 * A second argument names a file that gets a line for each start.
 */
const [manner, startsFile] = process.argv.slice(2);
if (startsFile) appendFileSync(startsFile, `${process.pid}\n`);

const manners: Record<string, () => Promise<unknown>> = {
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

await manners[manner ?? '']?.();
