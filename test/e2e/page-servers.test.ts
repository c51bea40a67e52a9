import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserPath, pictures, useBrowser } from './support/browser.ts';
import { temporaryFolder } from './support/cleanup.ts';
import { runMolehill, startUp } from './support/molehill.ts';
import { type Person, signIn } from './support/person.ts';
import { until } from './support/until.ts';

const { open } = useBrowser();
const everything = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);
const changing = fileURLToPath(new URL('../fixtures/changing-server.ts', import.meta.url));

const long = `${'x'.repeat(400)}-shown-to-its-end`;

/** A project with upstream servers, one of them with an invalid configuration. */
function projectWithServers(): string {
  const folder = realpathSync(temporaryFolder());
  const command = process.execPath;
  const mcpServers = {
    everything: {
      command,
      args: [everything, 'stdio'],
      env: { GREETING: long, NODE_OPTIONS: '--no-warnings' },
    },
    changing: { command, args: [changing] },
    broken: { command, args: ['-e', 'console.error("the licence is missing"); process.exit(3)'] },
    aimless: { args: ['neither command nor address'] },
  };
  mkdirSync(join(folder, '.molehill'));
  writeFileSync(join(folder, '.molehill', 'mcp.json'), JSON.stringify({ mcpServers }));
  return folder;
}

interface Project {
  readonly home: string;
  readonly folder: string;
  readonly address: string;
}

