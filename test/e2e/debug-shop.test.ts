import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { type Debugger, openDebugger } from './support/debugger.ts';

/**
 * The complaint in the README of the sample: an invoice asks for more than the checkout did. The tools alone must show
 * where the volume discount of a later line is lost.
 */

const SHOP = fileURLToPath(new URL('../../examples/shop', import.meta.url));
const MOST_CALLS = 12;
const MOST_TOKENS = 6_000;

let client: Debugger;
let calls = 0;
let characters = 0;

async function ask(tool: string, input: Record<string, unknown>): Promise<string> {
  const { text } = await client.call(tool, input);
  calls += 1;
  characters += text.length;
  return text;
}

beforeAll(async () => {
  const shop = join(temporaryFolder(), 'shop');
  cpSync(SHOP, shop, { recursive: true });
  rmSync(join(shop, 'node_modules'), { recursive: true, force: true });
  client = await openDebugger('molehill', shop);
});
afterAll(endEverything);

test('the tools show how the shop loses a discount, within 12 calls and 6,000 tokens', async () => {
  const launches = await ask('launch_list', {});
  expect(launches).toContain('Invoice 2267');

  // Where the discount of a line is decided.
  await ask('breakpoint_set', {
    path: 'src/pricing.ts',
    text: 'const discountPercent = earnedPercent(tiers, quantity);',
  });
  expect(await ask('debug_start', { launch: 'Invoice 2267' })).toContain('pricing.ts');
  const first = await ask('debug_evaluate', {
    expressions: ['sku', 'quantity', 'tiers.map((tier) => tier.minQuantity).join()'],
  });

  // A later line of the same category earns less than its quantity deserves: its tiers come in another order.
  await ask('debug_continue', {});
  const second = await ask('debug_evaluate', {
    expressions: ['sku', 'quantity', 'tiers.map((tier) => tier.minQuantity).join()'],
  });
  const order = (text: string) => /\d+(?:,\d+)+/.exec(text)?.[0]?.split(',').map(Number) ?? [];
  expect(order(first)).toEqual([...order(first)].sort((a, b) => b - a));
  expect(order(second)).toEqual([...order(second)].sort((a, b) => a - b));

  // Who sorted them? Stop where the shop sorts, and compare the list before and after.
  await ask('breakpoint_clear', {});
  await ask('breakpoint_set', { path: 'src/lists.ts', text: 'return items.sort(' });
  await ask('debug_restart', {});
  const before = await ask('debug_evaluate', { expression: 'items.map((tier) => tier.minQuantity).join()' });
  const stack = await ask('debug_step_out', {});
  const after = await ask('stack_get', { levels: 3 });
  expect(order(before)).toEqual(order(first));
  expect(`${stack}${after}`).toContain('nextOffer');

  expect(calls).toBeLessThanOrEqual(MOST_CALLS);
  expect(characters / 4).toBeLessThanOrEqual(MOST_TOKENS);
});
