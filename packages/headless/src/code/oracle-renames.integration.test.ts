import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { npmSources } from '../../../../test/engines/code-packages.ts';
import {
  type TypescriptPackage,
  writeTypescriptProject,
} from '../../../../test/engines/typescript-project.ts';
import { type ChosenSymbol, chooseSymbols } from '../testing/code/choose-symbols.ts';
import { openLanguageService } from '../testing/code/language-service.ts';
import { differences, openPackageClient, readTexts, restore } from '../testing/code/package-client.ts';
import type { Place } from '../testing/code/rename-oracle.ts';
import { compilerErrors, knownErrors } from '../testing/code/typescript-projects.ts';
import type { ToolClient } from '../testing/tool-client.ts';

/** The compiler and the language service share the machine with other tests. */
const LIMIT = { timeout: 240_000 };

/** The line and column of a place, from 1. */
function positionOf({ file, offset }: Place): { readonly line: number; readonly column: number } {
  const lines = readFileSync(file, 'utf8').slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

async function open(name: TypescriptPackage, skip: () => never) {
  const client = openPackageClient();
  const oracle = await npmSources('oracle');
  if (!oracle || !(await writeTypescriptProject(name, client.folder))) return skip();
  return { client, symbols: chooseSymbols(openLanguageService(oracle, client.folder)) };
}

test.for(['rxjs', 'effect'] as const)(
  'renames ten symbols of %s exactly as TypeScript itself does, without a new error',
  LIMIT,
  async (name, { skip }) => {
    const { client, symbols } = await open(name, skip);
    expect(symbols).toHaveLength(10);
    for (const symbol of symbols) await renameAndRestore(client, symbol);
    await renameAll(client, symbols);
    expect(await compilerErrors(client.folder)).toEqual(knownErrors[name]);
  },
);

async function renameAndRestore(client: ToolClient, symbol: ChosenSymbol): Promise<void> {
  const { file, newName, expected } = symbol;
  const before = readTexts(join(client.folder, 'src'), '.ts');
  const path = relative(client.folder, file);
  const answer = await client.call('rename_symbol', { path, ...positionOf(symbol), newName });
  const after = readTexts(join(client.folder, 'src'), '.ts');
  const wrong = differences(client.folder, new Map([...before, ...expected.texts]), after);
  expect(wrong, `${symbol.kind} ${symbol.name}`).toEqual([]);
  expect(answer.newDiagnostics, `${symbol.kind} ${symbol.name}`).toEqual([]);
  restore(before, after);
}

/** Lines stay where they are, columns do not. */
async function renameAll(client: ToolClient, symbols: readonly ChosenSymbol[]): Promise<void> {
  const places = symbols.map((symbol) => ({ ...symbol, near: positionOf(symbol).line }));
  for (const { file, name: symbol, near, newName } of places) {
    const path = relative(client.folder, file);
    await client.call('rename_symbol', { path, symbol, near, newName });
  }
}
