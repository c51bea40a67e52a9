import type { MolehillError } from '@molehill/core/errors';
import type { EditorContext } from '../context.ts';
import { editorErrors } from '../errors.ts';
import type { FileRange } from '../language-host.ts';
import { type FoundAddress, findSymbol, type SymbolAddress } from './address.ts';
import { ambiguous } from './address-errors.ts';
import type { Declaration } from './declarations.ts';
import { contains } from './position.ts';
import { placeOf, type SourceFile } from './source-file.ts';

/** One declaration of a file. E_AMBIGUOUS_SYMBOL for several of an overloaded name; errors as `findSymbol`. */
export async function findDeclaration(
  address: SymbolAddress,
  context: EditorContext,
): Promise<{ readonly file: SourceFile; readonly declaration: Declaration }> {
  const found = await findSymbol(address, context);
  const { file, declarations, name } = found;
  const targets = await context.host.language.locations('definition', found, context);
  const here = targets.filter(({ path }) => path === file.path);
  // An import is listed as a declaration too.
  if (targets.length > 0 && here.length === 0) throw declaredElsewhere(found, targets, context);
  const [declaration, ...others] = declarations.length > 0 ? declarations : declaredAt(file, here);
  if (!declaration) throw declaredElsewhere(found, targets, context);
  if (others.length > 0) throw ambiguous(file, name, [declaration, ...others].map(placeOf));
  return { file, declaration };
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
