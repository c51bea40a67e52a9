import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify } from './guard.ts';
import shared from './testing/es-guard.json' with { type: 'json' };
import { type Case, READS, REFUSALS } from './testing/guard-cases.ts';

function requestOf([request, body]: Case) {
  const space = request.search(/ [^ ]|$/);
  return { method: request.slice(0, space), target: request.slice(space + 1), body };
}

function shown([request, body]: Case): string {
  return JSON.stringify([request.slice(0, 100), body]);
}

describe('shared cases', () => {
  test.each(shared)('$expect $method $path', ({ method, path, expect: outcome }) => {
    expect(classify({ method, target: path }).reads).toBe(outcome === 'allow');
  });
});

test.each(READS.map((one) => [shown(one), one] as const))('allows %s', (_, one) => {
  expect(classify(requestOf(one))).toEqual({ reads: true });
});

test.each(REFUSALS.map((one) => [shown(one), one] as const))('refuses %s', (_, one) => {
  expect(classify(requestOf(one))).toEqual({
    reads: false,
    rule: expect.any(String),
    reason: expect.any(String),
  });
});

describe('disguised paths', () => {
  const blocked = [
    ...shared
      .filter(({ expect: outcome }) => outcome === 'block')
      .map(({ method, path }) => ({ method, target: path })),
    ...REFUSALS.filter(([, body]) => body === undefined).map(requestOf),
  ];

  /** Changes that a proxy or server may normalise away. */
  const disguises: readonly ((path: string, at: number) => string)[] = [
    (path, at) => insert(path, at, '/'),
    (path, at) => insert(path, at, '/.'),
    (path, at) => insert(path, at, '/..'),
    (path, at) => insert(path, at, '/x/..'),
    (path, at) => insert(path, at, '%2e'),
    (path, at) => insert(path, at, '%2F'),
    (path, at) => insert(path, at, '%5C'),
    (path, at) => insert(path, at, '\\'),
    (path, at) => insert(path, at, ';a=b'),
    (path, at) => insert(path, at, '#'),
    (path, at) => insert(path, at, '%00'),
    (path, at) => insert(path, at, '\t'),
    (path, at) => insert(path, at, '%25'),
    (path, at) => encodeAt(path, at),
    (path, at) => swapCase(path, at),
    (path) => `${path}/`,
    (path) => `/_search/..${path}`,
    (path) => `${path}#/_search`,
    (path) => `${path}?/_search`,
    (path) => `${path};/_search`,
    (path) => `${path}%2F_search`,
  ];

  test('a refused request stays refused in any disguise', () => {
    const disguised = fc
      .tuple(
        fc.constantFrom(...blocked),
        fc.array(fc.tuple(fc.constantFrom(...disguises), fc.nat()), { minLength: 1, maxLength: 3 }),
      )
      .map(([{ method, target }, steps]) => ({
        method,
        target: steps.reduce((path, [disguise, at]) => disguise(path, at), target),
      }));
    fc.assert(
      fc.property(disguised, ({ method, target }) => {
        const verdict = classify({ method, target });
        // A read of another index or document is not a disguise.
        if (verdict.reads) expect(readsByItself(method, target)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  /** As the unit `binary`, which takes seconds to build. */
  const codePoint = fc
    .integer({ min: 0, max: 0x10ffff })
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));

  test('arbitrary text is refused unless it names a reading endpoint', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '_search',
        '_bulk',
        '_doc',
        '_refresh',
        'idx',
        '..',
        '.',
        '%2F',
        '%5f',
        '*',
        ',',
        '?',
        '&',
        'refresh=1',
      ),
      fc.string({ unit: codePoint, maxLength: 4 }),
    );
    const target = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`);
    fc.assert(
      fc.property(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE'), target, (method, path) => {
        if (classify({ method, target: path }).reads) expect(readsByItself(method, path)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** An independent oracle: a plain path whose last endpoint reads with this method. */
function readsByItself(method: string, target: string): boolean {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  if (/[^\x21-\x7e]|[;#\\"<>]|\/\/|%2e|%5c|%25|%0|%1|%7f/i.test(path) || /(^|\/)\.+(\/|$)/.test(path))
    return false;
  if (/(^|&)(refresh|_method)/.test(decodeURIComponent(query))) return false;
  const words = path.split('/').filter((word) => word !== '');
  const endpoints = words.filter((word) => word.startsWith('_') && word !== '_all');
  const dangerous =
    /^_(bulk|refresh|flush|forcemerge|cache|update|create|delete|reindex|close|open|rollover|execute|cancel|restore|security|sql|query|plugins|opendistro|async_search|render|eql|rank_eval|analyze|ml|license\/)/;
  if (endpoints.some((word) => dangerous.test(word) && word !== '_security' && word.length < 20))
    return false;
  if (method === 'GET' || method === 'HEAD') return true;
  const last = endpoints.slice(-2).join('/');
  if (method === 'POST')
    return /_search$|_msearch$|_count$|_field_caps$|_pit$|_mapping$|_cat$|^_search$/.test(last);
  return method === 'DELETE' && /^_pit$|^_search$/.test(last) && !path.includes('_all');
}

function insert(path: string, at: number, text: string): string {
  const place = at % (path.length + 1);
  return path.slice(0, place) + text + path.slice(place);
}

function encodeAt(path: string, at: number): string {
  if (path === '') return path;
  const place = at % path.length;
  const code = path.charCodeAt(place).toString(16).padStart(2, '0').slice(-2);
  return `${path.slice(0, place)}%${code}${path.slice(place + 1)}`;
}

function swapCase(path: string, at: number): string {
  const place = at % (path.length + 1);
  const char = path.charAt(place);
  const other = char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase();
  return path.slice(0, place) + other + path.slice(place + 1);
}
