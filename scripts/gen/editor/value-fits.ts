import { isRecord } from '@molehill/core/record';
import type { FieldSource, TypeSource } from './source-schema.ts';

type Types = Readonly<Record<string, FieldSource>>;

/** Whether a default or an example is of its type. */
export function fits(value: unknown, type: TypeSource, types: Types): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = type;
  const isWithin = (size: number) => size >= min && size <= max;
  switch (type.type) {
    case 'string':
    case 'path':
      return typeof value === 'string' && isWithin(value.length);
    case 'integer':
      return Number.isInteger(value) && isWithin(Number(value));
    case 'number':
      return typeof value === 'number' && isWithin(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'any':
      return true;
    case 'enum':
      return type.values?.some((one) => one === value) ?? false;
    default:
      return fitsInside(value, type, types);
  }
}

function fitsInside(value: unknown, type: TypeSource, types: Types): boolean {
  const { items, fields = {}, ref = '', anyOf = [] } = type;
  const named = types[ref];
  if (type.type === 'ref') return named !== undefined && fits(value, named, types);
  if (type.type === 'anyOf') return anyOf.some((part) => fits(value, part, types));
  if (type.type === 'array')
    return Array.isArray(value) && value.every((item) => items !== undefined && fits(item, items, types));
  if (!isRecord(value)) return false;
  if (type.type === 'record')
    return Object.values(value).every((item) => items !== undefined && fits(item, items, types));
  return (
    Object.keys(value).every((key) => key in fields) &&
    Object.entries(fields).every(([key, field]) =>
      key in value ? fits(value[key], field, types) : field.optional === true,
    )
  );
}
