import { toolCategories } from '@molehill/editor/definition';
import * as z from 'zod';

/** The types of parameters and results in the catalogue. */
export interface TypeSource {
  readonly type: TypeKind;
  readonly description?: string | undefined;
  /** Bounds of a number, or of the length of a string or array. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly values?: readonly string[] | undefined;
  readonly items?: FieldSource | undefined;
  readonly fields?: Readonly<Record<string, FieldSource>> | undefined;
  /** A named object type whose fields it also has. */
  readonly extends?: string | undefined;
  readonly ref?: string | undefined;
  readonly anyOf?: readonly FieldSource[] | undefined;
}

export interface FieldSource extends TypeSource {
  readonly optional?: boolean | undefined;
}

export interface ParamSource extends TypeSource {
  readonly required?: boolean | undefined;
  readonly default?: unknown;
  readonly example?: unknown;
  /** Accepted names, never listed. */
  readonly aliases?: readonly string[] | undefined;
  /** `false`: accepted and documented, but not in tools/list. */
  readonly listed?: boolean | undefined;
}

export type TypeKind = (typeof typeKinds)[number];

const typeKinds = [
  'string',
  'path',
  'integer',
  'number',
  'boolean',
  'any',
  'enum',
  'array',
  'object',
  'record',
  'ref',
  'anyOf',
] as const;

const text = z.string().trim().min(1);
const bounds = { min: z.number().optional(), max: z.number().optional() };
const field: z.ZodType<FieldSource> = z.lazy(() => typeSchema({ optional: z.boolean().optional() }));
const fields = z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/), field);

/** One object schema per kind of type, so that a problem is reported at the field that has it. */
function typeSchema<E extends z.ZodRawShape>(extra: E) {
  const shape = { description: text.optional(), ...extra };
  return z.preprocess(
    withKind,
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.enum(['string', 'path', 'integer', 'number']), ...bounds, ...shape }),
      z.strictObject({ type: z.enum(['boolean', 'any']), ...shape }),
      z.strictObject({ type: z.literal('enum'), values: z.array(text).min(2), ...shape }),
      z.strictObject({ type: z.literal('array'), items: field, ...bounds, ...shape }),
      z.strictObject({ type: z.literal('object'), extends: text.optional(), fields, ...shape }),
      z.strictObject({ type: z.literal('record'), items: field, ...shape }),
      z.strictObject({ type: z.literal('ref'), ref: text, ...shape }),
      z.strictObject({ type: z.literal('anyOf'), anyOf: z.array(field).min(2), ...shape }),
    ]),
  );
}

/** `{ ref: Stop }` and `{ anyOf: […] }` need no `type`. */
function withKind(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'type' in value) return value;
  if ('ref' in value) return { type: 'ref', ...value };
  return 'anyOf' in value ? { type: 'anyOf', ...value } : value;
}

const param: z.ZodType<ParamSource> = typeSchema({
  required: z.boolean().optional(),
  default: z.json().optional(),
  example: z.json().optional(),
  aliases: z.array(text).optional(),
  listed: z.boolean().optional(),
}) as z.ZodType<ParamSource>;

const params = z.record(z.string().regex(/^[a-z][A-Za-z0-9]*$/), param);
const code = z.templateLiteral(['E_', z.string().regex(/^[A-Z_]+$/)]);
const result: z.ZodType<FieldSource> = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && 'fields' in value ? { type: 'object', ...value } : value,
  field,
);

export const toolSchema = z.strictObject({
  alias: z.string().regex(/^[a-z]+([._-][a-z]+)*$/),
  category: z.enum(toolCategories),
  tier: z.enum(['core', 'extended', 'expert']),
  title: text,
  description: text,
  kind: z.enum(['query', 'action', 'wait']),
  effect: z.enum(['reads', 'writes', 'destroys']),
  safety: z.strictObject({
    readOnly: z.boolean(),
    destructive: z.boolean(),
    idempotent: z.boolean(),
    openWorld: z.boolean(),
  }),
  timeout: z.strictObject({ wait: z.int().min(0), hard: z.int().min(1) }),
  needs: z.strictObject({
    /** `false`: the tool works without an editor host, and starts none. */
    host: z.boolean().default(true),
    session: z.boolean(),
    stopped: z.boolean(),
    capability: z.string().nullable(),
  }),
  when: z.string().nullable(),
  common: z.array(z.string()),
  params,
  oneOf: z.array(z.array(z.string())).min(2).optional(),
  result,
  errors: z.array(z.strictObject({ code, when: text, hint: text, retryable: z.boolean() })),
  mcp: z.strictObject({
    enabled: z.boolean().default(true),
    tool: z
      .string()
      .regex(/^[a-z]+(_[a-z]+)*$/)
      .optional(),
    aliases: z.array(z.string()).default([]),
  }),
  llm: z.strictObject({
    when_to_use: text,
    parameter_hints: z
      .record(z.string(), z.strictObject({ examples: z.array(z.json()).optional(), note: text.optional() }))
      .default({}),
    workflows: z.array(text),
    requires: z.array(z.string()),
    error_recovery: z.record(z.string(), text).default({}),
  }),
  cli: z.strictObject({ examples: z.array(text) }),
});

export const commonSchema = params;
export const typesSchema = z.record(z.string().regex(/^[A-Z][A-Za-z0-9]*$/), result);
export const errorsSchema = z.record(
  code,
  z.strictObject({
    when: text,
    hint: text,
    retryable: z.boolean(),
    outranksAbort: z.boolean().optional(),
  }),
);

export type ToolSource = z.output<typeof toolSchema>;
