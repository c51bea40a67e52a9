type SortKey = number | string;

function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function sortedBy<Item>(items: Item[], key: (item: Item) => SortKey): Item[] {
  return items.sort((a, b) => compareKeys(key(a), key(b)));
}
