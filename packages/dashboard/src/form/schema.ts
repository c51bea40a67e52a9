import { type JsonObject, listOf, recordOf, textOf } from '../json.ts';

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
  readonly root: JsonObject;
  readonly path: readonly string[];
}

const MAX_GROUP_DEPTH = 3;

/** The path is the prefix of the paths of the fields. */
export function fieldsOf(schema: JsonObject, path: readonly string[] = []): readonly Field[] {
  return fieldsAt(schema, { root: schema, path });
}

function fieldsAt(schema: JsonObject, { root, path: above }: Position): readonly Field[] {
  const required = new Set(listOf(schema.required));
  return Object.entries(recordOf(schema.properties)).map(([key, given]) => {
    const property = simplify(recordOf(given), root);
    const path = [...above, key];
    return {
      key,
      path: path.join('.'),
      description: textOf(property.description),
      required: required.has(key),
      ...('default' in property ? { defaultValue: property.default } : {}),
      limits: limitsOf(property),
      control: controlOf(property, { root, path }),
    };
  });
}

function controlOf(schema: JsonObject, place: Position): Control {
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

function listControl(items: JsonObject): Control {
  const choices = choicesOf(items);
  if (choices) return { kind: 'set', choices };
  if (items.type === 'string') return { kind: 'lines', item: 'text' };
  if (items.type === 'integer' || items.type === 'number') return { kind: 'lines', item: 'number' };
  return { kind: 'json' };
}

function groupControl(schema: JsonObject, place: Position): Control {
  const open = Object.keys(recordOf(schema.properties)).length === 0;
  if (open || place.path.length > MAX_GROUP_DEPTH) return { kind: 'json' };
  return { kind: 'group', fields: fieldsAt(schema, place) };
}

function choicesOf(schema: JsonObject): readonly Choice[] | undefined {
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (!Array.isArray(values)) return undefined;
  const given = values.filter((value) => value !== null);
  return given.map((value) => ({ label: typeof value === 'string' ? value : JSON.stringify(value), value }));
}

/** Resolves references and removes what a form does not show: null beside another type, and wrappers around one schema. */
function simplify(given: JsonObject, root: JsonObject): JsonObject {
  const schema = followReference(given, root);
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const variants = [anyOf, oneOf, allOf].find(Array.isArray);
  if (variants) {
    const resolved = variants.map((variant) => followReference(recordOf(variant), root));
    return simplifyVariants(rest, resolved);
  }
  if (!Array.isArray(schema.type)) return schema;
  const types = schema.type.filter((type) => type !== 'null');
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

function simplifyVariants(rest: JsonObject, variants: readonly JsonObject[]): JsonObject {
  const given = variants.filter((variant) => variant.type !== 'null');
  const [only] = given;
  if (only && given.length === 1) return { ...only, ...rest };
  const choices = given.map(choicesOf);
  if (choices.some((some) => some === undefined)) return rest;
  return { ...rest, enum: choices.flatMap((some = []) => some.map(({ value }) => value)) };
}

function followReference(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = schema.$ref;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  const steps = reference.slice(2).split('/');
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = keys.reduce((at, key) => recordOf(at[key]), root);
  const { $ref: _, ...rest } = schema;
  return { ...target, ...rest };
}

const LONG_NAMES = /^(sql|query|statement|script|body|text|content|patch|diff|prompt)$/i;
const LONG_TEXT = 500;

function isLong(key: string, schema: JsonObject): boolean {
  const most = schema.maxLength;
  const short = typeof most === 'number' && most <= 80;
  const defaultText = textOf(schema.default);
  return !short && (LONG_NAMES.test(key) || Number(most) >= LONG_TEXT || defaultText.includes('\n'));
}

function limitsOf(schema: JsonObject): string {
  const bound = (key: string) => boundOf(schema[key]);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [
        range(bound('minimum'), bound('maximum')),
        labelled('>', bound('exclusiveMinimum')),
        labelled('<', bound('exclusiveMaximum')),
        schema.multipleOf === 1 ? '' : labelled('steps of', bound('multipleOf')),
      ]
        .filter(Boolean)
        .join(', ');
    case 'string':
      return textOf(schema.format) || range(bound('minLength'), bound('maxLength'), 'characters');
    case 'array':
      return range(bound('minItems'), bound('maxItems'), 'items');
    default:
      return '';
  }
}

function labelled(label: string, value: number | undefined): string {
  return value === undefined ? '' : `${label} ${value}`;
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
