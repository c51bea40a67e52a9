import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { at } from '../clients/json.ts';
import { type AdapterName, debugAdapter } from '../engines/debug-adapters.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { openDebugger } from './support/debugger.ts';
import {
  type Example,
  exampleOf,
  patternOf,
  prepareExample,
  readDocument,
} from './support/document-examples.ts';
import { vscbBin } from './support/molehill.ts';
import { cleanEnvironment } from './support/processes.ts';

const document = readDocument('docs/debugging.md');

const adapters: Readonly<Record<string, AdapterName>> = {
  JavaScript: 'js-debug',
  TypeScript: 'js-debug',
  Python: 'debugpy',
  Go: 'delve',
  C: 'codelldb',
  Tests: 'js-debug',
};

async function run(example: Example, adapter: AdapterName): Promise<void> {
  const folder = temporaryFolder();
  prepareExample(example, folder);
  const client = await openDebugger('vscb', folder, [], [adapter]);
  for (const { tool, input, answer } of example.calls) {
    const { text } = await client.call(tool, input);
    expect(`${text}\n`, tool).toMatch(patternOf(answer));
  }
}

/** So that a better description does not change the document. */
const ROUNDING = 0.05;
const COST = /^\|.*\| (\d+) \| ([\d,]+) \| `vscb list --tokens --profile (\w+)` \|$/gm;
const costs = [...document.matchAll(COST)].map(
  ([, tools, tokens = '', profile = '']) =>
    [profile, Number(tools), Number(tokens.replace(',', ''))] as const,
);

afterEach(endEverything);

describe('docs/debugging.md', { timeout: 120_000 }, () => {
  test('names the cost of each profile', () => expect(costs).toHaveLength(3));

  for (const [title, adapter] of Object.entries(adapters)) {
    test(`the example ${title} is as written`, async ({ skip }) => {
      if ((await debugAdapter(adapter)) === undefined) skip(`${adapter} is missing`);
      const example = exampleOf(document, title);
      expect(example.calls.length).toBeGreaterThan(1);
      await run(example, adapter);
    });
  }

  test.each(costs)('the list of the profile %s costs about what is written', (profile, tools, tokens) => {
    const args = [vscbBin, 'list', '--tokens', '--json', '--profile', profile];
    const listed = execFileSync(process.execPath, args, { env: cleanEnvironment(temporaryFolder()) });
    const cost: unknown = JSON.parse(listed.toString());
    expect(at(cost, 'servers', 0, 'tools')).toBe(tools);
    expect(Math.abs(Number(at(cost, 'total')) / tokens - 1)).toBeLessThan(ROUNDING);
  });
});
