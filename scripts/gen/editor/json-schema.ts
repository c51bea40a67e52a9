import type { ToolEntry } from './catalogue.ts';
import type { FieldSource, ParamSource, TypeSource } from './source-schema.ts';

type Types = Readonly<Record<string, FieldSource>>;
type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of a tool's arguments for a list: without what a model rarely needs. */
export function listedInput(tool: ToolEntry, types: Types): JsonSchema {
  return argumentsSchema(tool, types, ([, { listed }]) => listed !== false);
}

/** With every accepted parameter, and with its examples. */
export function fullInput(tool: ToolEntry, types: Types): JsonSchema {
  return argumentsSchema(tool, types, () => true);
}

function argumentsSchema(
  { parameters }: ToolEntry,
  types: Types,
  isWanted: (entry: readonly [string, ParamSource]) => boolean,
): JsonSchema {
  const wanted = Object.entries(parameters).filter(isWanted);
  const required = wanted.filter(([, param]) => param.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(wanted.map(([name, param]) => [name, parameterSchema(param, types)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function parameterSchema(param: ParamSource, types: Types): JsonSchema {
  const { default: usual } = param;
  return { ...jsonSchema(param, types), ...(usual === undefined ? {} : { default: usual }) };
}

/** Types are written out where they are used; a type inside itself is any object. */
export function jsonSchema(type: TypeSource, types: Types, within: readonly string[] = []): JsonSchema {
  const { description } = type;
  return { ...bareSchema(type, types, within), ...(description === undefined ? {} : { description }) };
}

function bareSchema(type: TypeSource, types: Types, within: readonly string[]): JsonSchema {
  const inner = (part: FieldSource | undefined) => (part ? jsonSchema(part, types, within) : {});
  switch (type.type) {
    case 'path':
      return { type: 'string' };
    case 'string':
    case 'boolean':
      return { type: type.type };
    case 'integer':
    case 'number':
      return { type: type.type, ...numberBounds(type) };
    case 'any':
      return {};
    case 'enum':
      return { type: 'string', enum: type.values };
    case 'array':
      return { type: 'array', items: inner(type.items) };
    case 'record':
      return { type: 'object', additionalProperties: inner(type.items) };
    case 'object':
      return objectSchema(type.fields ?? {}, types, within);
    case 'anyOf':
      return { anyOf: (type.anyOf ?? []).map(inner) };
    case 'ref':
      return referenced(type.ref ?? '', types, within);
  }
}

function referenced(name: string, types: Types, within: readonly string[]): JsonSchema {
  const type = types[name];
  if (!type || within.includes(name)) return { type: 'object' };
  return jsonSchema(type, types, [...within, name]);
}

function objectSchema(
  fields: Readonly<Record<string, FieldSource>>,
  types: Types,
  within: readonly string[],
): JsonSchema {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => !field.optional).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, jsonSchema(field, types, within)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function numberBounds({ min, max }: TypeSource): JsonSchema {
  return {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
}
