import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { at, text } from '../clients/json.ts';
import { adapterEnvironment } from '../engines/debug-adapters.ts';
import { browserPath, pictures, useBrowser } from './support/browser.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { connectClient, streamableTransport } from './support/clients.ts';
import { startUp } from './support/molehill.ts';
import { until } from './support/until.ts';

const { open } = useBrowser();
afterEach(endEverything);

const PROGRAM = `const order = {
  id: 7,
  password: 'hunter2-hunter2',
  lines: [
    { name: 'spade', price: 12, count: 2 },
    { name: 'bucket', price: 4, count: 1 },
  ],
};

function lineTotal(line) {
  const amount = line.price * line.count;
  return amount;
}

function orderTotal(lines) {
  let total = 0;
  for (const line of lines) {
    console.log('adding', line.name);
    total += lineTotal(line);
  }
  return total;
}

console.log('total', orderTotal(order.lines));
console.error('done');
setInterval(() => {}, 1000);
`;

/** `molehill up` on a folder with a program, and an agent connected to it. */
async function serveProgram() {
  const folder = realpathSync(temporaryFolder());
  writeFileSync(join(folder, 'total.js'), PROGRAM);
  const env = await adapterEnvironment('js-debug');
  const up = await startUp(['--port', '0', '--workspace', folder], { env });
  const client = await connectClient(streamableTransport(up));
  const call = async (tool: string, input: object = {}): Promise<unknown> => {
    const answer = await client.callTool({ name: `editor__${tool}`, arguments: { ...input } });
    if (answer.isError) throw new Error(text(at(answer, 'content', 0, 'text')));
    return at(answer, 'structuredContent', 'data');
  };
  return { up, client, call };
}

const variable = (page: Page, name: string) =>
  page.getByTestId('debug-variables').locator(`[data-variable="${name}"]`).first();
const currentLine = (page: Page) => page.getByTestId('debug-source').locator('[aria-current="location"]');
const state = (page: Page, words: string) =>
  page.getByTestId('debug-state').filter({ hasText: words }).waitFor();

describe.skipIf(!browserPath)('debug sessions on the page', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test(`shows source, stack, variables and output while an agent steps (${scheme})`, async () => {
      const { up, call } = await serveProgram();
      const page = await open(up.page, scheme);
      await page.getByTestId('debug-link').click();
      await page.getByTestId('debug-empty').waitFor();
      await call('breakpoint_set', { path: 'total.js', text: 'const amount' });
      await call('debug_start', { path: 'total.js' });

      await state(page, 'paused on breakpoint');
      await currentLine(page).filter({ hasText: 'const amount = line.price * line.count;' }).waitFor();
      const stack = page.getByTestId('debug-stack');
      expect((await stack.locator('.debug-function').allTextContents()).slice(0, 2)).toEqual([
        expect.stringContaining('lineTotal'),
        expect.stringContaining('orderTotal'),
      ]);
      await page.getByTestId('debug-output').getByText('adding spade').waitFor();

      await variable(page, 'line').click();
      await variable(page, 'price').getByText('12').waitFor();
      await call('debug_step_over');
      await currentLine(page).filter({ hasText: 'return amount;' }).waitFor();
      await variable(page, 'amount').getByText('24').waitFor();
      // What was opened stays open.
      await variable(page, 'price').getByText('12').waitFor();
      await page.screenshot({ path: join(pictures, `page-debug-${scheme}.png`) });

      await stack.getByRole('button', { name: 'orderTotal' }).click();
      await currentLine(page).filter({ hasText: 'total += lineTotal(line);' }).waitFor();
      await variable(page, 'lines').waitFor();
      await page.screenshot({ path: join(pictures, `page-debug-caller-${scheme}.png`) });

      await call('debug_continue');
      await variable(page, 'line').filter({ hasText: 'bucket' }).waitFor();
      await call('breakpoint_clear');
      await call('debug_continue', { timeoutMs: 0 });
      await state(page, 'running');
      await page.getByTestId('debug-output').getByText('total 28').waitFor();
      await page.getByTestId('debug-output').locator('[data-category="stderr"]').getByText('done').waitFor();
    });
  }

  test('masks secrets, and a person pauses, steps, continues and stops the program of an agent', async () => {
    const { up, call } = await serveProgram();
    const page = await open(up.page);
    await call('breakpoint_set', { path: 'total.js', text: "console.log('total'" });
    const { session } = (await call('debug_start', { path: 'total.js' })) as { session: string };
    await page.getByTestId('debug-link').getByText('being debugged').waitFor();
    await page.getByTestId('debug-link').click();
    await state(page, 'paused');
    const button = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
    await variable(page, 'order').click();
    await variable(page, 'password').getByText('[masked: password]').waitFor();
    expect(await page.content()).toContain('[masked: password]');
    expect(await page.getByTestId('debug-variables').textContent()).not.toContain('hunter2');

    await button('Step into').click();
    await currentLine(page).filter({ hasText: 'let total = 0;' }).waitFor();
    expect(await call('debug_status')).toMatchObject({ sessions: [{ id: session, state: 'stopped' }] });
    await button('Continue').click();
    await state(page, 'running');
    await page.getByTestId('debug-output').getByText('total 28').waitFor();
    await button('Pause').click();
    await state(page, 'paused');
    await button('Stop').click();
    // 128 and the number of the signal that ended it.
    await state(page, 'exit code 1');
    await until('the agent sees that it ended', async () => {
      const status = await call('debug_status', { all: true });
      return at(status, 'sessions', 0, 'state') === 'ended';
    });
  });
});

test('tells the agent that owns a session of its events, and no other agent', async () => {
  const { up, client, call } = await serveProgram();
  const other = await connectClient(streamableTransport(up));
  const [own, others] = [await listen(client), await listen(other)];
  await call('breakpoint_set', { path: 'total.js', text: 'const amount' });
  const { session } = (await call('debug_start', { path: 'total.js' })) as { session: string };
  const uri = `molehill://debug/${session}`;
  await until('the events of the start', () => own.events.includes('debug.stopped'));
  expect(own.events).toContain('debug.started');
  await until('the changed list', () => own.listChanges > 0);
  expect(await client.listResources()).toMatchObject({
    resources: expect.arrayContaining([expect.objectContaining({ uri, name: session })]),
  });
  const { contents } = await client.readResource({ uri });
  expect(JSON.parse(text(at(contents, 0, 'text')))).toMatchObject({
    id: session,
    state: 'stopped',
    file: 'total.js',
    line: 11,
    frames: [{ line: 11, function: expect.stringContaining('lineTotal') }, { line: 19 }, { line: 24 }],
    place: { sourceLines: expect.arrayContaining([expect.objectContaining({ n: 11, current: true })]) },
  });
  await client.subscribeResource({ uri });
  await call('debug_step_over');
  await until('an update of the resource', () => own.updated.includes(uri));
  await expect(other.readResource({ uri })).rejects.toThrow('not found');
  await expect(other.subscribeResource({ uri })).rejects.toThrow('not found');
  expect(others).toEqual({ events: [], updated: [], listChanges: 0 });
});

/** What a client is told; it asks for log messages. */
async function listen(client: Client) {
  const told = { events: [] as string[], updated: [] as string[], listChanges: 0 };
  client.setNotificationHandler('notifications/message', ({ params }) => {
    told.events.push(text(at(params.data, 'event')));
  });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    told.updated.push(params.uri);
  });
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    told.listChanges += 1;
  });
  await client.setLoggingLevel('info');
  return told;
}
