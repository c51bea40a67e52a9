import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endEverything } from '../e2e/support/cleanup.ts';
import { codeServer } from '../engines/code-server.ts';
import {
  MolehillWindows,
  notification,
  project,
  READY_MS,
  serverEntry,
  shownPort,
  textOf,
} from './support/molehill-windows.ts';

const programs = fileURLToPath(
  new URL('../../packages/headless/src/testing/programs/javascript/', import.meta.url),
);
const pictures = fileURLToPath(new URL('../../test-results/', import.meta.url));

afterAll(endEverything);

describe.skipIf(!(await codeServer()))('what a person sees and clicks', () => {
  let windows: MolehillWindows;
  let page: Page;
  let client: Client;

  beforeAll(async () => {
    const started = await MolehillWindows.start();
    if (!started) throw new Error('code-server cannot run');
    windows = started;
    windows.configureUser({ 'molehill.enableHttpServer': true, 'chat.disableAIFeatures': false });
    const database = { type: 'sqlite', file: '/srv/orders/orders.db' };
    const folder = join(project({ 'shop/.molehill.json': { database } }), 'shop');
    cpSync(programs, folder, { recursive: true });
    mkdirSync(pictures, { recursive: true });
    page = await windows.code.openWindow(folder);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    client = await windows.connect(await shownPort(page));
  });

  const picture = (name: string) => page.screenshot({ path: join(pictures, `vscode-${name}.png`) });
  const row = (view: string, text: string) =>
    page
      .locator('.pane')
      .filter({ has: page.locator('.pane-header', { hasText: view }) })
      .locator('.monaco-list-row')
      .filter({ hasText: text })
      .first();
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  const menuItem = (text: string) => page.locator('.quick-input-widget .monaco-list-row', { hasText: text });

  async function runCommand(title: string): Promise<void> {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill(`>${title}`);
    await menuItem(title).first().click();
  }

  async function chooseInMenu(text: string): Promise<void> {
    await serverEntry(page).click();
    await menuItem(text).click();
  }

  test('lists agents, their calls with outcome, connections and what waits', async () => {
    await textOf(client, 'breakpoint_set', { path: 'shop.js', text: 'result += 1' });
    await textOf(client, 'debug_evaluate', { expression: '1' });
    await page.locator('.activitybar').getByLabel('Molehill').first().click();
    await row('Waiting for Approval', 'Use the database of .molehill.json:1').waitFor();
    await row('Agents', 'official').waitFor();
    expect(await row('Agents', 'official').textContent()).toMatch(/official\s*HTTP, 2 calls/);
    expect(await row('Tool Calls', 'breakpoint_set').textContent()).toMatch(/ok in [\d.]+ m?s/);
    expect(await row('Tool Calls', 'debug_evaluate').textContent()).toContain('E_NO_SESSION');
    expect(await row('Connections', 'HTTP server').textContent()).toContain('/mcp');
    await row('Connections', 'Job folder').waitFor();
    await picture('views');
  });

  test('shows the menu of the server, copies a configuration, and stops and starts the server', async () => {
    await serverEntry(page).click();
    await menuItem('View logs').waitFor();
    const items = await page.locator('.quick-input-widget .monaco-list-row .label-name').allInnerTexts();
    expect(items.map((item) => item.trim())).toEqual([
      'Copy server URL',
      ...['Claude Code', 'Cursor', 'VS Code', 'Codex', 'opencode'].map(
        (name) => `Copy configuration for ${name}`,
      ),
      'Stop server',
      'View logs',
    ]);
    await picture('menu');
    await menuItem('Copy configuration for Claude Code').click();
    await notification(page, 'Paste it into .mcp.json');
    const port = await shownPort(page);
    expect(JSON.parse(await clipboard())).toEqual({
      mcpServers: {
        'molehill-editor': {
          type: 'http',
          url: `http://127.0.0.1:${port}/mcp`,
          headers: { Authorization: `Bearer ${windows.token}` },
        },
      },
    });
    await chooseInMenu('View logs');
    await page.locator('.panel').getByText('the HTTP server listens').first().waitFor();
    await runCommand('View: Hide Panel');
    await chooseInMenu('Stop server');
    await serverEntry(page).waitFor({ state: 'hidden' });
    await runCommand('Molehill: Start HTTP Server');
    client = await windows.connect(await shownPort(page));
    await chooseInMenu('Copy server URL');
    await expect.poll(clipboard).toBe(`http://127.0.0.1:${await shownPort(page)}/mcp`);
  });

  test('marks the breakpoint of an agent in the editor, and removes it by command', async () => {
    await textOf(client, 'breakpoint_set', { path: 'shop.js', text: 'result += 1' });
    await page.locator('.activitybar').getByLabel('Explorer').first().click();
    await page.locator('.explorer-folders-view').getByText('shop.js', { exact: true }).dblclick();
    await page.locator('.monaco-editor .view-line').first().waitFor();
    const labels = () =>
      page.evaluate<number>(
        `[...document.querySelectorAll('.monaco-editor .view-line span')].filter((span) =>
          getComputedStyle(span, '::after').content.includes('Molehill')).length`,
      );
    await expect.poll(labels, { timeout: READY_MS }).toBe(1);
    await picture('breakpoint');
    await runCommand('Molehill: Remove Breakpoints of Agents');
    await expect.poll(labels).toBe(0);
  });

  test('asks in a notification and in the view; the person approves one call and declines another', async () => {
    await textOf(client, 'breakpoint_set', { path: 'shop.js', text: 'result += 1' });
    expect(await textOf(client, 'debug_start', { path: 'shop.js' })).toContain('breakpoint');
    const send = () =>
      textOf(client, 'dap_request', { command: 'evaluate', arguments: { expression: '20 + 22' } });
    const approved = send();
    const question = await notification(page, 'An agent asks: Send the request "evaluate"');
    await page.locator('.activitybar').getByLabel('Molehill').first().click();
    await row('Waiting for Approval', 'Send the request').waitFor();
    await row('Agents', 'debug session').waitFor();
    await picture('question');
    await question.getByRole('button', { name: 'Approve' }).click();
    expect(await approved).toContain('42');
    await row('Waiting for Approval', 'Send the request').waitFor({ state: 'hidden' });

    const declined = send();
    const entry = row('Waiting for Approval', 'Send the request');
    await entry.hover();
    await entry.getByRole('button', { name: 'Decline' }).click();
    expect(await declined).toContain('[E_DECLINED]');
    await runCommand('Molehill: End Debug Sessions of Agents');
    await row('Agents', 'debug session').waitFor({ state: 'hidden' });
  });

  test('approves the database of the project after it said what it would do', async () => {
    const entry = row('Waiting for Approval', 'Use the database of .molehill.json:1');
    await entry.hover();
    await entry.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('outside the project').first().waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await entry.waitFor({ state: 'hidden' });
  });

  test('opens the walkthrough, and offers the server to VS Code’s own agent', async () => {
    await runCommand('Notifications: Clear All Notifications');
    await runCommand('Molehill: Open Walkthrough');
    await page.getByText('Let clients outside this window in').first().waitFor({ timeout: READY_MS });
    await picture('walkthrough');
    await runCommand('MCP: List Servers');
    await menuItem('Molehill (this window)').first().waitFor({ timeout: READY_MS });
    await page.keyboard.press('Escape');
  });
});
