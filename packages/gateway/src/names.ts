import { sha256 } from './canonical-json.ts';
import { groupBy } from './group-by.ts';

/** What clients accept: longer names, or other characters, make some of them refuse the whole list. */
const LONGEST_NAME = 64;
const MARK_LENGTH = 8;

export interface ToolOrigin {
  readonly serverId: string;
  /** The name by which the server knows the tool. */
  readonly toolName: string;
}

export interface NameTable {
  readonly entries: readonly { readonly name: string; readonly origin: ToolOrigin }[];
  nameOf(serverId: string, toolName: string): string | undefined;
  originOf(name: string): ToolOrigin | undefined;
}

/** The name a tool has at the gateway, unless another of the same server has it by right. */
export function exposedName(serverId: string, toolName: string, longest = LONGEST_NAME): string {
  const name = `${serverId}__${mapped(toolName)}`;
  return name.length > longest ? withMark(name, markOf(serverId, toolName), longest) : name;
}

/**
 * Names both ways, one for each tool. Who is called exactly so has the plain name; where several others map to one
 * name, each carries a mark made from its own. So a name changes only when a tool with the same mapped name comes
 * or goes, and never with the order of a list.
 */
export function createNameTable(
  tools: Iterable<ToolOrigin>,
  { longest = LONGEST_NAME }: { readonly longest?: number } = {},
): NameTable {
  const byKey = new Map([...tools].map((origin) => [keyOf(origin.serverId, origin.toolName), origin]));
  const names = assign([...byKey.values()], longest);
  const origins = new Map([...names].map(([origin, name]) => [name, origin]));
  const byTool = new Map([...names].map(([origin, name]) => [keyOf(origin.serverId, origin.toolName), name]));
  return {
    entries: [...byKey.values()].map((origin) => ({ name: names.get(origin) ?? '', origin })),
    nameOf: (serverId, toolName) => byTool.get(keyOf(serverId, toolName)),
    originOf: (name) => origins.get(name),
  };
}

function assign(tools: readonly ToolOrigin[], longest: number): ReadonlyMap<ToolOrigin, string> {
  const wanted = groupBy(tools, ({ serverId, toolName }) => exposedName(serverId, toolName, longest));
  const names = new Map<ToolOrigin, string>();
  const crowded: ToolOrigin[] = [];
  for (const [name, origins] of wanted) {
    const owner = origins.length === 1 ? origins[0] : origins.find((origin) => isExact(origin, name));
    if (owner) names.set(owner, name);
    crowded.push(...origins.filter((origin) => origin !== owner));
  }
  const taken = new Set([...wanted.keys()]);
  for (const origin of crowded.sort(byOrigin)) {
    const name = markedName(origin, taken, longest);
    taken.add(name);
    names.set(origin, name);
  }
  return names;
}

function isExact({ serverId, toolName }: ToolOrigin, name: string): boolean {
  return `${serverId}__${toolName}` === name;
}

function markedName({ serverId, toolName }: ToolOrigin, taken: ReadonlySet<string>, longest: number): string {
  const plain = `${serverId}__${mapped(toolName)}`;
  for (let attempt = 0; ; attempt++) {
    const mark = markOf(serverId, attempt === 0 ? toolName : `${toolName}\n${attempt}`);
    const name = withMark(plain, mark, longest);
    if (!taken.has(name)) return name;
  }
}

function mapped(toolName: string): string {
  return toolName.replace(/[^A-Za-z0-9_-]/gu, '_') || '_';
}

function withMark(name: string, mark: string, longest: number): string {
  return `${name.slice(0, longest - MARK_LENGTH - 1)}_${mark}`;
}

function markOf(serverId: string, toolName: string): string {
  return sha256(keyOf(serverId, toolName)).slice(0, MARK_LENGTH);
}

const keyOf = (serverId: string, toolName: string) => `${serverId}\0${toolName}`;

function byOrigin(a: ToolOrigin, b: ToolOrigin): number {
  return keyOf(a.serverId, a.toolName) < keyOf(b.serverId, b.toolName) ? -1 : 1;
}
