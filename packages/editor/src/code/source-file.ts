import type { Position, Range } from 'vscode-languageserver-types';
import type { EditorContext } from '../context.ts';
import { type Declaration, declarationsOf } from './declarations.ts';
import { identifiersIn } from './identifiers.ts';
import { comparePositions, contains, TextLines } from './position.ts';

/** An identifier of a file, or the name of a declaration. */
export interface Place {
  readonly name: string;
  readonly selectionRange: Range;
  /** Present where it is the name of a declaration that the server lists. */
  readonly declaration?: Declaration;
}

/** A file with what its language server says of it. */
export interface SourceFile {
  readonly path: string;
  readonly shown: string;
  readonly language: string | undefined;
  readonly lines: TextLines;
  readonly declarations: readonly Declaration[];
}

/** E_FILE_NOT_FOUND, E_NO_LANGUAGE_SERVER, E_LSP_NOT_READY. */
export async function openSource(path: string, context: EditorContext): Promise<SourceFile> {
  const { language, workspace } = context.host;
  const lines = new TextLines(await workspace.readText(path));
  const declarations = declarationsOf(await language.documentSymbols(path, context));
  const shown = context.shown(path);
  return { path, shown, language: language.languageOf(path), lines, declarations };
}

/** Whole identifiers of the code with this name; all without a name. Comments and strings have none. */
export function placesIn({ lines, language, declarations }: SourceFile, name?: string): Place[] {
  const declared = new Map(declarations.map((each) => [keyOf(each.selectionRange.start), each]));
  return identifiersIn(lines.text, language)
    .filter((identifier) => name === undefined || identifier.name === name)
    .map((identifier) => {
      const start = lines.positionAt(identifier.offset);
      const end = { line: start.line, character: start.character + identifier.name.length };
      const declaration = declared.get(keyOf(start));
      const place = { name: identifier.name, selectionRange: { start, end } };
      return declaration?.name === identifier.name ? { ...place, declaration } : place;
    });
}

export function placeOf(declaration: Declaration): Place {
  return { name: declaration.name, selectionRange: declaration.selectionRange, declaration };
}

/** The name by which a place can be addressed: its names, or those around it and its own. */
export function qualifiedName(
  { declarations }: SourceFile,
  { name, selectionRange, declaration }: Place,
): string {
  if (declaration) return declaration.names.join('.');
  return [...(innermost(declarations, selectionRange.start)?.names ?? []), name].join('.');
}

/** The smallest declaration around a position. */
function innermost(declarations: readonly Declaration[], position: Position): Declaration | undefined {
  // Declarations come before those inside them.
  return declarations.findLast(({ range }) => contains(range, position));
}

export function keyOf({ line, character }: Position): string {
  return `${line}:${character}`;
}

export function byPosition(a: Place, b: Place): number {
  return comparePositions(a.selectionRange.start, b.selectionRange.start);
}
