import { sha256 } from '../canonical.ts';

/** Ids of what is ours. A server of somebody else that has such a name gets another. */
const reservedIds: ReadonlySet<string> = new Set(['molehill', 'sql', 'es', 'project', 'editor']);

/** Leaves room for the names of tools, which share 64 characters with it. */
const LONGEST_ID = 32;

/**
 * An id for each name, the same whatever else is configured as long as nothing else wants it: who is written like
 * the id has it, then who comes first in the alphabet; the others carry a mark of their name.
 */
export function assignIds(names: readonly string[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...new Set(names)].sort(exactFirst)) {
    const wanted = idOf(name);
    const id = taken.has(wanted) ? marked(wanted, name, taken) : wanted;
    taken.add(id);
    ids.set(name, id);
  }
  return ids;
}

function idOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const mapped = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'server';
  const id = mapped.length > LONGEST_ID ? withMark(mapped, markOf(name)) : mapped;
  return reservedIds.has(id) ? `${id}-2` : id;
}

function exactFirst(a: string, b: string): number {
  const [exactA, exactB] = [idOf(a) === a, idOf(b) === b];
  if (exactA !== exactB) return exactA ? -1 : 1;
  return a < b ? -1 : 1;
}

function marked(id: string, name: string, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt++) {
    const candidate = withMark(id, markOf(attempt === 0 ? name : `${name}\n${attempt}`));
    if (!taken.has(candidate)) return candidate;
  }
}

const markOf = (text: string) => sha256(text).slice(0, 4);

function withMark(id: string, mark: string): string {
  return `${id.slice(0, LONGEST_ID - mark.length - 1).replace(/-$/, '')}-${mark}`;
}
