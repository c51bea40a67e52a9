import { isRecord } from '@molehill/core/record';
import type * as z from 'zod';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A stored entry with some fields changed; null takes a field away. Objects inside it are changed field by field as
 * well, so that a password nobody mentions is kept. Another type has another usual port, and the old one is dropped.
 */
export function changeEntry(entry: unknown, patch: Fields, schema: z.ZodType): unknown {
  const old = fieldsOf(entry);
  const changesType = patch.type !== undefined && patch.type !== old.type;
  if (!changesType) return applyPatch(old, patch);
  const { port: _, ...rest } = old;
  return withoutForeignFields(applyPatch(rest, patch), patch, schema);
}

function applyPatch(old: Fields, patch: Fields): Fields {
  const changed: Record<string, unknown> = { ...old };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete changed[key];
    else if (value !== undefined)
      changed[key] = isRecord(value) ? applyPatch(fieldsOf(old[key]), value) : value;
  }
  return changed;
}

/** Drops what the old type had and the new one does not know, but nothing that was asked for. */
function withoutForeignFields(changed: Fields, patch: Fields, schema: z.ZodType): Fields {
  const issues = schema.safeParse(changed).error?.issues ?? [];
  const foreign = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  const dropped = new Set(foreign.filter((key) => !Object.hasOwn(patch, key)));
  return Object.fromEntries(Object.entries(changed).filter(([key]) => !dropped.has(key)));
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
