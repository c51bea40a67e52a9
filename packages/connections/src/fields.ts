import { isRecord } from '@molehill/core/record';
import * as z from 'zod';

/** What the shared code must know about a field. The package that owns the field declares it in its schema. */
interface FieldTraits {
  /** Never shown, and the only kind of field that accepts a reference to a secret. */
  readonly secret?: true;
  /** Decides where the secrets of a connection are sent, or who can read them in transit. */
  readonly route?: true;
  /** Names a file; a relative path is relative to where it was written. */
  readonly file?: true;
}

export type FieldTrait = keyof FieldTraits;

const declared = z.registry<FieldTraits>();

/** Declares a secret. On an object or a record, everything in it. */
export const secret = declare({ secret: true });
export const route = declare({ route: true });
export const file = declare({ file: true });

function declare(traits: FieldTraits) {
  return <T extends z.ZodType>(field: T): T => {
    declared.add(field, { ...declared.get(field), ...traits });
    return field;
  };
}

export interface FieldValue {
  /** `ssh.jump.0.password` */
  readonly path: string;
  readonly value: unknown;
}

interface Field {
  /** `*` is every element of an array and every value of a record. */
  readonly steps: readonly string[];
  readonly traits: FieldTraits;
}

/** The fields of a schema that have traits. Definitions need not be valid. */
export class ConnectionFields {
  readonly #fields: readonly Field[];

  constructor(schema: z.ZodType) {
    this.#fields = [...fieldsIn(schema, [], {})];
  }

  values(trait: FieldTrait, definition: unknown): FieldValue[] {
    const found = new Map<string, unknown>();
    this.replace(trait, definition, (value, path) => {
      found.set(path, value);
      return value;
    });
    return [...found].map(([path, value]) => ({ path, value }));
  }

  /** A copy with other values; undefined removes a field. */
  replace(
    trait: FieldTrait,
    definition: unknown,
    change: (value: unknown, path: string) => unknown,
  ): unknown {
    const wanted = this.#fields.filter(({ traits }) => traits[trait]);
    return wanted.reduce((copy, { steps }) => replaceAt(copy, steps, [], change), definition);
  }
}

function replaceAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  path: readonly string[],
  change: (value: unknown, path: string) => unknown,
): unknown {
  if (value === undefined || value === null) return value;
  if (step === undefined) return change(value, path.join('.'));
  const inner = (key: string, item: unknown) => replaceAt(item, rest, [...path, key], change);
  if (step === '*' && Array.isArray(value)) return value.map((item, index) => inner(String(index), item));
  if (!isRecord(value)) return value;
  const replaced = Object.entries(value).map(([key, item]) =>
    step === '*' || step === key ? [key, inner(key, item)] : [key, item],
  );
  return Object.fromEntries(replaced.filter(([, item]) => item !== undefined));
}

function* fieldsIn(schema: z.ZodType, steps: readonly string[], outer: FieldTraits): Generator<Field> {
  const traits = { ...outer, ...declared.get(schema) };
  const inside = innerOf(schema);
  for (const [step, inner] of inside)
    yield* fieldsIn(inner, step === undefined ? steps : [...steps, step], traits);
  if (inside.length === 0 && Object.keys(traits).length > 0) yield { steps, traits };
}

/** The schemas in a schema, with the name of each that is a field. */
function innerOf(schema: z.ZodType): (readonly [step: string | undefined, inner: z.ZodType])[] {
  const at = (step: string | undefined, inner: unknown) => [step, inner as z.ZodType] as const;
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).map(([name, field]) => at(name, field));
  if (schema instanceof z.ZodArray) return [at('*', schema.element)];
  if (schema instanceof z.ZodRecord) return [at('*', schema.valueType)];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => at(undefined, option));
  if (schema instanceof z.ZodPipe) return [at(undefined, schema.in), at(undefined, schema.out)];
  return isWrapper(schema) ? [at(undefined, schema.unwrap())] : [];
}

const WRAPPERS = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault] as const;

export function isWrapper(schema: z.ZodType): schema is InstanceType<(typeof WRAPPERS)[number]> {
  return WRAPPERS.some((wrapper) => schema instanceof wrapper);
}
