import { isRecord } from './record.ts';
import type { Tool } from './tool.ts';
import { inputSchema } from './tool-schema.ts';

type Schema = Record<string, unknown>;

/** What only the validator needs: an argument that breaks it is refused with a message that says what is accepted. */
const FOR_THE_VALIDATOR = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'uniqueItems'],
  ...['pattern', 'format', 'default', 'propertyNames'],
]);

/**
 * The input schema as tools are listed to a model, which reads it before the first call: names, types, choices and
 * descriptions. An object inside is described by the names of its fields.
 */
export function listedInputSchema(tool: Tool): Schema {
  const { properties, additionalProperties: _, ...schema } = inputSchema(tool);
  const parts = Object.entries(isRecord(properties) ? properties : {});
  return { ...schema, properties: Object.fromEntries(parts.map(([name, part]) => [name, compact(part)])) };
}

function compact(schema: unknown): Schema {
  if (!isRecord(schema)) return {};
  const { description, anyOf, properties, items, ...rest } = schema;
  const said = typeof description === 'string' && description !== '' ? { description } : {};
  if (Array.isArray(anyOf)) return { ...onlyChoice(anyOf), ...said };
  if (isRecord(properties)) return describedObject(properties, schema.required, said.description);
  const kept = Object.entries(rest).filter(
    ([key]) => !FOR_THE_VALIDATOR.has(key) && key !== 'additionalProperties',
  );
  return { ...said, ...Object.fromEntries(kept), ...(items === undefined ? {} : { items: compact(items) }) };
}

/** Null removes a value, which a description says once. Of several types, a model chooses by the description. */
function onlyChoice(choices: readonly unknown[]): Schema {
  const [choice, ...others] = choices.filter((each) => !isRecord(each) || each.type !== 'null');
  if (others.length > 0) return {};
  const { description: _, ...type } = compact(choice);
  return type;
}

function describedObject(properties: Schema, required: unknown, description: string | undefined): Schema {
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(properties).map(([name, field]) => {
    const choices = isRecord(field) && Array.isArray(field.enum) ? `: ${field.enum.join(' | ')}` : '';
    return `${name}${needed.has(name) ? '' : '?'}${choices}`;
  });
  const text = `{${fields.join(', ')}}`;
  return { type: 'object', description: description === undefined ? text : `${description}: ${text}` };
}
