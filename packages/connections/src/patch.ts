import { isRecord } from '@molehill/core/record';
import * as z from 'zod';
import { isWrapper } from './fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A stored definition with some fields changed; null removes a field. Nested objects are patched field by field, so
 * that a password that is not named is kept. A new type has another default port, so the old port is dropped.
 */
export function patchDefinition(definition: unknown, patch: Fields, schema: z.ZodType): unknown {
  const old = fieldsOf(definition);
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

/** Drops fields of the old type that the new one does not have, except those that the patch sets. */
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

/**
 * The fields of a schema as arguments of an update: each is optional, and null removes an optional one. Defaults are
 * dropped, or omitting a field would reset it.
 */
export function patchShapeOf(schema: z.ZodObject): Record<string, z.ZodType> {
  const fields = Object.entries(schema.shape).filter(([name]) => name !== 'name');
  return Object.fromEntries(fields.map(([name, field]) => [name, patchField(field as z.ZodType)]));
}

function patchField(field: z.ZodType): z.ZodType {
  let inner = field;
  let removable = false;
  while (isWrapper(inner)) {
    const wrapped = inner.unwrap() as z.ZodType;
    const isOptional = inner instanceof z.ZodOptional && !(wrapped instanceof z.ZodDefault);
    removable ||= isOptional || inner instanceof z.ZodNullable;
    inner = wrapped;
  }
  // The fields are described where a connection is added.
  return (removable ? inner.nullable().optional() : inner.optional()).describe('');
}
