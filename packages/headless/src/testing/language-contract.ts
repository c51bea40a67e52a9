import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { hashOf } from '@molehill/editor/edits/text';
import { describe, expect, test } from 'vitest';
import { type LanguageServerName, languageServer } from '../../../../test/engines/language-servers.ts';
import { startContext } from './host.ts';
import { openTestLanguages } from './language-host.ts';

export interface LanguageCase {
  readonly name: string;
  readonly server: LanguageServerName;
  /** The project without the files that use the function. */
  readonly files: Readonly<Record<string, string>>;
  /** The file that declares the function. */
  readonly file: string;
  /** A header. */
  readonly alsoDeclaredIn?: string;
  readonly symbol: string;
  readonly newName: string;
  /** A file that uses the function twice: the name and text. */
  use(index: number): readonly [string, string];
  /** Writes what names the folder. */
  prepare?(folder: string, uses: readonly string[]): void;
  /** False where a file counts only when another file lists it. */
  readonly seesNewFiles?: false;
  /** A text of `use(0)` with one error, and the message. */
  readonly broken: { readonly text: string; readonly message: RegExp };
}

const USES = 60;

/** The same for each language server. */
export async function describeLanguage(language: LanguageCase): Promise<void> {
  const path = await languageServer(language.server);
  describe.skipIf(path === undefined)(`${language.name} with ${language.server}`, () => {
    const uses = Array.from({ length: USES }, (_, index) => language.use(index));
    const project = { ...language.files, ...Object.fromEntries(uses) };
    const open = () => {
      const languages = openTestLanguages(project);
      const { host, folder, find } = languages;
      language.prepare?.(
        folder,
        uses.map(([name]) => name),
      );
      const declaration = find(language.file, language.symbol);
      const names = (paths: readonly { readonly path: string }[]) =>
        [...new Set(paths.map((one) => relative(folder, one.path)))].sort();
      const renamed = async () =>
        names((await host.rename(declaration, language.newName, startContext)).edits);
      return { ...languages, declaration, names, renamed };
    };
    const { alsoDeclaredIn: header } = language;
    const declarations = [language.file, ...(header === undefined ? [] : [header])];
    const all = [...declarations, ...uses.map(([name]) => name)].sort();

    test('a rename right after the start has all files', async () => {
      const { host, declaration, names } = open();
      const { edits } = await host.rename(declaration, language.newName, startContext);
      expect(names(edits)).toEqual(all);
      for (const one of edits) expect(one.basis).toBe(hashOf(readFileSync(one.path, 'utf8')));
      expect(new Set(edits.flatMap((one) => one.edits.map(({ newText }) => newText)))).toEqual(
        new Set([language.newName]),
      );
    });

    test('references right after the start have all files', async () => {
      const { host, declaration, names } = open();
      const found = await host.references(declaration, { includeDeclaration: true }, startContext);
      expect(names(found)).toEqual(all);
    });

    if (language.seesNewFiles !== false)
      test('a file that was created or deleted a moment ago is seen', async () => {
        const { write, at, renamed } = open();
        expect(await renamed()).toEqual(all);
        const [first, second] = [language.use(USES), language.use(USES + 1)];
        write(...first);
        expect(await renamed()).toEqual([...all, first[0]].sort());
        write(...second);
        expect(await renamed()).toEqual([...all, first[0], second[0]].sort());
        rmSync(at(first[0]));
        rmSync(at(second[0]));
        expect(await renamed()).toEqual(all);
      });

    test('a file that was changed a moment ago is reported as it is', async () => {
      const { host, write, at } = open();
      const [name, text] = language.use(0);
      const check = async () => {
        const { files, settled } = await host.diagnostics([at(name)], { waitMs: 30_000 }, startContext);
        const errors = files.flatMap(({ diagnostics }) =>
          diagnostics.filter(({ severity }) => severity === 1),
        );
        return { settled, messages: errors.map(({ message }) => message) };
      };
      expect(await check()).toEqual({ settled: true, messages: [] });
      write(name, language.broken.text);
      expect(await check()).toEqual({
        settled: true,
        messages: [expect.stringMatching(language.broken.message)],
      });
      write(name, text);
      expect(await check()).toEqual({ settled: true, messages: [] });
    });

    test('symbols, definition and hover', async () => {
      const { host, at, find, names } = open();
      const [name] = language.use(3);
      const symbols = await host.documentSymbols(at(language.file), startContext);
      expect(symbols.map((symbol) => symbol.name)).toContain(language.symbol);
      const use = find(name, language.symbol, 2);
      const [definition] = names(await host.locations('definition', use, startContext));
      expect(declarations).toContain(definition);
      expect(await host.hover(use, startContext)).toContain(language.symbol);
      const { symbols: found } = await host.workspaceSymbols(language.symbol, startContext);
      expect(names(found)).toContain(language.file);
    });
  });
}
