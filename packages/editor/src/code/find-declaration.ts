import type { EditorContext } from '../context.ts';
import { editorErrors } from '../errors.ts';
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
  const [declaration, ...others] =
    declarations.length > 0 ? declarations : await declaredHere(found, context);
  if (!declaration) throw await declaredElsewhere(found, context);
  if (others.length > 0) throw ambiguous(file, name, [declaration, ...others].map(placeOf));
  return { file, declaration };
}

/** Of a name that is used here. */
async function declaredHere(found: FoundAddress, context: EditorContext): Promise<readonly Declaration[]> {
  const targets = await context.host.language.locations('definition', found, context);
  return found.file.declarations.filter(({ selectionRange }) =>
    targets.some(({ path, range }) => path === found.path && contains(selectionRange, range.start)),
  );
}

async function declaredElsewhere(found: FoundAddress, context: EditorContext) {
  const { name, file } = found;
  const [target] = await context.host.language.locations('definition', found, context);
  const place = target && `${context.shown(target.path)}, line ${target.range.start.line + 1}`;
  const isHere = target?.path === file.path;
  return editorErrors.fail(
    'E_SYMBOL_NOT_FOUND',
    place === undefined || isHere
      ? `"${name}" is not a declaration of its own in ${file.shown}.`
      : `"${name}" is not declared in ${file.shown}, but in ${place}.`,
    { hint: place && !isHere ? 'Pass that {param:path}.' : 'Name what is around it.' },
  );
}
