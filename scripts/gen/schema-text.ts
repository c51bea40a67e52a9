export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The type of a value as one short expression, in the manner of TypeScript. */
export function typeText(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeText))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return arrayText(schema.items ?? {});
  if (schema.type === 'object') return objectText(schema.properties ?? {});
  return `${schema.type ?? 'any'}${rangeText(schema)}`;
}

function arrayText(items: JsonSchema): string {
  const item = typeText(items);
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function objectText(properties: Readonly<Record<string, JsonSchema>>): string {
  const keys = Object.keys(properties);
  return keys.length === 0 ? 'object' : `{ ${keys.join(', ')} }`;
}

function rangeText({ minimum, maximum }: JsonSchema): string {
  const low = isBound(minimum) ? minimum : undefined;
  const high = isBound(maximum) ? maximum : undefined;
  if (low !== undefined && high !== undefined) return ` ${low}–${high}`;
  if (low !== undefined) return ` ≥ ${low}`;
  return high === undefined ? '' : ` ≤ ${high}`;
}

/** Every integer in a schema has the limits of safe integers, which say nothing. */
function isBound(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}
