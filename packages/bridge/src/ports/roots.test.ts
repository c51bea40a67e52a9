import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalRoot, normaliseRoot } from './roots.ts';

const name = fc.stringMatching(/^[a-z ü.é-]{1,8}$/).filter((text) => !/^\.+$/.test(text));
const way = fc.array(name, { minLength: 1, maxLength: 4 });
const detour = fc.constantFrom('', '/', '//', '/.', '/./', '/x/..', '/../$');

test('different paths of one folder are one root', async () => {
  const base = tempFolder();
  await fc.assert(
    fc.asyncProperty(
      way,
      detour,
      fc.constantFrom('NFC', 'NFD'),
      fc.boolean(),
      async (names, end, form, linked) => {
        const folder = join(base, ...names.map((part) => part.normalize('NFC')));
        mkdirSync(folder, { recursive: true });
        mkdirSync(join(folder, 'x'), { recursive: true });
        const last = String(names.at(-1)).normalize('NFC');
        const link = join(tempFolderLink(), 'link');
        symlinkSync(folder, link);
        const start = linked ? link : join(base, ...names.map((part) => part.normalize(form)));
        const written = `${start}${linked ? end.replace('/../$', '/x/..') : end.replace('$', last)}`;
        const root = await canonicalRoot(written);
        expect(root).toBe(folder);
        expect(await canonicalRoot(root)).toBe(root);
      },
    ),
    { numRuns: 60 },
  );

  function tempFolderLink(): string {
    const place = join(base, `.links-${links++}`);
    mkdirSync(place);
    return place;
  }
});

let links = 0;

test('folders that differ only in Unicode normalisation stay distinct, where the file system allows it', async () => {
  const base = tempFolder();
  const [one, two] = ['é'.normalize('NFC'), 'é'.normalize('NFD')].map((part) => join(base, part));
  mkdirSync(String(one));
  if (process.platform !== 'linux') return;
  mkdirSync(String(two));
  expect([await canonicalRoot(String(one)), await canonicalRoot(String(two))]).toEqual([one, two]);
});

test('resolves the existing part of a missing path', async () => {
  const base = tempFolder();
  mkdirSync(join(base, 'real'));
  symlinkSync(join(base, 'real'), join(base, 'link'));
  expect(await canonicalRoot(join(base, 'link', 'a', 'b/'))).toBe(join(base, 'real', 'a', 'b'));
});

const drive = fc.constantFrom('c', 'C', 'z', 'Z');
const part = fc.stringMatching(/^[A-Za-z0-9 _ü-]{1,8}$/).filter((text) => text.trim() === text);

test('normalises drive case, slashes and the long prefix on Windows', () => {
  fc.assert(
    fc.property(
      drive,
      fc.array(part, { maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      (letter, parts, forward, end) => {
        const wanted = `${letter.toUpperCase()}:\\${parts.join('\\')}`;
        const slash = forward ? '/' : '\\';
        const written = `${letter}:${slash}${parts.join(slash)}${end && parts.length > 0 ? slash : ''}`;
        expect(normaliseRoot(written, 'win32')).toBe(wanted);
        expect(normaliseRoot(`\\\\?\\${written.replaceAll('/', '\\')}`, 'win32')).toBe(wanted);
        expect(normaliseRoot(wanted, 'win32')).toBe(wanted);
      },
    ),
  );
});

test('keeps the two slashes of a share, with and without the long prefix', () => {
  expect(normaliseRoot('\\\\server\\share\\a\\', 'win32')).toBe('\\\\server\\share\\a');
  expect(normaliseRoot('\\\\?\\UNC\\server\\share\\a', 'win32')).toBe('\\\\server\\share\\a');
});

test('keeps case and backslashes on other systems', () => {
  expect(normaliseRoot('/c:/a\\', 'linux')).toBe('/c:/a\\');
  expect(normaliseRoot('/', 'linux')).toBe('/');
  expect(normaliseRoot('//a//b//', 'linux')).toBe('/a/b');
});
