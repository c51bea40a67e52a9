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
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Serves the files of the built page. */
export function createPages(folder: string): Hono {
  const pages = new Hono();
  pages.get('*', async (c, next) => {
    const path = c.req.path === '/' ? 'index.html' : normalize(c.req.path).replace(/^[/\\]+/, '');
    const type = TYPES[extname(path)];
    const file = join(folder, path);
    if (type === undefined || !file.startsWith(folder) || !existsSync(file)) return next();
    const cache = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return c.body(await readFile(file), 200, { ...HEADERS, 'Content-Type': type, 'Cache-Control': cache });
  });
  return pages;
}
