import { sha256 } from './canonical-json.ts';
import { groupBy } from './group-by.ts';

/** Some clients reject a whole list with longer names or other characters. */
const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

/** A tool or prompt of a server. */
export interface Origin {
  readonly serverId: string;
  /** The name that the server gives it. */
  readonly ownName: string;
}

/** The name of a tool at the gateway, unless another tool of the server has it exactly. */
export function exposedName({ serverId, ownName }: Origin): string {
  const name = `${serverId}__${mapped(ownName)}`;
  return name.length > MAX_LENGTH ? withHash(name, keyOf({ serverId, ownName })) : name;
}

/**
 * Gives each origin a name at the gateway. An origin with exactly that name gets it; others that map to the same name
 * get a hash of their own. A name changes only when an origin with the same mapped name is added or removed, not with
 * the order.
 */
export function assignNames<T extends Origin>(origins: readonly T[]): ReadonlyMap<string, T> {
  const unique = new Map(origins.map((origin) => [keyOf(origin), origin]));
  const wanted = groupBy(unique.values(), exposedName);
  const names = new Map<string, T>();
  const colliding: T[] = [];
  for (const [name, group] of wanted) {
    const exact = group.find(({ serverId, ownName }) => `${serverId}__${ownName}` === name);
    const owner = group.length === 1 ? group[0] : exact;
    if (owner) names.set(name, owner);
    colliding.push(...group.filter((origin) => origin !== owner));
  }
  for (const origin of colliding.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    let name = hashedName(origin, 0);
    for (let attempt = 1; wanted.has(name) || names.has(name); attempt++) name = hashedName(origin, attempt);
    names.set(name, origin);
  }
  return names;
}

function hashedName(origin: Origin, attempt: number): string {
  const key = keyOf(origin);
  return withHash(
    `${origin.serverId}__${mapped(origin.ownName)}`,
    attempt === 0 ? key : `${key}\n${attempt}`,
  );
}

function mapped(ownName: string): string {
  return ownName.replace(/[^A-Za-z0-9_-]/gu, '_') || '_';
}

function withHash(name: string, hashed: string): string {
  const hash = sha256(hashed).slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}

function keyOf({ serverId, ownName }: Origin): string {
  return `${serverId}\0${ownName}`;
}
