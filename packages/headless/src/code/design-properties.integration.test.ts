import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CodeClient, openCodeClient } from '../testing/code-client.ts';
import { filesOf, freshName, freshPath, generatedProject, lineOf } from '../testing/generated-project.ts';

/** Properties 5, 7, 8 and 10 of the design of the refactoring tools, on the TypeScript server. */

const RUNS = { numRuns: 20 };
const spelling = fc.constantFrom('relative', 'absolute', 'URI');

/** Each run has a project in a folder of its own, written while the server runs. */
function openProjects() {
  const client = openCodeClient({});
  let count = 0;
  const write = (files: Readonly<Record<string, string>>) => {
    count += 1;
    const folder = `project-${count}`;
    for (const [name, text] of Object.entries(files)) client.write(`${folder}/${name}`, text);
    return {
      folder,
      at: (name: string) => `${folder}/${name}`,
      files: () => readAll(join(client.folder, folder)),
    };
  };
  return { client, write };
}

function readAll(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => join(root, name)).filter((path) => statSync(path).isFile());
  return Object.fromEntries(
    files.map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );
}

function spelled(client: CodeClient, path: string, how: 'relative' | 'absolute' | 'URI'): string {
  const absolute = join(client.folder, path);
  if (how === 'URI') return pathToFileURL(absolute).href;
  return how === 'absolute' ? absolute : path;
}

test('property 5: a file moves to any valid place, and every import follows', async () => {
  const { client, write } = openProjects();
  const property = fc.asyncProperty(
    generatedProject,
    fc.nat(),
    freshPath,
    spelling,
    async (project, pick, to, how) => {
      const module = project.modules[pick % project.modules.length];
      if (!module) return;
      const { at, files } = write(filesOf(project));
      const moved = await client.call('rename_file', {
        oldUri: spelled(client, at(`${module.path}.ts`), how),
        newUri: spelled(client, at(`${to}.ts`), how),
      });
      expect(moved.moved).toEqual([{ from: at(`${module.path}.ts`), to: at(`${to}.ts`) }]);
      expect(moved.newDiagnostics).toEqual([]);
      expect(files()).toEqual(filesOf(project, { pathOf: (each) => (each === module ? to : each.path) }));
    },
  );
  await fc.assert(property, RUNS);
});

test('property 7: the answer to a move says whether imports were updated', async () => {
  const { client, write } = openProjects();
  const property = fc.asyncProperty(
    generatedProject,
    fc.boolean(),
    fc.constantFrom('ts', 'txt', 'md'),
    freshPath,
    async (project, updateImports, extension, to) => {
      const [module] = project.modules;
      if (!module) return;
      const { at } = write({ ...filesOf(project), 'notes.txt': 'a', 'notes.md': 'b' });
      const from = extension === 'ts' ? `${module.path}.ts` : `notes.${extension}`;
      const { importsUpdated } = await client.call('rename_file', {
        moves: [{ from: at(from), to: at(`${to}.${extension}`) }],
        updateImports,
      });
      const expected = extension === 'ts' ? true : 'no-provider';
      expect(importsUpdated).toBe(updateImports ? expected : false);
    },
  );
  await fc.assert(property, RUNS);
});

test('property 10: a renamed symbol is renamed wherever it is used, and nothing else is', async () => {
  const { client, write } = openProjects();
  const property = fc.asyncProperty(
    generatedProject,
    fc.nat(),
    freshName,
    spelling,
    async (project, pick, to, how) => {
      const module = project.modules[pick % project.modules.length];
      if (!module) return;
      const { at, files } = write(filesOf(project));
      const result = await client.call('rename_symbol', {
        path: spelled(client, at(`${module.path}.ts`), how),
        symbol: module.name,
        ...(module.hasNamesake ? { near: lineOf(module) } : {}),
        newName: to,
      });
      const users = project.modules.filter(({ uses }) =>
        uses.some((index) => project.modules[index] === module),
      );
      expect(result).toMatchObject({
        from: module.name,
        to,
        totalEdits: 2 + users.length * 2,
        newDiagnostics: [],
      });
      expect(files()).toEqual(filesOf(project, { nameOf: (each) => (each === module ? to : each.name) }));
    },
  );
  await fc.assert(property, RUNS);
});

type Failure = readonly [code: string, tool: string, input: Readonly<Record<string, unknown>>, named: string];

test('property 8: an operation that fails says what failed and what to do, and changes nothing', async () => {
  const { client, write } = openProjects();
  client.write('.vscode/settings.json', '{ "a": 1,, }');
  const property = fc.asyncProperty(generatedProject, freshName, freshPath, async (project, name, path) => {
    const [first, second] = project.modules;
    if (!first || !second) return;
    const { at } = write({ ...filesOf(project), 'notes.txt': `${first.name}\n` });
    const [from, taken] = [at(`${first.path}.ts`), at(`${second.path}.ts`)];
    const rename = { path: from, symbol: first.name, near: lineOf(first) };
    const failures: readonly Failure[] = [
      ['E_FILE_NOT_FOUND', 'rename_file', { oldUri: at(`${path}.ts`), newUri: at(`${path}2.ts`) }, path],
      ['E_CONFLICT', 'rename_file', { oldUri: from, newUri: taken }, taken],
      ['E_OUTSIDE_WORKSPACE', 'rename_file', { oldUri: from, newUri: `/${path}.ts` }, path],
      ['E_INVALID_PARAMS', 'rename_file', { oldUri: from, newUri: from }, from],
      ['E_FILE_NOT_FOUND', 'rename_symbol', { ...rename, path: at(`${path}.ts`), newName: name }, path],
      ['E_SYMBOL_NOT_FOUND', 'rename_symbol', { ...rename, symbol: name, newName: 'other' }, name],
      ['E_INVALID_PARAMS', 'rename_symbol', { ...rename, newName: `${name} x` }, name],
      [
        'E_NO_LANGUAGE_SERVER',
        'rename_symbol',
        { ...rename, path: at('notes.txt'), newName: name },
        'notes.txt',
      ],
      ['E_SETTINGS_DAMAGED', 'get_setting', { key: name }, 'line 1, column 10'],
      ['E_SETTINGS_DAMAGED', 'set_setting', { key: name, value: path }, 'line 1, column 10'],
      ['E_CONFIRMATION_REQUIRED', 'set_setting', { key: name, value: path, target: 'user' }, name],
    ];
    const before = readAll(client.folder);
    for (const [code, tool, input, named] of failures) {
      const text = await client.read(tool, input);
      expect(text).toMatch(/^\[E_[A-Z_]+\] .+ — .+/);
      expect(text, JSON.stringify(input)).toContain(`[${code}]`);
      expect(text).toContain(named);
    }
    expect(readAll(client.folder)).toEqual(before);
  });
  await fc.assert(property, { numRuns: 8 });
});
