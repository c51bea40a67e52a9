import { isRecord } from '@molehill/core/record';
import type { ObjectName } from '../../../guard/guard.ts';

export type Node = Readonly<Record<string, unknown>>;

/** One entry of the tree: a node under the name of its kind, or a field of a node. */
export interface Entry {
  readonly key: string;
  readonly value: unknown;
}

/** Every entry below `root`, in no particular order. Does not recurse: the tree is as deep as its author likes. */
export function* entries(root: unknown): Generator<Entry> {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (const item of next) open.push(item);
    } else if (isRecord(next)) {
      for (const [key, value] of Object.entries(next)) {
        yield { key, value };
        if (typeof value === 'object') open.push(value);
      }
    }
  }
}

/** Kinds of nodes are written with a capital, fields without. */
export function isKind(key: string): boolean {
  return /^[A-Z]/.test(key);
}

/** The kind and the body of a statement or expression, `{SelectStmt: {…}}`. */
export function unwrap(node: unknown): { readonly kind: string; readonly body: Node } | undefined {
  if (!isRecord(node)) return undefined;
  const [entry] = Object.entries(node);
  return entry !== undefined && isRecord(entry[1]) ? { kind: entry[0], body: entry[1] } : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list of String nodes, leaving out whatever else is in it (a star, a subscript). */
export function stringsOf(value: unknown): readonly string[] {
  return listOf(value).flatMap((item) => {
    const text = isRecord(item) && isRecord(item.String) ? (item.String.sval ?? '') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}

/** `[schema, name]` or `[name]`; a database in front of them says nothing, there is only the one. */
export function nameOf(value: unknown): ObjectName | undefined {
  const parts = stringsOf(value);
  const name = parts.at(-1);
  const schema = parts.at(-2);
  if (name === undefined) return undefined;
  return schema === undefined ? { name } : { schema, name };
}

/** The text of a string literal. */
export function literalText(node: unknown): string | undefined {
  const constant = unwrap(node);
  if (constant?.kind === 'TypeCast') return literalText(constant.body.arg);
  if (constant?.kind !== 'A_Const' || !isRecord(constant.body.sval)) return undefined;
  const text = constant.body.sval.sval ?? '';
  return typeof text === 'string' ? text : undefined;
}
