import { sha256 } from './canonical-json.ts';
import { groupBy } from './group-by.ts';

/** Some clients reject a whole list with longer names or other characters. */
const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

export interface ToolOrigin {
  readonly serverId: string;
  /** The name that the server gives the tool. */
  readonly toolName: string;
}

export interface NameTable {
  nameOf(serverId: string, toolName: string): string | undefined;
  originOf(name: string): ToolOrigin | undefined;
}

/** The name of a tool at the gateway, unless another tool of the server has it exactly. */
export function exposedName(serverId: string, toolName: string): string {
  const name = `${serverId}__${mapped(toolName)}`;
  return name.length > MAX_LENGTH ? withHash(name, hashOf(serverId, toolName)) : name;
}

/**
 * Maps tools to names and back. A tool with exactly that name gets it; other tools that map to the same name get a hash
 * of their own. A name changes only when a tool with the same mapped name is added or removed, not with the order.
 */
export function createNameTable(tools: Iterable<ToolOrigin>): NameTable {
  const byKey = new Map([...tools].map((origin) => [keyOf(origin.serverId, origin.toolName), origin]));
  const names = assign([...byKey.values()]);
  const origins = new Map([...names].map(([origin, name]) => [name, origin]));
  const byTool = new Map([...names].map(([origin, name]) => [keyOf(origin.serverId, origin.toolName), name]));
  return {
    nameOf: (serverId, toolName) => byTool.get(keyOf(serverId, toolName)),
    originOf: (name) => origins.get(name),
  };
}

function assign(tools: readonly ToolOrigin[]): ReadonlyMap<ToolOrigin, string> {
  const wanted = groupBy(tools, ({ serverId, toolName }) => exposedName(serverId, toolName));
  const names = new Map<ToolOrigin, string>();
  const colliding: ToolOrigin[] = [];
  for (const [name, origins] of wanted) {
    const owner = origins.length === 1 ? origins[0] : origins.find((origin) => isExact(origin, name));
    if (owner) names.set(owner, name);
    colliding.push(...origins.filter((origin) => origin !== owner));
  }
  const taken = new Set([...wanted.keys()]);
  for (const origin of colliding.sort(byOrigin)) {
    const name = hashedName(origin, taken);
    taken.add(name);
    names.set(origin, name);
  }
  return names;
}

function isExact({ serverId, toolName }: ToolOrigin, name: string): boolean {
  return `${serverId}__${toolName}` === name;
}

function hashedName({ serverId, toolName }: ToolOrigin, taken: ReadonlySet<string>): string {
  const plain = `${serverId}__${mapped(toolName)}`;
  for (let attempt = 0; ; attempt++) {
    const hash = hashOf(serverId, attempt === 0 ? toolName : `${toolName}\n${attempt}`);
    const name = withHash(plain, hash);
    if (!taken.has(name)) return name;
  }
}

function mapped(toolName: string): string {
  return toolName.replace(/[^A-Za-z0-9_-]/gu, '_') || '_';
}

function withHash(name: string, hash: string): string {
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}

function hashOf(serverId: string, toolName: string): string {
  return sha256(keyOf(serverId, toolName)).slice(0, HASH_LENGTH);
}

const keyOf = (serverId: string, toolName: string) => `${serverId}\0${toolName}`;

function byOrigin(a: ToolOrigin, b: ToolOrigin): number {
  return keyOf(a.serverId, a.toolName) < keyOf(b.serverId, b.toolName) ? -1 : 1;
}
