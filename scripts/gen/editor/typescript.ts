import type { ToolEntry } from './catalogue.ts';
import type { FieldSource, TypeSource } from './source-schema.ts';

/** A type of the catalogue as TypeScript. */
export function typescriptType(type: TypeSource): string {
  switch (type.type) {
    case 'path':
      return 'string';
    case 'integer':
      return 'number';
    case 'any':
      return 'unknown';
    case 'string':
    case 'number':
    case 'boolean':
      return type.type;
    case 'enum':
      return (type.values ?? []).map((value) => `'${value}'`).join(' | ');
    case 'array':
      return `readonly ${grouped(innerType(type.items))}[]`;
    case 'object':
      return objectType(type.fields ?? {});
    case 'record':
      return `Readonly<Record<string, ${innerType(type.items)}>>`;
    case 'ref':
      return type.ref ?? 'never';
    case 'anyOf':
      return (type.anyOf ?? []).map((part) => grouped(typescriptType(part))).join(' | ');
  }
}

function objectType(fields: Readonly<Record<string, FieldSource>>): string {
  const lines = Object.entries(fields).map(([name, field]) =>
    propertyLine(name, field, field.optional === true),
  );
  return lines.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${lines.join('\n')}\n}`;
}

/** What a handler gets: parameters with a default are always there. */
export function inputType({ parameters }: ToolEntry): string {
  const lines = Object.entries(parameters).map(([name, param]) =>
    propertyLine(name, param, param.required !== true && param.default === undefined),
  );
  return lines.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${lines.join('\n')}\n}`;
}

function propertyLine(name: string, type: TypeSource, isOptional: boolean): string {
  const comment = type.description === undefined ? '' : `/** ${type.description.replaceAll('*/', '')} */\n`;
  const written = typescriptType(type);
  return `${comment}readonly ${name}${isOptional ? '?' : ''}: ${written}${isOptional ? ' | undefined' : ''};`;
}

function innerType(type: FieldSource | undefined): string {
  return type ? typescriptType(type) : 'unknown';
}

function grouped(written: string): string {
  return /^\w+$|^\{/.test(written) && !written.includes('} | ') ? written : `(${written})`;
}
