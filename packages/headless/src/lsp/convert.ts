import { fileURLToPath } from 'node:url';
import type { FilePosition, FileRange, FoundSymbol, HierarchyItem } from '@molehill/editor/language-host';
import type {
  CallHierarchyItem,
  Definition,
  DefinitionLink,
  DocumentSymbol,
  Hover,
  Location,
  MarkedString,
  SymbolInformation,
  TypeHierarchyItem,
  WorkspaceSymbol,
} from 'vscode-languageserver-protocol';
import { uriOf } from './documents.ts';

export function pathOf(uri: string): string | undefined {
  return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
}

export function textPosition({ path, position }: FilePosition) {
  return { textDocument: { uri: uriOf(path) }, position };
}

/** Places outside the file system, such as those in a library's archive, are left out. */
export function rangesOf(found: Definition | DefinitionLink[] | null): FileRange[] {
  const list: readonly (Location | DefinitionLink)[] = Array.isArray(found) ? found : found ? [found] : [];
  return list.flatMap((one) => {
    const [uri, range] =
      'targetUri' in one ? [one.targetUri, one.targetSelectionRange] : [one.uri, one.range];
    const path = pathOf(uri);
    return path === undefined ? [] : [{ path, range }];
  });
}

/** A server without hierarchical symbols answers a list, which is kept flat. */
export function documentSymbolsOf(
  found: readonly DocumentSymbol[] | readonly SymbolInformation[] | null,
): DocumentSymbol[] {
  return (found ?? []).map((symbol) => {
    if (!('location' in symbol)) return symbol;
    const { name, kind, location, containerName } = symbol;
    const { range } = location;
    return { name, kind, range, selectionRange: range, ...(containerName && { detail: containerName }) };
  });
}

export function foundSymbolOf(symbol: SymbolInformation | WorkspaceSymbol): FoundSymbol[] {
  const { name, kind, location, containerName } = symbol;
  const path = pathOf(location.uri);
  if (path === undefined) return [];
  const start = { line: 0, character: 0 };
  const range = 'range' in location ? location.range : { start, end: start };
  return [{ name, kind, path, range, ...(containerName && { container: containerName }) }];
}

export function hoverText(hover: Hover | null): string | undefined {
  if (!hover) return undefined;
  const { contents } = hover;
  const parts = Array.isArray(contents) ? contents : [contents];
  const text = parts.map(markdownOf).filter(Boolean).join('\n\n').trim();
  return text === '' ? undefined : text;
}

function markdownOf(part: MarkedString | Exclude<Hover['contents'], MarkedString[]>): string {
  if (typeof part === 'string') return part;
  return 'language' in part ? `\`\`\`${part.language}\n${part.value}\n\`\`\`` : part.value;
}

/** The server's item, and the file whose server gave it. */
export class NativeItem<Item> {
  readonly item: Item;
  readonly origin: string;
  constructor(item: Item, origin: string) {
    this.item = item;
    this.origin = origin;
  }
}

export function hierarchyItemsOf<Item extends CallHierarchyItem | TypeHierarchyItem>(
  items: readonly Item[] | null,
  origin: string,
): HierarchyItem[] {
  return (items ?? []).flatMap((item) => {
    const path = pathOf(item.uri);
    if (path === undefined) return [];
    const { name, kind, range, selectionRange, detail } = item;
    const native = new NativeItem(item, origin);
    return [{ name, kind, path, range, selectionRange, native, ...(detail && { detail }) }];
  });
}