describe.skipIf(!browserPath)('upstream servers on the page', () => {
  /** Each test has its own project, so that tests and retries do not affect each other. */
  async function serveProject(...approved: readonly string[]): Promise<Project> {
    const [home, folder] = [temporaryFolder(), projectWithServers()];
    const approve = ['servers', 'approve', ...approved, '--yes', '--workspace', folder];
    if (approved.length > 0) expect(await runMolehill(approve, { home })).toMatchObject({ code: 0 });
    return { home, folder, address: await pageOf(folder, home) };
  }

  async function pageOf(workspace: string, home = temporaryFolder()): Promise<string> {
    return (await startUp(['--port', '0', '--workspace', workspace], { home })).page;
  }

  async function openServers({ address }: Project, scheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await open(address, scheme);
    await page.getByTestId('servers-link').click();
    return page;
  }

  function card(page: Page, id: string): Locator {
    return page.locator(`[data-testid=upstream][data-server="${id}"]`);
  }

  async function review(page: Page, id: string): Promise<void> {
    await card(page, id).getByRole('button', { name: 'Review' }).click();
  }

  async function agree(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
  }

  async function call(page: Page, tool: string, fields: Record<string, string> = {}): Promise<Locator> {
    await page.locator(`[data-tool="${tool}"]`).click();
    for (const [name, value] of Object.entries(fields))
      await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByTestId('call-button').click();
    return page.getByTestId('answer');
  }

  async function become(page: Page, description: string): Promise<void> {
    const answer = await call(page, 'changing__become', { description });
    await answer.getByText('changed').first().waitFor();
    await page.getByTestId('servers-link').click();
    await card(page, 'changing').getByText('is withheld').waitFor();
  }

  test('wait for approval, and configuration problems are shown', async () => {
    const page = await openServers(await serveProject());
    await card(page, 'everything').and(page.locator('[data-state=waiting]')).waitFor();
    await page.getByTestId('config-problems').getByText('aimless').waitFor();
    expect(await page.locator('[data-tool^="everything__"]').count()).toBe(0);
    await page.screenshot({ path: join(pictures, 'servers-waiting.png') });
  });

  test('start after approval, and their tools are listed', async () => {
    const project = await serveProject();
    const page = await openServers(project);
    await review(page, 'everything');
    const facts = await page.getByTestId('launch').textContent();
    for (const shown of [everything, project.folder, long, '.molehill/mcp.json'])
      expect(facts).toContain(shown);
    expect(facts).toContain('NODE_OPTIONS decides');
    await page.screenshot({ path: join(pictures, 'servers-review.png') });
    await agree(page);
    await card(page, 'everything').and(page.locator('[data-state=ready]')).waitFor();
    const answer = await call(page, 'everything__echo', { message: 'from the page' });
    await answer.getByText('Echo: from the page').first().waitFor();
  });

  test('show the error and the log after a failure', async () => {
    const page = await openServers(await serveProject());
    await review(page, 'broken');
    await agree(page);
    await card(page, 'broken').getByText('E_UPSTREAM').first().waitFor();
    await card(page, 'broken').getByRole('button', { name: 'Show log' }).click();
    await page.getByTestId('server-log').getByText('the licence is missing').first().waitFor();
    await page.screenshot({ path: join(pictures, 'servers-log.png') });
    await page.keyboard.press('Escape');
    await page.getByTestId('server-log').waitFor({ state: 'detached' });
  });

  test('can be approved by keyboard', async () => {
    const page = await openServers(await serveProject());
    await card(page, 'changing').getByRole('button', { name: 'Review' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Not now' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByTestId('review').waitFor({ state: 'detached' });
    await page.locator('[data-tool="changing__note"]').waitFor();
    await card(page, 'changing').locator('h2:focus').waitFor();
  });

  test('can answer with images, audio, links and files', async () => {
    const { address } = await serveProject('changing');
    const page = await open(address);
    const content = (await call(page, 'changing__album')).getByTestId('content');
    await content.getByRole('cell', { name: 'A drawing' }).waitFor();
    const widthOf = (image: object): unknown => Reflect.get(image, 'naturalWidth');
    await until('the picture is drawn', async () => (await content.locator('img').evaluate(widthOf)) === 40);
    expect(await content.locator('[data-kind=audio]').textContent()).toContain('audio/wav');
    await content.getByRole('link', { name: 'The album' }).waitFor();
    await content.getByText('words of the album').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      content.locator('[data-kind=file]').getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('all.zip');
    await page.screenshot({ path: join(pictures, 'answer-content.png') });
  });

  for (const scheme of ['light', 'dark'] as const) {
    test(`have a changed tool withheld until its diff is approved (${scheme})`, async () => {
      const page = await openServers(await serveProject('changing'), scheme);
      await page.locator('[data-tool="changing__note"]').waitFor();
      await become(page, `Reads a note and sends it away (${scheme}).`);
      await page.locator('[data-tool="changing__note"]').waitFor({ state: 'detached' });
      await review(page, 'changing');
      const diff = page.getByTestId('diff');
      expect(await diff.locator('ins').textContent()).toContain(`sends it away (${scheme})`);
      expect(await diff.locator('del').textContent()).not.toContain(`(${scheme})`);
      await page.screenshot({ path: join(pictures, `servers-diff-${scheme}.png`) });
      await agree(page);
      await page.locator('[data-tool="changing__note"]').waitFor();
    });
  }

  test('that change during the review are shown again before approval', async () => {
    const project = await serveProject('changing');
    const person = await signIn(project.address);
    const openAnother = async () => openServers({ ...project, address: await person.newAddress() });
    const [page, other] = [await openAnother(), await openAnother()];
    await become(other, 'Reads a note politely.');
    await review(page, 'changing');
    await become(other, 'Reads a note and deletes it.');
    await until('the second change is known', () => isOffered(other, person, 'deletes it'));
    expect(await page.getByTestId('diff').textContent()).toContain('politely');
    await agree(page);
    await page.getByTestId('refusal').getByText('E_APPROVAL_OUTDATED').waitFor();
    expect(await page.getByTestId('diff').locator('ins').textContent()).toContain('deletes it');
    expect(await page.locator('[data-tool="changing__note"]').count()).toBe(0);
    await agree(page);
    await page.locator('[data-tool="changing__note"]').waitFor();
  });

  async function isOffered(page: Page, { headers }: Person, words: string): Promise<boolean> {
    const response = await page.request.get(new URL('/api/servers', page.url()).href, { headers });
    return (await response.text()).includes(words);
  }

  test('get a withheld tool back after approval in a terminal', async () => {
    const { home, folder, ...project } = await serveProject('changing');
    const page = await openServers({ home, folder, ...project });
    await become(page, 'Reads a note for the terminal.');
    await page.locator('[data-tool="changing__note"]').waitFor({ state: 'detached' });
    const approve = ['servers', 'approve', 'changing', '--yes', '--workspace', folder];
    expect(await runMolehill(approve, { home })).toMatchObject({ code: 0 });
    await page.locator('[data-tool="changing__note"]').waitFor();
  });

  test('are explained where none is configured', async () => {
    const page = await open(await pageOf(temporaryFolder()));
    await page.getByTestId('servers-link').click();
    await page.getByTestId('how-to-add').getByText('molehill servers add').first().waitFor();
    expect(await page.getByTestId('upstream').count()).toBe(0);
  });
});
