import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { httpToken } from '@molehill/bridge/http/token';
import type { Reply } from '@molehill/core/question';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkbench } from '../workbench.ts';
import { openHost } from './host.ts';
import { reachHost } from './reach.ts';

async function openProject() {
  const workspace = tempFolder();
  const env = { HOME: workspace, MOLEHILL_HOME: tempFolder() };
  const workbench = await openWorkbench({ workspace, port: '0' }, env);
  const host = await openHost(workbench, { token: httpToken(workbench.paths), pageFolder: workspace });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await Promise.all([host.close(), workbench.close()]);
    isOpen = false;
  };
  onTestFinished(close);
  const reached = await reachHost({ env, workspace, via: 'http' });
  const call = async (tool: string, input: object, reply: Reply) => {
    const context = { signal: new AbortController().signal, onProgress: () => {}, ask: async () => reply };
    return reached?.call(tool, input, context);
  };
  return { stateRoot: env.MOLEHILL_HOME, reached, call, close };
}

test('a person at a terminal answers the questions of a running host', async () => {
  const { call } = await openProject();
  await call('sql__add_connection', { name: 'a', dsn: 'sqlite:a.db' }, { action: 'accept' });
  const remove = (reply: Reply) => call('sql__remove_connection', { name: 'a' }, reply);
  await expect(remove({ action: 'decline' })).rejects.toMatchObject({ code: 'E_DECLINED' });
  await expect(remove({ action: 'unavailable' })).rejects.toMatchObject({ code: 'E_CONFIRMATION_REQUIRED' });
  expect(await remove({ action: 'accept' })).toMatchObject({ envelope: { ok: true } });
});

test('the owner gets an address of the page that works once', async () => {
  const { reached } = await openProject();
  const address = (await reached?.pageAddress?.()) ?? '';
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{22}$/);
  const { origin, hash } = new URL(address);
  const redeem = async () => {
    const body = JSON.stringify({ code: hash.replace('#code=', '') });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${origin}/session`, { method: 'POST', headers, body })).status;
  };
  expect([await redeem(), await redeem()]).toEqual([200, 401]);
});

test('the key of the page is readable by its owner only, and removed with the process', async () => {
  const { stateRoot, close } = await openProject();
  const folder = join(stateRoot, 'page-keys');
  const [file = ''] = readdirSync(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  await close();
  expect(existsSync(join(folder, file))).toBe(false);
});
