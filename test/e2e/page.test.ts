import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { at, text } from '../clients/json.ts';
import { browserPath, pictures, useBrowser } from './support/browser.ts';
import { temporaryFolder } from './support/cleanup.ts';
import { type Person, signIn } from './support/person.ts';
import {
  cleanEnvironment,
  descendants,
  firstJsonLine,
  isGone,
  type Running,
  start,
} from './support/processes.ts';
import { until } from './support/until.ts';

const startScript = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

const { open, requested } = useBrowser();

describe.skipIf(!browserPath)('the dashboard of npm start in Chromium', () => {
  let running: Running;
  let person: Person;
  let origin: string;

  beforeAll(async () => {
    const env = cleanEnvironment(temporaryFolder());
    running = start(process.execPath, [startScript, '--no-open', '--json', '--port', '0'], { env });
    const address = text(at(await firstJsonLine(running), 'page'));
    origin = new URL(address).origin;
    person = await signIn(address);
  });

  const openPage = async (scheme?: 'light' | 'dark') => open(await person.newAddress(), scheme);

  async function callStatus(page: Page): Promise<void> {
    await page.locator('[data-tool="molehill__status"]').click();
    await page.getByTestId('call-button').click();
    await page.getByTestId('answer').getByText('examples/shop').first().waitFor();
  }

  async function ask(page: Page, tool: string, fields: Record<string, string>): Promise<void> {
    await page.locator(`[data-tool="sql__${tool}"]`).click();
    for (const [name, value] of Object.entries(fields))
      await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByTestId('call-button').click();
  }

  for (const scheme of ['light', 'dark'] as const) {
    test(`lists the tools, calls one and shows the answer and the live call (${scheme})`, async () => {
      const page = await openPage(scheme);
      await page.getByTestId('tool-item').first().waitFor();
      expect(await page.getByTestId('tool-item').count()).toBeGreaterThanOrEqual(2);
      await callStatus(page);
      await page.getByTestId('live-call').filter({ hasText: 'status' }).first().waitFor();
      await page.screenshot({ path: join(pictures, `page-${scheme}.png`) });
    });
  }

  test('shows the message and hint for an invalid argument', async () => {
    const page = await openPage();
    await page.getByTestId('tool-item').filter({ hasText: 'call_history' }).click();
    await page.getByLabel('cursor').fill('nowhere');
    await page.getByTestId('call-button').click();
    await page.getByTestId('answer').getByText('E_CURSOR_INVALID').waitFor();
  });

  test('shows a query as a sortable table, a schema as a diagram and a plan as a tree', async () => {
    const page = await openPage();
    await ask(page, 'query', {
      connection: 'shop',
      sql: 'SELECT id, name FROM customers ORDER BY id LIMIT 30',
    });
    const table = page.getByTestId('rows-table');
    await table.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
    const names = await table.locator('tbody tr td:nth-child(2)').allTextContents();
    expect(names).toHaveLength(30);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    await ask(page, 'schema_diagram', { connection: 'shop' });
    await page.getByTestId('er-diagram').locator('svg').getByText('order_lines').first().waitFor();
    await ask(page, 'explain_query', {
      connection: 'shop',
      sql: 'SELECT * FROM orders WHERE customer_id = 1',
    });
    await page.getByTestId('plan-tree').getByText('orders_by_customer').first().waitFor();
  });

  test('can be used by keyboard', async () => {
    const page = await openPage();
    await page.getByTestId('tool-item').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('status');
    await page.keyboard.press('Enter');
    await page.getByTestId('call-button').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('answer').getByText('examples/shop').first().waitFor();
  });

  test('sends no request to another origin', () => {
    expect(requested.length).toBeGreaterThan(0);
    expect(requested.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
  });

  test('Ctrl-C ends the process and removes its registration', async () => {
    const children = descendants(running.pid);
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
    await until('every child is gone', () => children.every(isGone));
  });
});
