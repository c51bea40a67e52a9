import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { browserPath, pictures, useBrowser } from './support/browser.ts';
import { afterwards, endEverything, temporaryFolder } from './support/cleanup.ts';
import { ask, modernRequest } from './support/http.ts';
import { runMolehill, startUp, type UpServer } from './support/molehill.ts';
import { until } from './support/until.ts';

const { open } = useBrowser();

afterEach(endEverything);

/** Another program at another port of this machine, with everything that it received. */
async function startOther(port = 0, answer: (response: ServerResponse, path: string) => void = plainPage) {
  const received: string[] = [];
  const record = async (request: IncomingMessage, response: ServerResponse) => {
    received.push(JSON.stringify([request.url, request.rawHeaders, await text(request)]));
    answer(response, request.url ?? '');
  };
  const server = createServer((request, response) => void record(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  afterwards(close);
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
  return { url, port: Number(new URL(url).port), received, close };
}

function plainPage(response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>other</title><h1>other</h1>');
}

const tools = (page: Page) => page.getByTestId('tool-item').first();
const signInForm = (page: Page) => page.getByTestId('sign-in');

/** The secret that the tab has. */
async function sessionIn(page: Page): Promise<string> {
  const stored: unknown = await page.evaluate('sessionStorage.getItem("molehill-session")');
  return typeof stored === 'string' ? stored : '';
}

async function newTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function addressFrom(home: string): Promise<string> {
  const { code, stdout, stderr } = await runMolehill(['open', '--json'], { home });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).page;
}

describe.skipIf(!browserPath)('the session of the page in Chromium', () => {
  async function startPage(args: readonly string[] = ['--port', '0']) {
    const home = temporaryFolder();
    return { home, server: await startUp(args, { home }) };
  }

  test('is opened once by the code, which leaves the address bar', async () => {
    const { home, server } = await startPage();
    expect(server.page).not.toContain(server.token);
    const page = await open(server.page);
    await tools(page).waitFor();
    expect(page.url()).toBe(`${server.url}/`);
    const second = await open(server.page);
    await signInForm(second).getByText('was used before').waitFor();
    await signInForm(second).getByText('molehill open').waitFor();
    expect(await second.getByTestId('tool-item').count()).toBe(0);
    await second.screenshot({ path: join(pictures, 'page-code-used.png') });
    await second.goto(await addressFrom(home));
    await tools(second).waitFor();
  });

  test('is not opened by the token of an agent or a code of another process', async () => {
    const [{ server }, other] = [await startPage(), await startPage()];
    const { hash } = new URL(other.server.page);
    for (const fragment of ['', `#token=${server.token}`, `#code=${server.token}`, hash]) {
      const page = await open(`${server.url}/${fragment}`);
      await signInForm(page).waitFor();
      expect(await page.getByTestId('tool-item').count()).toBe(0);
    }
  });

  test('survives a reload, and needs neither cookies nor shared storage', async () => {
    const { server } = await startPage();
    const page = await open(server.page);
    await tools(page).waitFor();
    await page.reload();
    await tools(page).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('[document.cookie, localStorage.length]')).toEqual(['', 0]);
    expect(await sessionIn(page)).toMatch(/^[\w-]{43}$/);
  });

  test('is offered to a new tab of the same browser by the open one', async () => {
    const { server } = await startPage();
    const page = await open(server.page);
    await tools(page).waitFor();
    const other = await newTab(page.context(), `${server.url}/#/servers`);
    await signInForm(other).waitFor();
    await other.getByRole('button', { name: 'Continue from the open tab' }).click();
    await other.getByRole('heading', { name: 'Servers' }).first().waitFor();
    expect(await sessionIn(other)).not.toBe(await sessionIn(page));
  });

  test('receives live events, by a request that carries the session in a header', async () => {
    const { server } = await startPage();
    const page = await open(`${server.url}/`);
    const feed = page.waitForRequest((request) => request.url().includes('/api/events'));
    await page.goto(server.page);
    await tools(page).waitFor();
    const request = await feed;
    expect(request.resourceType()).toBe('fetch');
    expect(request.url()).toBe(`${server.url}/api/events`);
    expect(await request.headerValue('molehill-session')).toBe(await sessionIn(page));
    await page.locator('.connection[data-state=live]').waitFor();
    await ask(server, '/mcp', modernRequest(server, 'tools/call', { name: 'molehill__status' }));
    await page.getByTestId('live-call').filter({ hasText: 'status' }).first().waitFor();
  });

  test('ends with the process, and the page says so', async () => {
    const { home, server } = await startPage();
    const page = await open(server.page);
    await tools(page).waitFor();
    const session = await sessionIn(page);
    server.running.child.kill('SIGINT');
    await server.running.ended;
    await page.locator('.connection[data-state=lost]').waitFor();
    const again = await startUp(['--port', String(server.port)], { home });
    await signInForm(page).getByText('session of this page has ended').waitFor();
    expect(await sessionIn(page)).toBe('');
    const headers = { 'Molehill-Session': session };
    expect(await ask(again, '/api/status', { headers })).toMatchObject({ status: 401 });
    await page.goto(again.page);
    await tools(page).waitFor();
  });

  test('a process that took the port over gets no session that works', async () => {
    const { home, server } = await startPage();
    const page = await open(server.page);
    await tools(page).waitFor();
    server.running.child.kill('SIGINT');
    await server.running.ended;
    const stranger = await startOther(server.port);
    await until('the page calls it', () => stranger.received.length > 0);
    expect(stranger.received.join()).not.toContain(server.token);
    const [, stolen = ''] = /Molehill-Session","([\w-]+)"/i.exec(stranger.received.join()) ?? [];
    expect(stolen).toMatch(/^[\w-]{43}$/);
    await stranger.close();
    const again = await startUp(['--port', String(server.port)], { home });
    const headers = { 'Molehill-Session': stolen };
    expect(await ask(again, '/api/status', { headers })).toMatchObject({ status: 401 });
  });
});

