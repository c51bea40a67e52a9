import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ToolResults } from '@molehill/editor/types';
import { describe, expect, test } from 'vitest';
import { npmSources } from '../../../../test/engines/code-packages.ts';
import { type ChosenSymbol, chooseSymbols } from '../testing/code/choose-symbols.ts';
import { openLanguageService } from '../testing/code/language-service.ts';
import { differences, openPackageClient, readTexts, restore } from '../testing/code/package-client.ts';
import type { Place } from '../testing/code/rename-oracle.ts';
import {
  compilerErrors,
  knownErrors,
  type TypescriptPackage,
  writeTypescriptProject,
} from '../testing/code/typescript-projects.ts';
import type { ToolClient } from '../testing/tool-client.ts';

/** The compiler and the language service share the machine with other tests. */
const LIMIT = { timeout: 240_000 };

interface OpenedPackage {
  readonly client: ToolClient;
  readonly symbols: readonly ChosenSymbol[];
}

async function open(name: TypescriptPackage, skip: () => never): Promise<OpenedPackage> {
  const client = openPackageClient();
  const oracle = await npmSources('oracle');
  if (!oracle || !(await writeTypescriptProject(name, client.folder))) return skip();
  const symbols = chooseSymbols(openLanguageService(oracle, client.folder));
  expect(symbols).toHaveLength(10);
  return { client, symbols };
}

/** The line and column of a place, from 1. */
function positionOf({ file, offset }: Place): { readonly line: number; readonly column: number } {
  const lines = readFileSync(file, 'utf8').slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

describe.each(['rxjs', 'effect'] as const)('ten symbols of %s', (name) => {
  test('are renamed exactly as by TypeScript itself, one by one', LIMIT, async ({ skip }) => {
    const { client, symbols } = await open(name, skip);
    const sources = join(client.folder, 'src');
    const before = readTexts(sources, '.ts');
    for (const symbol of symbols) {
      const { file, newName, expected } = symbol;
      const path = relative(client.folder, file);
      const answer = await client.call('rename_symbol', { path, ...positionOf(symbol), newName });
      const after = readTexts(sources, '.ts');
      const changed = differences(client.folder, new Map([...before, ...expected.texts]), after);
      expect(changed, `${symbol.kind} ${symbol.name}`).toEqual([]);
      expect(newErrors(answer), `${symbol.kind} ${symbol.name}`).toEqual([]);
      restore(before, after);
    }
  });

  test('are renamed one after the other without a new error', LIMIT, async ({ skip }) => {
    const { client, symbols } = await open(name, skip);
    const places = symbols.map((symbol) => ({ ...symbol, near: positionOf(symbol).line }));
    for (const { file, name: symbol, near, newName } of places) {
      const path = relative(client.folder, file);
      await client.call('rename_symbol', { path, symbol, near, newName });
    }
    expect(await compilerErrors(client.folder)).toEqual(knownErrors[name]);
  });
});

const newErrors = ({ newDiagnostics }: ToolResults['rename_symbol']) => newDiagnostics;
