import type { MolehillError } from '@molehill/core/errors';
import { isInside } from '@molehill/core/files/inside';
import type { EditorContext } from '../context.ts';
import { editorErrors } from '../errors.ts';
import type { FileRange } from '../language-host.ts';
import { type FoundAddress, findSymbol, type SymbolAddress } from './address.ts';
import { ambiguous } from './address-errors.ts';
import type { Declaration } from './declarations.ts';
import { comparePositions, contains } from './position.ts';
import { type Place, placeOf, type SourceFile } from './source-file.ts';

/** One declaration of a file. E_AMBIGUOUS_SYMBOL for several of an overloaded name; errors as `findSymbol`. */
export async function findDeclaration(
  address: SymbolAddress,
  context: EditorContext,
): Promise<{ readonly file: SourceFile; readonly declaration: Declaration }> {
  const found = await findSymbol(address, context);
  const { file, declarations, name } = found;
  const targets = await context.host.language.locations('definition', found, context);
  const here = targets.filter(({ path }) => path === file.path);
  const [target] = targets;
  if (target && here.length === 0 && !(await leadsBack(target, found, context)))
    throw declaredElsewhere(found, targets, context);
  const isItself = here.some(({ range }) => comparePositions(range.start, found.position) === 0);
  const [declaration, ...others] =
    declarations.length > 0 || isItself ? declarations : declaredAt(file, here);
  if (!declaration) throw declaredElsewhere(found, targets, context);
  if (others.length > 0) throw ambiguous(file, name, [declaration, ...others].map(placeOf));
  // Some servers list one of several overloads.
  if (here.length > 1 && isVague(address)) throw ambiguous(file, name, here.map(placeAt(found)));
  return { file, declaration };
}

/** An import is listed as a declaration too; a definition in C leads to its header, and that back. */
async function leadsBack(target: FileRange, found: FoundAddress, context: EditorContext): Promise<boolean> {
  if (!context.host.workspace.folders.some((folder) => isInside(folder, target.path))) return false;
  const at = { path: target.path, position: target.range.start };
  const back = await context.host.language.locations('definition', at, context);
  return back.some(
    ({ path, range }) => path === found.path && comparePositions(range.start, found.position) === 0,
  );
}

function isVague({ near, line, snippet }: SymbolAddress): boolean {
  return near === undefined && line === undefined && snippet === undefined;
}

function placeAt({ name, declaration }: FoundAddress): (target: FileRange) => Place {
  return ({ range }) => ({ name, selectionRange: range, ...(declaration ? { declaration } : {}) });
}

/** Of a name that is used here. */
function declaredAt({ declarations }: SourceFile, targets: readonly FileRange[]): readonly Declaration[] {
  return declarations.filter(({ selectionRange }) =>
    targets.some(({ range }) => contains(selectionRange, range.start)),
  );
}

function declaredElsewhere(
  { name, file }: FoundAddress,
  [target]: readonly FileRange[],
  { shown }: EditorContext,
): MolehillError {
  const isElsewhere = target !== undefined && target.path !== file.path;
  return editorErrors.fail(
    'E_SYMBOL_NOT_FOUND',
    isElsewhere
      ? `"${name}" is not declared in ${file.shown}, but in ${shown(target.path)}, line ${target.range.start.line + 1}.`
      : `"${name}" is not a declaration of its own in ${file.shown}.`,
    { hint: isElsewhere ? 'Pass that {param:path}.' : 'Name the declaration around it.' },
  );
}
