import * as z from 'zod';
import type { Tool } from './tool.ts';

/** A tool's schemas never change and are needed for every list. */
const made = { input: new WeakMap<z.ZodType, Schema>(), output: new WeakMap<z.ZodType, Schema>() };

type Schema = Readonly<Record<string, unknown>>;

/** One flat object rather than a union: clients differ in what they accept at the root of an output schema. */
export function envelopeSchema(tool: Tool): Record<string, unknown> {
  const { $schema: _, ...data } = tool.listed?.outputSchema ?? toSchema(tool.output, 'output');
  return {
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      type: { enum: ['success', 'running', 'error'] },
      data,
      running: { type: 'object' },
      error: { type: 'object' },
      meta: { type: 'object' },
    },
    required: ['ok', 'type', 'meta'],
  };
}

export function inputSchema(tool: Tool): Record<string, unknown> {
  const { $schema: _, ...schema } = toSchema(tool.input, 'input');
  return schema;
}

/** Replaces a part of a schema in lists of tools, where a model does not need all of it. */
export function shownAs(type: z.ZodType, shown: Readonly<Record<string, unknown>>): void {
  z.globalRegistry.add(type, { ...z.globalRegistry.get(type), [SHOWN]: shown });
}

const SHOWN = 'molehill:shown';

function toSchema(type: z.ZodType, io: 'input' | 'output'): Schema {
  const known = made[io].get(type);
  if (known) return known;
  const schema = lean(z.toJSONSchema(type, { io, unrepresentable: 'any' }), io) as Schema;
  made[io].set(type, schema);
  return schema;
}

/** Bounds that only the validator needs; in a list they would cost tokens. */
const FOR_THE_VALIDATOR = new Set(['minLength', 'maxLength', 'maxItems']);
const LONGEST_PATTERN = 40;

/**
 * Shortens a schema without changing its meaning. Some clients accept only a single word as `type`, so a nullable
 * type becomes `anyOf`.
 */
function lean(schema: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(schema)) return schema.map((each) => lean(each, io));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (SHOWN in schema) return schema[SHOWN];
  const kept = Object.entries(schema).filter(([key, value]) => isTold(key, value, io));
  const inner = Object.fromEntries(kept.map(([key, value]) => [key, leanPart(key, value, io)]));
  const { type, description, default: usual, ...rest } = inner;
  if (!Array.isArray(type)) return inner;
  return {
    ...(description === undefined ? {} : { description }),
    ...(usual === undefined ? {} : { default: usual }),
    anyOf: type.map((one) => (one === 'null' ? { type: one } : { type: one, ...rest })),
  };
}

/** Keys under `properties` are parameter names, not schema keywords. */
function leanPart(key: string, value: unknown, io: 'input' | 'output'): unknown {
  if (key !== 'properties' || typeof value !== 'object' || value === null) return lean(value, io);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lean(part, io)]));
}

function isTold(key: string, value: unknown, io: 'input' | 'output'): boolean {
  if (FOR_THE_VALIDATOR.has(key) && typeof value === 'number') return false;
  if (key === 'pattern' && typeof value === 'string') return value.length <= LONGEST_PATTERN;
  return !(io === 'output' && key === 'additionalProperties' && value === false);
}
