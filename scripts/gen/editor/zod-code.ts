import type { ToolEntry } from './catalogue.ts';
import type { FieldSource, ParamSource, TypeSource } from './source-schema.ts';

/** A type of the catalogue as code that constructs its zod schema. */
export function zodCode(type: TypeSource, objects: 'strictObject' | 'object'): string {
  const inner = (part: FieldSource | undefined) => (part ? zodCode(part, objects) : 'z.unknown()');
  switch (type.type) {
    case 'string':
    case 'path':
      return `z.string()${bounds(type)}`;
    case 'integer':
      return `z.int()${bounds(type)}`;
    case 'number':
      return `z.number()${bounds(type)}`;
    case 'boolean':
      return 'z.boolean()';
    case 'any':
      return 'z.unknown()';
    case 'enum':
      return `z.enum(${JSON.stringify(type.values)})`;
    case 'array':
      return `z.array(${inner(type.items)})${bounds(type)}`;
    case 'object':
      return objectCode(type.fields ?? {}, objects);
    case 'record':
      return `z.record(z.string(), ${inner(type.items)})`;
    case 'ref':
      return `z.lazy(${type.ref})`;
    case 'anyOf':
      return `z.union([${(type.anyOf ?? []).map(inner).join(', ')}])`;
  }
}

function objectCode(
  fields: Readonly<Record<string, FieldSource>>,
  objects: 'strictObject' | 'object',
): string {
  const lines = Object.entries(fields).map(
    ([name, field]) => `${name}: ${zodCode(field, objects)}${field.optional ? '.optional()' : ''},`,
  );
  return `z.${objects}({\n${lines.join('\n')}\n})`;
}

/** The validator of a tool's arguments. Unknown arguments are refused; nothing is coerced. */
export function inputCode({ parameters, oneOf }: ToolEntry): string {
  const lines = Object.entries(parameters).map(([name, param]) => `${name}: ${parameterCode(param)},`);
  const check = oneOf ? `.superRefine(exactlyOneOf(${JSON.stringify(oneOf)}))` : '';
  return `z.strictObject({\n${lines.join('\n')}\n})${check}`;
}

function parameterCode(param: ParamSource): string {
  const { required, default: usual, description } = param;
  const presence = usual === undefined ? '.optional()' : `.default(${JSON.stringify(usual)})`;
  const said = description === undefined ? '' : `.describe(${JSON.stringify(description)})`;
  return `${zodCode(param, 'strictObject')}${required === true ? '' : presence}${said}`;
}

function bounds({ min, max }: TypeSource): string {
  return `${min === undefined ? '' : `.min(${min})`}${max === undefined ? '' : `.max(${max})`}`;
}
