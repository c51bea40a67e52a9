import { isMolehillError } from '@molehill/core/errors';
import type { EditorContext } from '../context.ts';
import { groupBy } from '../debug/group-by.ts';
import type { FileRange } from '../language-host.ts';
import { byPosition, keyOf, type Place, type SourceFile } from './source-file.ts';

/** Places of one symbol. */
export interface PlaceGroup {
  readonly places: readonly Place[];
  /** Where it is declared, if that is one of the places; else the first place. */
  readonly main: Place;
  readonly isDeclaredHere: boolean;
}

/** More places of one name are not asked about; the first ones tell whether there are several symbols. */
const MOST_ASKED = 120;
const AT_ONCE = 8;

interface Resolved {
  readonly place: Place;
  readonly key: string;
  /** Where its server says it is declared. */
  readonly targets: readonly string[];
}

/**
 * Groups places of one name by their symbol, as the server resolves them: overloads and merged declarations are one.
 * A place that resolves to nothing and is no declaration is left out.
 */
export async function groupPlaces(
  file: SourceFile,
  places: readonly Place[],
  context: EditorContext,
): Promise<PlaceGroup[]> {
  const resolved = await resolveAll(file, places.slice(0, MOST_ASKED), context);
  const byKey = new Map(resolved.map((each) => [each.key, each]));
  const declared = new Set(resolved.flatMap(({ targets }) => targets));
  const groups = groupBy(resolved, (each) => rootOf(each, byKey, declared));
  return [...groups.values()].flatMap((group) => {
    const main = group.find(({ place }) => place.declaration) ?? group.find(({ key }) => declared.has(key));
    const [first] = group;
    const places = group.map(({ place }) => place);
    return first ? [{ places, main: (main ?? first).place, isDeclaredHere: main !== undefined }] : [];
  });
}

/**
 * A destructured name resolves to the property it takes, and its uses resolve to it: it is a symbol of its own because
 * others resolve to it, and the one that it resolves to is not the same.
 */
function rootOf(
  { place, key, targets }: Resolved,
  byKey: ReadonlyMap<string, Resolved>,
  declared: ReadonlySet<string>,
): string {
  if (place.declaration || declared.has(key)) return targets.includes(key) ? firstOf(targets) : key;
  const target = targets.find((each) => byKey.has(each)) ?? firstOf(targets);
  const declaration = byKey.get(target);
  return declaration?.targets.includes(target) ? firstOf(declaration.targets) : target;
}

function firstOf(keys: readonly string[]): string {
  return keys.toSorted()[0] ?? '';
}

async function resolveAll(
  file: SourceFile,
  places: readonly Place[],
  context: EditorContext,
): Promise<Resolved[]> {
  const resolved: Resolved[] = [];
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE).map((place) => resolve(file, place, context));
    resolved.push(...(await Promise.all(some)));
  }
  return resolved
    .filter(({ place, targets }) => place.declaration !== undefined || targets.length > 0)
    .toSorted((a, b) => byPosition(a.place, b.place));
}

async function resolve({ path }: SourceFile, place: Place, context: EditorContext): Promise<Resolved> {
  const position = place.selectionRange.start;
  const found = await definitions(path, place, context);
  const targets = found.map((target) => `${target.path}:${keyOf(target.range.start)}`);
  return { place, key: `${path}:${keyOf(position)}`, targets };
}

async function definitions(
  path: string,
  { selectionRange: { start: position } }: Place,
  context: EditorContext,
): Promise<readonly FileRange[]> {
  try {
    return await context.host.language.locations('definition', { path, position }, context);
  } catch (error) {
    // Declarations are told apart by their positions then.
    if (isMolehillError(error) && error.code === 'E_UNSUPPORTED_CAPABILITY') return [];
    throw error;
  }
}
