import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromium, chromiumArguments } from '../../engines/chromium.ts';
import { endEverything } from './cleanup.ts';

export const browserPath = chromium();
export const pictures = fileURLToPath(new URL('../../../test-results/', import.meta.url));

export interface Pages {
  open(url: string, colorScheme?: 'light' | 'dark'): Promise<Page>;
  /** URLs of all requests of all pages. */
  readonly requested: readonly string[];
}

/** One browser for the tests of a file; it ends with them. */
export function useBrowser(): Pages {
  let browser: Browser | undefined;
  const requested: string[] = [];

  beforeAll(async () => {
    if (!browserPath) return;
    browser = await playwright.launch({ executablePath: browserPath, args: chromiumArguments });
    mkdirSync(pictures, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
    await endEverything();
  });

  return {
    requested,
    open: async (url, colorScheme = 'light') => {
      if (!browser) throw new Error('there is no browser');
      const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      page.on('request', (request) => requested.push(request.url()));
      await page.goto(url);
      return page;
    },
  };
}
