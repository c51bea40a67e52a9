import * as z from 'zod';

/**
 * The fields of a schema as something to change: each may be left out, and null takes away what need not be there.
 * Defaults are dropped, or leaving a field out would set it back.
 */
export function patchShapeOf(schema: z.ZodObject): Record<string, z.ZodType> {
  const fields = Object.entries(schema.shape).filter(([name]) => name !== 'name');
  return Object.fromEntries(fields.map(([name, field]) => [name, patchField(field as z.ZodType)]));
}

function patchField(field: z.ZodType): z.ZodType {
  const { inner, removable } = unwrap(field);
  const patch = removable ? inner.nullable().optional() : inner.optional();
  const description = field.description ?? inner.description;
  return description === undefined ? patch : patch.describe(description);
}

function unwrap(field: z.ZodType): { readonly inner: z.ZodType; readonly removable: boolean } {
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault) return unwrap(innerOf(field));
  if (field instanceof z.ZodNullable) return { ...unwrap(innerOf(field)), removable: true };
  if (field instanceof z.ZodOptional) {
    const { inner, removable } = unwrap(innerOf(field));
    return { inner, removable: removable || !(innerOf(field) instanceof z.ZodDefault) };
  }
  return { inner: field, removable: false };
}

function innerOf(wrapper: { unwrap(): unknown }): z.ZodType {
  return wrapper.unwrap() as z.ZodType;
}
