import { readFileSync } from 'node:fs';
import type { NavigationTree, ServiceProject } from './language-service.ts';
import { type ExpectedRename, expectedRename, type Place } from './rename-oracle.ts';

export interface ChosenSymbol extends Place {
  readonly name: string;
  readonly kind: string;
  readonly newName: string;
  readonly expected: ExpectedRename;
}

interface Declared extends Place {
  readonly name: string;
  readonly kind: string;
  /** Files that contain the word. */
  readonly spread: number;
}

interface Wanted {
  readonly kind: string;
  readonly count: number;
  /** How many files a rename must change. */
  readonly files: number;
  /** Only symbols where a rename must keep another name. */
  readonly aliased?: boolean;
}

const wanted: readonly Wanted[] = [
  { kind: 'function', count: 1, files: 5, aliased: true },
  { kind: 'function', count: 1, files: 20 },
  { kind: 'class', count: 2, files: 6 },
  { kind: 'interface', count: 2, files: 30 },
  { kind: 'type', count: 1, files: 30 },
  { kind: 'const', count: 1, files: 8 },
  { kind: 'method', count: 1, files: 4 },
  { kind: 'property', count: 1, files: 3, aliased: true },
];

/** Ten exported symbols of all kinds that are used in many files: always the same ones for the same sources. */
export function chooseSymbols(project: ServiceProject): readonly ChosenSymbol[] {
  const declared = declarations(project);
  const chosen: ChosenSymbol[] = [];
  for (const { kind, count, files, aliased = false } of wanted) {
    const end = chosen.length + count;
    for (const symbol of declared) {
      if (chosen.length === end) break;
      if (symbol.kind !== kind || symbol.spread < files || isOneOf(chosen, symbol)) continue;
      const expected = expectedRename(project, symbol, newNameOf(symbol));
      if (!expected || expected.texts.size < files || (aliased && expected.aliases === 0)) continue;
      chosen.push({ ...symbol, newName: newNameOf(symbol), expected });
    }
  }
  return chosen;
}

const newNameOf = ({ name }: Declared): string => `${name}Renamed`;

function isOneOf(chosen: readonly Place[], { file, offset }: Place): boolean {
  return chosen.some((other) => other.file === file && other.offset === offset);
}

function declarations({ service, files }: ServiceProject): readonly Declared[] {
  const spread = wordSpread(files);
  const found = files.flatMap((file) =>
    exported(service.getNavigationTree(file)).flatMap(({ text, kind, nameSpan }) =>
      nameSpan ? [{ name: text, kind, file, offset: nameSpan.start, spread: spread.get(text) ?? 0 }] : [],
    ),
  );
  return found.toSorted((a, b) => b.spread - a.spread || compare(a.name, b.name) || compare(a.file, b.file));
}

/** The exported declarations of a module, and their members. */
function exported({ childItems = [] }: NavigationTree): readonly NavigationTree[] {
  return childItems
    .filter(({ kindModifiers }) => kindModifiers.split(',').includes('export'))
    .flatMap((item) => [item, ...members(item)]);
}

/** Of the iterators of TypeScript's own library, and of effect's objects that do not name their interface. */
const implemented: readonly string[] = ['next', 'return', 'throw', 'pipe'];

/** A method of an interface may be implemented by a class that does not name it, which TypeScript leaves as it is. */
function members({ kind: outer, childItems = [] }: NavigationTree): readonly NavigationTree[] {
  return childItems.filter(
    ({ kind, text }) =>
      kind === 'property' || (kind === 'method' && outer === 'class' && !implemented.includes(text)),
  );
}

function wordSpread(files: readonly string[]): ReadonlyMap<string, number> {
  const spread = new Map<string, number>();
  for (const file of files)
    for (const word of new Set(readFileSync(file, 'utf8').match(/[\w$]+/g)))
      spread.set(word, (spread.get(word) ?? 0) + 1);
  return spread;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
