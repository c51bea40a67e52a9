import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { Hono } from 'hono';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The page requests nothing from other servers, and no frame embeds it. Rendered diagrams need inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  'media-src data:',
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

const HEADERS = {
  'Content-Security-Policy': POLICY.join('; '),
  // A page of another origin that opens this one gets no reference to it.
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Replaces a service worker that another program left at this port, and removes itself. */
const REMOVE_WORKER =
  "addEventListener('install', () => skipWaiting()); addEventListener('activate', () => registration.unregister());\n";

/** Serves the files of the built page. */
export function createPages(folder: string): Hono {
  const pages = new Hono();
  pages.get('*', async (c, next) => {
    if (c.req.header('service-worker') === 'script')
      return c.body(REMOVE_WORKER, 200, { 'Content-Type': 'text/javascript; charset=utf-8' });
    const path = c.req.path === '/' ? 'index.html' : normalize(c.req.path).replace(/^[/\\]+/, '');
    const type = TYPES[extname(path)];
    const file = join(folder, path);
    if (type === undefined || !file.startsWith(folder) || !existsSync(file)) return next();
    return c.body(await readFile(file), 200, { ...HEADERS, 'Content-Type': type });
  });
  return pages;
}
