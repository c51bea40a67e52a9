import { sha256 } from '../canonical-json.ts';

/** Ids of our own servers. An upstream server with such a name gets another id. */
const reservedIds: ReadonlySet<string> = new Set(['molehill', 'sql', 'es', 'project', 'editor']);

/** Tool names of 64 characters include the id. */
const MAX_LENGTH = 32;

/**
 * A stable id for each name: a name that is a valid id keeps it, then names get ids in alphabetical order; where two
 * names map to one id, the second gets a hash of its name.
 */
export function assignIds(names: readonly string[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...new Set(names)].sort(exactFirst)) {
    let id = idOf(name);
    for (let attempt = 0; taken.has(id); attempt++)
      id = withHash(idOf(name), attempt === 0 ? name : `${name}\n${attempt}`);
    taken.add(id);
    ids.set(name, id);
  }
  return ids;
}

function idOf(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const mapped = ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'server';
  const id = mapped.length > MAX_LENGTH ? withHash(mapped, name) : mapped;
  return reservedIds.has(id) ? `${id}-2` : id;
}

function exactFirst(a: string, b: string): number {
  const [exactA, exactB] = [idOf(a) === a, idOf(b) === b];
  if (exactA !== exactB) return exactA ? -1 : 1;
  return a < b ? -1 : 1;
}

function withHash(id: string, text: string): string {
  const hash = sha256(text).slice(0, 4);
  return `${id.slice(0, MAX_LENGTH - hash.length - 1).replace(/-$/, '')}-${hash}`;
}
