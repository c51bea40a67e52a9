import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browserPath, pictures, useBrowser } from './support/browser.ts';
import { temporaryFolder } from './support/cleanup.ts';
import { runMolehill, startUp } from './support/molehill.ts';
import { until } from './support/until.ts';

const { open } = useBrowser();

async function serveProject(env: string) {
  const [home, folder] = [temporaryFolder(), realpathSync(temporaryFolder())];
  const write = (text: string) => writeFileSync(join(folder, '.env'), text);
  write(env);
  const { page } = await startUp(['--port', '0', '--workspace', folder], { home });
  const waiting = async (): Promise<unknown[]> => {
    const args = ['project', 'show', '--json', '--workspace', folder];
    return JSON.parse((await runMolehill(args, { home })).stdout).waiting;
  };
  return { page: await open(page), write, waiting };
}

const settings = (host: string) => `DATABASE_URL=postgres://shop:not-for-the-page@${host}/shop\n`;

describe.skipIf(!browserPath)('a database on another host', () => {
  test('waits on the Overview until a person approved it', async () => {
    const { page, waiting } = await serveProject(settings('db.test'));
    const card = page.getByTestId('waiting-database');
    await card.getByText('.env:1 (DATABASE_URL) would connect to the host db.test.').waitFor();
    await card.getByRole('button', { name: 'Review and approve' }).click();
    const dialog = page.getByTestId('project-review');
    expect(await dialog.textContent()).toContain('postgres on db.test');
    expect(await page.content()).not.toContain('not-for-the-page');
    await page.screenshot({ path: join(pictures, 'project-review.png') });
    await dialog.getByRole('button', { name: 'Not now' }).click();
    expect(await waiting()).toHaveLength(1);
    await card.getByRole('button', { name: 'Review and approve' }).click();
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    expect(await waiting()).toEqual([]);
  });

  test('is not approved when the file changed after it was shown', async () => {
    const { page, write, waiting } = await serveProject(settings('db.test'));
    await page.getByTestId('waiting-database').getByRole('button').click();
    write(settings('evil.test'));
    await page.getByTestId('project-review').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByTestId('refusal').getByText('E_PROJECT_OUTDATED').waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByTestId('waiting-database').getByText('evil.test').waitFor();
    await until('it still waits', async () => (await waiting()).length === 1);
  });
});
