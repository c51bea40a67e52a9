import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endEverything } from '../e2e/support/cleanup.ts';
import { codeServer } from '../engines/code-server.ts';
import { freePort } from './support/code-server.ts';
import {
  MolehillWindows,
  notification,
  project,
  READY_MS,
  serverEntry,
  shownPort,
  takenPort,
  textOf,
  writeProjectFile,
} from './support/molehill-windows.ts';

const SETTINGS = '.vscode/settings.json';
const packageFolder = fileURLToPath(new URL('../../packages/vscode/', import.meta.url));
const inHost = (name: string) => fileURLToPath(new URL(`./in-host/${name}.cjs`, import.meta.url));

afterAll(endEverything);

describe.skipIf(!(await codeServer()))('the extension in a window', () => {
  let windows: MolehillWindows;

  beforeAll(async () => {
    const started = await MolehillWindows.start();
    if (!started) throw new Error('code-server cannot run');
    windows = started;
  });

  test('opens no HTTP server by itself, and follows the settings while it is open', async () => {
    const folder = project();
    const page = await windows.code.openWindow(folder);
    expect((await windows.record(folder)).port).toEqual(expect.any(Number));
    expect(await serverEntry(page).count()).toBe(0);

    writeProjectFile(folder, SETTINGS, { 'molehill.enableHttpServer': true });
    const random = await shownPort(page);
    const unauthorized = await fetch(`http://127.0.0.1:${random}/mcp`, { method: 'POST' });
    expect(unauthorized.status).toBe(401);
    expect(await textOf(await windows.connect(random), 'editor_context')).toContain(folder);

    writeProjectFile(folder, SETTINGS, { 'molehill.enableHttpServer': false });
    await serverEntry(page).waitFor({ state: 'hidden', timeout: READY_MS });
    await expect(fetch(`http://127.0.0.1:${random}/mcp`)).rejects.toThrow();
    await page.close();
  });

  test('listens on a fixed port, without the project’s database where the folder’s settings say so', async () => {
    const fixed = await freePort();
    const folder = project({
      [SETTINGS]: {
        'molehill.enableHttpServer': true,
        'molehill.httpPort': fixed,
        'molehill.enableMcpServer': false,
      },
    });
    const page = await windows.code.openWindow(folder);
    expect(await shownPort(page)).toBe(fixed);
    expect(await windows.record(folder)).not.toHaveProperty('port');
    await page.close();
  });

  test('uses the next free port and says so; the user’s settings turn the database off', async () => {
    const taken = await takenPort();
    windows.configureUser({ 'molehill.enableMcpServer': false });
    const folder = project({
      [SETTINGS]: { 'molehill.enableHttpServer': true, 'molehill.httpPort': taken },
    });
    const page = await windows.code.openWindow(folder);
    const port = await shownPort(page);
    expect(port).toBeGreaterThan(taken);
    await notification(
      page,
      `Port ${taken} (molehill.httpPort) is in use; the HTTP server listens on ${port}.`,
    );
    expect(await windows.record(folder)).not.toHaveProperty('port');
    windows.configureUser({});
    await page.close();
  });

  test('opens several folders, and names the setting of an invalid port', async () => {
    const folder = project({ 'a/a.js': '', 'b/b.js': '' });
    const [a, b, file] = ['a', 'b', 'both.code-workspace'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const settings = {
      'molehill.enableHttpServer': true,
      'molehill.httpPort': 70_000,
      'molehill.enableMcpServer': false,
    };
    writeFileSync(file, JSON.stringify({ folders: [{ path: 'a' }, { path: 'b' }], settings }));
    const page = await windows.code.openWindow(file);
    await notification(page, 'molehill.httpPort is 70000; it must be 0, null or a port from 1 to 65535.');
    expect(await serverEntry(page).count()).toBe(0);
    const record = await windows.record(a);
    expect(record.folders).toEqual([a, b]);
    expect(record).not.toHaveProperty('port');
    await page.close();
  });

  test('opens no server on the port null, and reads the keys of earlier extensions', async () => {
    windows.configureUser({ 'vscode-mcp-proxy.enableHttpServer': true });
    const folder = project({ [SETTINGS]: { 'molehill.httpPort': null } });
    const page = await windows.code.openWindow(folder);
    await windows.record(folder);
    expect(await serverEntry(page).count()).toBe(0);
    writeProjectFile(folder, SETTINGS, {});
    await shownPort(page);
    await page.close();
  });

  test('serves a window without a folder', async () => {
    windows.configureUser({ 'molehill.enableHttpServer': true });
    const page = await windows.code.openWindow(undefined);
    const client = await windows.connect(await shownPort(page));
    expect(await textOf(client, 'editor_context')).toContain('folders: []');
    windows.configureUser({});
    await page.close();
  });

  test('answers language model tools as it answers HTTP', async () => {
    const folder = project({ 'main.js': 'const a = 1;\n', 'package.json': '{"type": "module"}' });
    const lines = await windows.code.runInHost(folder, inHost('equal-answers'));
    expect(lines.join('\n')).toContain('debug_evaluate: [E_NO_SESSION]');
  });

  test('survives a command that fails', async () => {
    await windows.code.runInHost(project(), inHost('failing-command'));
  });

  test('activates in an editor that has no language model tools', async () => {
    const copy = extensionWithout(['registerTool', 'registerMcpServerDefinitionProvider']);
    await windows.code.runInHost(project(), join(copy, basename(inHost('without-tools-api'))));
    expect(windows.code.hostLog).not.toMatch(/Activating extension molehill\S* failed/);
  });
});

/** A copy of the built extension that removes functions from `vscode.lm` before it is loaded. */
function extensionWithout(names: readonly string[]): string {
  const copy = project();
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  cpSync(join(packageFolder, 'dist'), join(copy, 'dist'), { recursive: true });
  cpSync(join(packageFolder, 'media'), join(copy, 'media'), { recursive: true });
  cpSync(inHost('without-tools-api'), join(copy, 'without-tools-api.cjs'));
  writeProjectFile(copy, 'package.json', { ...manifest, main: './dist/reduced.mjs' });
  const removed = names.map((name) => `delete vscode.lm.${name};`);
  writeProjectFile(
    copy,
    'dist/reduced.mjs',
    [
      `import * as vscode from 'vscode';`,
      ...removed,
      `const { activate, deactivate } = await import('./extension.mjs');`,
      'export { activate, deactivate };',
    ].join('\n'),
  );
  return copy;
}
