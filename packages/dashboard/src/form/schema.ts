export type Schema = Readonly<Record<string, unknown>>;

export interface Choice {
  readonly label: string;
  readonly value: unknown;
}

type Control =
  | { readonly kind: 'text'; readonly long: boolean }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** Several of a fixed set of values. */
  | { readonly kind: 'set'; readonly choices: readonly Choice[] }
  /** Several strings or numbers, one per line. */
  | { readonly kind: 'lines'; readonly item: 'text' | 'number' }
  | { readonly kind: 'group'; readonly fields: readonly Field[] }
  | { readonly kind: 'json' };

export interface Field {
  readonly key: string;
  /** As in the server's errors: `a.b.c`. */
  readonly path: string;
  readonly description: string;
  readonly required: boolean;
  readonly defaultValue?: unknown;
  readonly limits: string;
  readonly control: Control;
}

interface Position {
  readonly root: Schema;
  readonly path: readonly string[];
}

const MAX_GROUP_DEPTH = 3;

export function fieldsOf(schema: Schema): readonly Field[] {
  return fieldsAt(schema, { root: schema, path: [] });
}

function fieldsAt(schema: Schema, place: Position): readonly Field[] {
  const required = new Set(listOf(schema.required));
  return Object.entries(recordOf(schema.properties)).map(([key, property]) =>
    fieldOf(key, recordOf(property), required.has(key), { ...place, path: [...place.path, key] }),
  );
}

function fieldOf(key: string, given: Schema, required: boolean, place: Position): Field {
  const schema = simplify(given, place.root);
  return {
    key,
    path: place.path.join('.'),
    description: textOf(schema.description),
    required,
    ...('default' in schema ? { defaultValue: schema.default } : {}),
    limits: limitsOf(schema),
    control: controlOf(schema, place),
  };
}

function controlOf(schema: Schema, place: Position): Control {
  const choices = choicesOf(schema);
  if (choices) return { kind: 'choice', choices };
  switch (schema.type) {
    case 'string':
      return { kind: 'text', long: isLong(place.path.at(-1) ?? '', schema) };
    case 'integer':
    case 'number':
      return { kind: 'number', integer: schema.type === 'integer' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return listControl(simplify(recordOf(schema.items), place.root));
    case 'object':
      return groupControl(schema, place);
    default:
      return { kind: 'json' };
  }
}

function listControl(items: Schema): Control {
  const choices = choicesOf(items);
  if (choices) return { kind: 'set', choices };
  if (items.type === 'string') return { kind: 'lines', item: 'text' };
  if (items.type === 'integer' || items.type === 'number') return { kind: 'lines', item: 'number' };
  return { kind: 'json' };
}

function groupControl(schema: Schema, place: Position): Control {
  const open = Object.keys(recordOf(schema.properties)).length === 0;
  if (open || place.path.length > MAX_GROUP_DEPTH) return { kind: 'json' };
  return { kind: 'group', fields: fieldsAt(schema, place) };
}

function choicesOf(schema: Schema): readonly Choice[] | undefined {
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (!Array.isArray(values)) return undefined;
  const given = values.filter((value) => value !== null);
  return given.map((value) => ({ label: typeof value === 'string' ? value : JSON.stringify(value), value }));
}

/** Resolves references and removes what a form does not show: null beside another type, and wrappers around one schema. */
function simplify(given: Schema, root: Schema): Schema {
  const schema = followReference(given, root);
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const variants = [anyOf, oneOf, allOf].find(Array.isArray);
  if (variants)
    return simplifyVariants(
      rest,
      variants.map((variant) => followReference(recordOf(variant), root)),
    );
  if (!Array.isArray(schema.type)) return schema;
  const types = schema.type.filter((type) => type !== 'null');
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

function simplifyVariants(rest: Schema, variants: readonly Schema[]): Schema {
  const given = variants.filter((variant) => variant.type !== 'null');
  const [only] = given;
  if (only && given.length === 1) return { ...only, ...rest };
  const choices = given.map(choicesOf);
  if (choices.every((some) => some !== undefined)) {
    return { ...rest, enum: choices.flatMap((some) => some.map(({ value }) => value)) };
  }
  return rest;
}

function followReference(schema: Schema, root: Schema): Schema {
  const reference = schema.$ref;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  const steps = reference.slice(2).split('/');
  const target = steps.reduce<Schema>((at, step) => recordOf(at[unescapePointer(step)]), root);
  const { $ref: _, ...rest } = schema;
  return { ...target, ...rest };
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

const LONG_NAMES = /^(sql|query|statement|script|body|text|content|patch|diff|prompt)$/i;
const LONG_TEXT = 500;

function isLong(key: string, schema: Schema): boolean {
  const most = schema.maxLength;
  const short = typeof most === 'number' && most <= 80;
  const defaultText = textOf(schema.default);
  return !short && (LONG_NAMES.test(key) || Number(most) >= LONG_TEXT || defaultText.includes('\n'));
}

function limitsOf(schema: Schema): string {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberLimits(schema);
    case 'string':
      return (
        textOf(schema.format) || range(boundOf(schema.minLength), boundOf(schema.maxLength), 'characters')
      );
    case 'array':
      return range(boundOf(schema.minItems), boundOf(schema.maxItems), 'items');
    default:
      return '';
  }
}

function numberLimits(schema: Schema): string {
  const above = boundOf(schema.exclusiveMinimum);
  const below = boundOf(schema.exclusiveMaximum);
  const step = boundOf(schema.multipleOf);
  const parts = [
    range(boundOf(schema.minimum), boundOf(schema.maximum)),
    above === undefined ? '' : `> ${above}`,
    below === undefined ? '' : `< ${below}`,
    step === undefined || step === 1 ? '' : `steps of ${step}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Every integer schema has the bounds of safe integers; they are not shown. */
function boundOf(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  const of = unit && ` ${unit}`;
  if (least !== undefined && most !== undefined) return `${least} – ${most}${of}`;
  if (most !== undefined) return `≤ ${most}${of}`;
  if (least === undefined || (unit !== '' && least <= 1)) return '';
  return `≥ ${least}${of}`;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
