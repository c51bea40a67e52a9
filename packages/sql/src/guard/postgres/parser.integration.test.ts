import { runModule } from '@molehill/core/testing/child';
import { expect, test } from 'vitest';

const MEGABYTE = 2 ** 20;

/** Waits after the last statement, since what is optimised is optimised in the background. */
const script = `
  import { setTimeout as delay } from 'node:timers/promises';
  import { parse } from ${JSON.stringify(new URL('./parser.ts', import.meta.url).href)};
  for (let n = 0; n < 300; n++) await parse(\`SELECT * FROM generate_series(1, \${n}) WHERE a = \${n} ORDER BY 1\`);
  await delay(1_500);
  console.log(process.resourceUsage().maxRSS * 1024);`;

test('the parser is not optimised at the price of half a gigabyte', async () => {
  const { lines } = await runModule(script);
  expect(Number(lines[0])).toBeGreaterThan(0);
  expect(Number(lines[0])).toBeLessThan(250 * MEGABYTE);
});
