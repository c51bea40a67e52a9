import { isMolehillError, type MolehillError, messageOf } from '@molehill/core/errors';
import { cutText } from '@molehill/core/fit';
import { type FoundAddress, findSymbol } from '../../code/address.ts';
import { fitPlaces } from '../../code/fit-places.ts';
import { signaturesOf } from '../../code/signatures.ts';
import { SymbolPlaces } from '../../code/symbol-place.ts';
import type { EditorContext } from '../../context.ts';
import type { SymbolPlace, ToolInputs, ToolResults } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';
import type { FileRange } from '../../language-host.ts';

type What = ToolInputs['symbol_info']['what'][number];
type Answer = Omit<ToolResults['symbol_info'], 'symbol' | 'unsupported'>;

/** Types with long documentation would leave no room for the rest. */
const HOVER_BYTES = 3_000;

export const handle: Handler<'symbol_info'> = async (input, context) => {
  const found = await findSymbol(input, context);
  const places = new SymbolPlaces(context, found.file);
  const answers: Answer[] = [];
  const failures: { readonly what: What; readonly error: MolehillError }[] = [];
  for (const what of new Set(input.what)) {
    try {
      answers.push(await tell(what, found, places, context));
    } catch (error) {
      if (!isMolehillError(error) || error.code !== 'E_UNSUPPORTED_CAPABILITY') throw error;
      failures.push({ what, error });
    }
  }
  const [failure] = failures;
  if (failure && answers.length === 0) throw failure.error;
  const { text: _, hash: __, ...symbol } = await places.show({ ...found, range: found.selectionRange });
  const unsupported = failures.map(({ what, error }) => ({ what, reason: messageOf(error) }));
  const base = { symbol, unsupported: unsupported.length > 0 ? unsupported : undefined };
  return fitPlaces(base, Object.assign({}, ...answers), context.budget);
};

async function tell(
  what: What,
  found: FoundAddress,
  places: SymbolPlaces,
  context: EditorContext,
): Promise<Answer> {
  const { language } = context.host;
  switch (what) {
    case 'hover':
      return { hover: cutText((await language.hover(found, context)) ?? '', HOVER_BYTES) };
    case 'signature':
      return { signature: await signaturesOf(found, context) };
    case 'supertypes':
    case 'subtypes':
      return { [what]: await hierarchy(what, found, places, context) };
    default:
      return { [what]: await shownAll(await language.locations(what, found, context), places) };
  }
}

async function hierarchy(
  direction: 'supertypes' | 'subtypes',
  found: FoundAddress,
  places: SymbolPlaces,
  context: EditorContext,
): Promise<SymbolPlace[]> {
  const { language } = context.host;
  const items = await language.typeHierarchy(found, context);
  const types = await Promise.all(items.map((item) => language.types(item, direction, context)));
  return shownAll(
    types.flat().map((type) => ({ ...type, range: type.selectionRange })),
    places,
  );
}

async function shownAll(ranges: readonly FileRange[], places: SymbolPlaces): Promise<SymbolPlace[]> {
  const shown: SymbolPlace[] = [];
  for (const range of ranges) shown.push(await places.show(range));
  return shown;
}
