import { runModule } from '@molehill/core/testing/child';
import { expect, test } from 'vitest';

const MEGABYTE = 2 ** 20;

const parserFile = JSON.stringify(new URL('./parser.ts', import.meta.url).href);

/** Waits after the last statement, since V8 optimises in the background. */
const manyStatements = `
  import { setTimeout as delay } from 'node:timers/promises';
  import { parse } from ${parserFile};
  for (let n = 0; n < 300; n++) await parse(\`SELECT * FROM generate_series(1, \${n}) WHERE a = \${n} ORDER BY 1\`);
  await delay(1_500);
  console.log(process.resourceUsage().maxRSS * 1024);`;

test('V8 does not optimise the parser, which would take half a gigabyte', async () => {
  const { lines } = await runModule(manyStatements);
  expect(Number(lines[0])).toBeGreaterThan(0);
  expect(Number(lines[0])).toBeLessThan(250 * MEGABYTE);
});

/** In a child process: every parser allocates so much memory that the garbage collector would run for each. */
const brokenSixtyTimes = `
  import { parse } from ${parserFile};
  const say = (parsed) => console.log(JSON.stringify(parsed));
  const usual = 'SELECT * FROM users WHERE id IN (SELECT 1)';
  const deep = 'SELECT ' + '(SELECT '.repeat(3_000) + '1' + ')'.repeat(3_000);
  say(await parse(usual));
  for (let round = 0; round < 60; round++) say(await parse(deep));
  say(await parse(usual));`;

/** A parser that is not replaced after a trap returns garbage after about fifty of them. */
test('reports deep nesting as an error each time, and parses the next statement as before', async () => {
  const { lines } = await runModule(brokenSixtyTimes);
  const answers = lines.map((line): unknown => JSON.parse(line));
  expect(answers).toHaveLength(62);
  expect(answers[0]).toMatchObject({ statements: [expect.anything()] });
  for (const answer of answers.slice(1, -1))
    expect(answer).toEqual({ error: 'the statement is nested too deeply' });
  expect(answers.at(-1)).toEqual(answers[0]);
});
