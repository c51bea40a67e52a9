import { readFileSync } from 'node:fs';
import type { RenameLocation, ServiceProject } from './language-service.ts';

const preferences = { providePrefixAndSuffixTextForRename: true };

export interface Place {
  readonly file: string;
  /** In UTF-16 code units from the start of the file. */
  readonly offset: number;
}

export interface ExpectedRename {
  /** The new text of every file that changes. */
  readonly texts: ReadonlyMap<string, string>;
  /** How many places need another name beside the new one, as in `{ old: new }` and `export { new as old }`. */
  readonly aliases: number;
}

/** What TypeScript's own language service makes of a rename; undefined where it refuses. */
export function expectedRename(
  { service }: ServiceProject,
  { file, offset }: Place,
  newName: string,
): ExpectedRename | undefined {
  if (!service.getRenameInfo(file, offset, preferences).canRename) return undefined;
  const locations = service.findRenameLocations(file, offset, false, false, preferences);
  if (!locations) return undefined;
  const distinct = withoutDuplicates(locations);
  const files = new Set(distinct.map(({ fileName }) => fileName));
  const texts = [...files].map((path) => {
    const found = distinct.filter(({ fileName }) => fileName === path);
    return [path, renamedText(readFileSync(path, 'utf8'), found, newName)] as const;
  });
  const aliases = locations.filter(({ prefixText, suffixText }) => prefixText || suffixText).length;
  return { texts: new Map(texts), aliases };
}

/** `object['name']` is found twice. */
function withoutDuplicates(locations: readonly RenameLocation[]): readonly RenameLocation[] {
  const byPlace = locations.map(
    (location) => [`${location.textSpan.start} ${location.fileName}`, location] as const,
  );
  return [...new Map(byPlace).values()];
}

function renamedText(text: string, locations: readonly RenameLocation[], newName: string): string {
  let renamed = text;
  for (const location of locations.toSorted((a, b) => b.textSpan.start - a.textSpan.start)) {
    const { textSpan, prefixText = '', suffixText = '' } = location;
    const end = textSpan.start + textSpan.length;
    renamed = renamed.slice(0, textSpan.start) + prefixText + newName + suffixText + renamed.slice(end);
  }
  return renamed;
}