describe.skipIf(!browserPath)('another program on this machine in Chromium', () => {
  async function openBoth() {
    const server = await startUp();
    const page = await open(server.page);
    await tools(page).waitFor();
    const other = await startOther();
    return { server, page, other, session: await sessionIn(page) };
  }

  /** Nothing that another program receives gives access, or says where the page is. */
  function expectNothingSecret(received: readonly string[], server: UpServer, session: string): void {
    expect(received.length).toBeGreaterThan(0);
    const all = received.join('\n');
    expect(all).not.toMatch(/cookie|authorization|molehill-session/i);
    for (const secret of [server.url, session, server.token, new URL(server.page).hash])
      expect(all).not.toContain(secret);
  }

  test('receives no credential when the person visits it', async () => {
    const { server, page, other, session } = await openBoth();
    await newTab(page.context(), other.url);
    await page.evaluate(`location.href = ${JSON.stringify(`${other.url}from-the-page`)}`);
    await page.waitForURL(`${other.url}from-the-page`);
    await page.goBack();
    await tools(page).waitFor();
    await until('both visits arrived', () => other.received.length >= 2);
    expectNothingSecret(other.received, server, session);
  });

  test('reads nothing and changes nothing from its page', async () => {
    const { server, page, other, session } = await openBoth();
    const tab = await newTab(page.context(), other.url);
    const attempt = (script: string): Promise<unknown> =>
      tab.evaluate(`(async () => { const url = ${JSON.stringify(server.url)}; ${script} })()`);
    const failed = ".then(() => 'read', () => 'failed')";
    const body = JSON.stringify({
      tool: 'sql__add_connection',
      input: { name: 'planted', dsn: 'sqlite:x.db' },
    });
    expect(await attempt(`return fetch('/')${failed}`)).toBe('read');
    for (const path of ['/', '/api/status', '/api/events', '/mcp'])
      expect(await attempt(`return fetch(url + '${path}')${failed}`)).toBe('failed');
    const send = `body: ${JSON.stringify(body)}, method: 'POST'`;
    for (const init of [
      `{ ${send}, mode: 'no-cors' }`,
      `{ ${send}, mode: 'no-cors', headers: { 'Content-Type': 'text/plain' } }`,
      `{ ${send}, headers: { 'Content-Type': 'application/json', 'Molehill-Session': 'x' } }`,
    ])
      await attempt(`return fetch(url + '/api/call', ${init})${failed}`);
    const events =
      "const e = new EventSource(url + '/api/events'); e.onopen = () => done('open'); e.onerror = () => done('failed');";
    const socket =
      "const s = new WebSocket(url.replace('http', 'ws') + '/api/events'); s.onopen = () => done('open'); s.onerror = () => done('failed');";
    const script =
      "const s = document.createElement('script'); s.src = url + '/api/status'; s.onload = () => done('open'); s.onerror = () => done('failed'); document.head.append(s);";
    for (const connect of [events, socket, script])
      expect(await attempt(`return new Promise((done) => { ${connect} })`)).toBe('failed');
    const calls = await ask(server, '/api/calls', { headers: { 'Molehill-Session': session } });
    expect(calls).toMatchObject({ status: 200 });
    expect(calls.body).not.toContain('add_connection');
  });

  test('cannot show the page in a frame or keep a reference to its window', async () => {
    const { server, page, other } = await openBoth();
    const tab = await newTab(page.context(), other.url);
    await tab.evaluate(`document.body.innerHTML = '<iframe src="${server.url}/"></iframe>'`);
    await until('the frame is refused', () =>
      tab.frames().some((frame) => frame.parentFrame() !== null && frame.url().startsWith('chrome-error:')),
    );
    const opening = page.context().waitForEvent('page');
    await tab.evaluate(`void (window.opened = window.open(${JSON.stringify(`${server.url}/`)}))`);
    await signInForm(await opening).waitFor();
    await until('the reference is cut', () => tab.evaluate('window.opened.closed'));
  });

  test('a service worker that it left at the port is removed', async () => {
    const worker =
      "addEventListener('fetch', (event) => { if (event.request.mode === 'navigate') event.respondWith(new Response('from the worker')); }); addEventListener('activate', (event) => event.waitUntil(clients.claim()));";
    const other = await startOther(0, (response, path) => {
      if (path === '/worker.js') response.setHeader('Content-Type', 'text/javascript').end(worker);
      else plainPage(response);
    });
    const page = await open(other.url);
    await page.evaluate(
      "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)",
    );
    await page.reload();
    await page.getByText('from the worker').waitFor();
    await other.close();
    await startUp(['--port', String(other.port)]);
    // The browser looks for a new version of the worker after it has shown a page.
    await page.goto(other.url);
    const left = 'navigator.serviceWorker.getRegistrations().then((all) => all.length)';
    await until('no worker is left', async () => (await page.evaluate(left)) === 0);
    await page.goto(other.url);
    await signInForm(page).waitFor();
  });
});

describe.skipIf(!browserPath)('scripts in the page in Chromium', () => {
  test('run only from its own files', async () => {
    const { page: address } = await startUp();
    const page = await open(address);
    await tools(page).waitFor();
    const blocked = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()));
    await page
      .evaluate(
        "document.head.append(Object.assign(document.createElement('script'), { text: 'window.injected = 1' }))",
      )
      .catch(() => {});
    await blocked;
    expect(await page.evaluate('window.injected')).toBeUndefined();
  });
});
