import { basename } from 'node:path';
import { findSymbol } from '../../code/address.ts';
import { qualifiedName } from '../../code/source-file.ts';
import { kindName } from '../../code/symbol-kind.ts';
import type { EditorContext } from '../../context.ts';
import { editorErrors } from '../../errors.ts';
import type { CallNode } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';
import type { Call, HierarchyItem } from '../../language-host.ts';

type Direction = 'incoming' | 'outgoing';

export const handle: Handler<'symbol_calls'> = async (input, context) => {
  const found = await findSymbol(input, context);
  const symbol = qualifiedName(found.file, found);
  const roots = await context.host.language.callHierarchy(found, context);
  if (roots.length === 0)
    throw editorErrors.fail('E_SYMBOL_NOT_FOUND', `"${symbol}" is nothing that is called.`, {
      hint: 'Name a function or method, or use {tool:symbol_references}.',
    });
  const { direction, depth, limit } = input;
  const next = 'pass {param:depth=1}, or call {tool:symbol_calls} for one of these functions.';
  const { items, cutBy } = await context.budget.collect(walk(roots, { direction, depth }, context), {
    rows: limit,
    frame: { symbol, direction, calls: [], total: limit, next },
  });
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, next });
  return { symbol, direction, calls: treeOf(items), total: items.length };
};

interface Row {
  /** The index of the row it belongs below; -1 for the first level. */
  readonly below: number;
  readonly node: CallNode;
}

interface Waiting {
  readonly item: HierarchyItem;
  readonly index: number;
  readonly level: number;
}

/** Level by level, so that a limit cuts the deepest calls. Each function is followed once, which ends cycles. */
async function* walk(
  roots: readonly HierarchyItem[],
  { direction, depth }: { readonly direction: Direction; readonly depth: number },
  context: EditorContext,
): AsyncGenerator<Row> {
  const followed = new Set(roots.map(keyOf));
  const waiting: Waiting[] = roots.map((item) => ({ item, index: -1, level: 1 }));
  let count = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { item: from, index, level } = next;
    for (const call of await context.host.language.calls(from, direction, context)) {
      const { item } = call;
      const repeated = followed.has(keyOf(item));
      const node = nodeOf(call, context);
      yield { below: index, node: repeated ? { ...node, repeated } : node };
      if (level < depth && !repeated) waiting.push({ item, index: count, level: level + 1 });
      followed.add(keyOf(item));
      count += 1;
    }
  }
}

function keyOf({ path, selectionRange: { start } }: HierarchyItem): string {
  return `${path}:${start.line}:${start.character}`;
}

function nodeOf({ item, ranges }: Call, { shown }: EditorContext): CallNode {
  return {
    // TypeScript names the code outside of functions by the path of its file.
    name: item.name === item.path ? basename(item.path) : item.name,
    kind: kindName(item.kind),
    path: shown(item.path),
    line: item.selectionRange.start.line + 1,
    at: [...new Set(ranges.map(({ start }) => start.line + 1))],
  };
}

function treeOf(rows: readonly Row[], below = -1): CallNode[] {
  return rows.flatMap((row, index) => {
    if (row.below !== below) return [];
    const calls = treeOf(rows, index);
    return [calls.length > 0 ? { ...row.node, calls } : row.node];
  });
}
