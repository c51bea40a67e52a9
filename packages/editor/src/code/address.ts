import type { Position, Range, SymbolKind } from 'vscode-languageserver-types';
import type { EditorContext } from '../context.ts';
import { groupBy } from '../debug/group-by.ts';
import { editorErrors } from '../errors.ts';
import { ambiguous, notFound } from './address-errors.ts';
import { type Declaration, matching, partsOf } from './declarations.ts';
import { groupPlaces, type PlaceGroup } from './group-places.ts';
import { contains, lspPosition } from './position.ts';
import { snippetRanges } from './snippet.ts';
import { openSource, type Place, placeOf, placesIn, type SourceFile } from './source-file.ts';

/**
 * How a tool is told which symbol: `symbol` ("Cart.add", "add") with a line or a piece of the text to choose among
 * several, or `line` and `column`. Lines and columns count from 1.
 */
export interface SymbolAddress {
  readonly path: string;
  readonly symbol?: string | undefined;
  readonly near?: number | undefined;
  readonly snippet?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Where a symbol is, in the positions of LSP. */
export interface FoundAddress extends Place {
  readonly path: string;
  readonly position: Position;
  readonly kind?: SymbolKind;
  /** The whole declaration, where the place is the name of one. */
  readonly range?: Range;
  /** Its declarations in this file that the server lists; several for overloads. */
  readonly declarations: readonly Declaration[];
  readonly file: SourceFile;
}

/**
 * Finds a symbol by declarations and whole identifiers, confirmed by the language server; never in comments and strings.
 * E_SYMBOL_NOT_FOUND with near names, E_AMBIGUOUS_SYMBOL with candidates, E_INVALID_LINE.
 */
export async function findSymbol(address: SymbolAddress, context: EditorContext): Promise<FoundAddress> {
  const file = await openSource(context.path(address.path), context);
  const { symbol, near = address.line, snippet, line, column } = address;
  for (const asked of [line, near]) checkLine(file, asked);
  if (symbol === undefined) {
    const main = placeAt(file, { line: line ?? 1, column: column ?? 1 });
    return found(file, { places: [main], main, isDeclaredHere: main.declaration !== undefined });
  }
  const groups = await candidates(file, { symbol, near, snippet }, context);
  const [group, ...others] = groups;
  if (!group) throw notFound(file, symbol);
  if (others.length > 0)
    throw ambiguous(
      file,
      symbol,
      groups.map(({ main }) => main),
    );
  return found(file, group);
}

interface Wanted {
  readonly symbol: string;
  readonly near?: number | undefined;
  readonly snippet?: string | undefined;
}

/** The symbols that may be meant: one where the address is clear. */
async function candidates(file: SourceFile, wanted: Wanted, context: EditorContext): Promise<PlaceGroup[]> {
  const { symbol, near, snippet } = wanted;
  const declared = matching(file.declarations, symbol);
  const isQualified = partsOf(symbol).length > 1 && !declared.some(({ name }) => name === symbol);
  const places = isQualified && declared.length === 0 ? insideOuter(file, symbol) : occurrences(file, symbol);
  if (snippet !== undefined)
    return groupPlaces(file, inSnippet(file, { ...wanted, snippet }, places), context);
  if (near === undefined) {
    if (declared.length > 0) return groupPlaces(file, declared.map(placeOf), context);
    const groups = await groupPlaces(file, places, context);
    return isQualified ? declaredInside(groups) : groups;
  }
  const named = isQualified && declared.length > 0 ? declared.map(placeOf) : places;
  return nearestGroups(file, named, near - 1, context);
}

/** Identifiers and declarations of a name. */
function occurrences(file: SourceFile, symbol: string): Place[] {
  const declared = matching(file.declarations, symbol).map(placeOf);
  const identifiers = placesIn(file, partsOf(symbol).at(-1) ?? symbol);
  const known = identifiers.map(({ declaration }) => declaration);
  return [...identifiers, ...declared.filter(({ declaration }) => !known.includes(declaration))];
}

/** Identifiers of `add.item`, where `add` is declared and `item` is a parameter or a local name. */
function insideOuter(file: SourceFile, symbol: string): Place[] {
  const outer = outerOf(file, symbol);
  return placesIn(file, partsOf(symbol).at(-1)).filter(({ selectionRange }) =>
    outer.some(({ range }) => contains(range, selectionRange.start)),
  );
}

function outerOf(file: SourceFile, symbol: string): Declaration[] {
  return matching(file.declarations, partsOf(symbol).slice(0, -1).join('.'));
}

/** Of names inside a declaration, those that are declared there and not only used. */
function declaredInside(groups: PlaceGroup[]): PlaceGroup[] {
  const declared = groups.filter(({ isDeclaredHere }) => isDeclaredHere);
  return declared.length > 0 ? declared : groups;
}

/** The places inside a piece of text; those nearest to it where it has none. */
function inSnippet(
  file: SourceFile,
  { symbol, near, snippet }: Wanted & { snippet: string },
  places: Place[],
) {
  const ranges = snippetRanges(file.lines, snippet, near);
  if (ranges.length === 0)
    throw notFound(file, symbol, 'was not looked for, because the {param:snippet} is not in');
  const inside = places.filter(({ selectionRange }) =>
    ranges.some((range) => contains(range, selectionRange.start) && contains(range, selectionRange.end)),
  );
  if (inside.length > 0) return declaredFirst(inside);
  return ranges.flatMap(({ start }) => layers(places, start.line)[0] ?? []);
}

/** The symbols of the nearest line with a place that the server confirms. */
async function nearestGroups(
  file: SourceFile,
  places: readonly Place[],
  line: number,
  context: EditorContext,
): Promise<PlaceGroup[]> {
  const around = places.filter(({ declaration }) => declaration && spans(declaration.range, line));
  const here = places.filter(({ selectionRange }) => selectionRange.start.line === line);
  const enclosing = around.toSorted((a, b) => size(a) - size(b)).slice(0, 1);
  for (const layer of [declaredFirst(here), enclosing, ...layers(places, line)]) {
    const groups = await groupPlaces(file, layer, context);
    if (groups.length > 0) return groups;
  }
  return [];
}

/** A declaration is meant rather than a use beside it. */
function declaredFirst(places: readonly Place[]): readonly Place[] {
  const declared = places.filter(({ declaration }) => declaration !== undefined);
  return declared.length > 0 ? declared : places;
}

/** Places by their distance from a line, those of each distance together. */
function layers(places: readonly Place[], line: number): (readonly Place[])[] {
  const distance = ({ selectionRange }: Place) => Math.abs(selectionRange.start.line - line);
  const byDistance = groupBy(places, distance);
  return [...byDistance].toSorted(([a], [b]) => a - b).map(([, layer]) => declaredFirst(layer));
}

function spans({ start, end }: Range, line: number): boolean {
  return start.line <= line && line <= end.line;
}

function size({ declaration }: Place): number {
  return declaration ? declaration.range.end.line - declaration.range.start.line : 0;
}

/** The identifier at a position, or the declaration without a name that starts there. */
function placeAt(file: SourceFile, at: { readonly line: number; readonly column: number }): Place {
  const position = lspPosition(at);
  const onLine = placesIn(file).filter(({ selectionRange }) => selectionRange.start.line === position.line);
  const found =
    onLine.findLast(({ selectionRange }) => contains(selectionRange, position)) ??
    file.declarations.map(placeOf).find(({ selectionRange }) => contains(selectionRange, position));
  if (found) return found;
  const columns = onLine.map(
    ({ name, selectionRange }) => `${name} (column ${selectionRange.start.character + 1})`,
  );
  const listed =
    columns.length > 0 ? `This line has ${columns.slice(0, 8).join(', ')}.` : 'The line has none.';
  const message = `No name is at line ${at.line}, column ${at.column} of ${file.shown}. ${listed}`;
  throw editorErrors.fail('E_SYMBOL_NOT_FOUND', message, {
    hint: 'Pass the column of a name, or {param:symbol}.',
    details: { names: onLine.map(({ name }) => name) },
  });
}

function found(file: SourceFile, group: PlaceGroup): FoundAddress {
  const { name, selectionRange, declaration } = group.main;
  const declarations = group.places.flatMap((place) => (place.declaration ? [place.declaration] : []));
  return {
    path: file.path,
    name,
    position: selectionRange.start,
    selectionRange,
    ...(declaration ? { declaration, kind: declaration.kind, range: declaration.range } : {}),
    declarations,
    file,
  };
}

function checkLine({ lines, shown }: SourceFile, line: number | undefined): void {
  if (line === undefined || line <= lines.count) return;
  throw editorErrors.fail('E_INVALID_LINE', `${shown} has ${lines.count} lines, and no line ${line}.`, {
    hint: 'Pass a line of the file.',
    details: { nearest: [lines.count] },
  });
}
